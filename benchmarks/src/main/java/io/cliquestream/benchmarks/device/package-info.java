/**
 * Measures the kernels of one GPU, each alone and piece by piece, for the commands {@code bench
 * triangles} and {@code bench k-cliques}. Runs on the thread that asks; the engine lends device and
 * library for as long.
 */
package io.cliquestream.benchmarks.device;
