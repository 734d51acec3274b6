/**
 * The rows of an answer, and files of them: JSON lines or CSV, plain or compressed, in constant
 * memory however many there are. Knows the contract's pages and nothing of commands. Used by one
 * thread at a time.
 */
package io.cliquestream.cli.rows;
