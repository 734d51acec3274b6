/**
 * Benchmarks and programs that time the compute library. What a command runs lies here and ships
 * with the command line; the rest lies among the tests, whose graphs it uses, and ships with
 * nothing.
 */
package io.cliquestream.benchmarks;
