/**
 * The rows that versions of one graph share. Intake begins a family where a delta comes, and the
 * cache assembles whole graphs of it; standing jobs begin one of their own, which may be ahead of
 * what is committed. Owns what changes made of a base graph and enters it into the process's
 * account; the base is handed in, with a way to give it back. Called from any thread; knows the
 * compute library, and of the worker the account and what a delta is.
 */
package io.cliquestream.worker.graphs.rows;
