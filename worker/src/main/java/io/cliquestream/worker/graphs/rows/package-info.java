/**
 * The rows that versions of one graph share. Intake begins a family where a delta comes, the cache
 * assembles whole graphs of it, and standing jobs follow it from version to version; where versions
 * do not share rows they begin one of their own. Owns what changes made of a base graph and enters
 * it into the process's account; the base is handed in, with a way to give it back. Called from any
 * thread; knows the compute library, and of the worker the account alone.
 */
package io.cliquestream.worker.graphs.rows;
