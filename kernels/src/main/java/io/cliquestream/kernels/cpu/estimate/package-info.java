/**
 * Estimated clique counts, from samples of paths through color classes. Called by {@code
 * CpuAlgorithms} alone, on the engine's threads; what one thread keeps is its own.
 */
package io.cliquestream.kernels.cpu.estimate;
