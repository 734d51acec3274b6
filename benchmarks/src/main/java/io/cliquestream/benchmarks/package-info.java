/**
 * Benchmarks and programs that time the compute library; they lie among the tests, whose graphs
 * they use, and nothing of them is shipped.
 */
package io.cliquestream.benchmarks;
