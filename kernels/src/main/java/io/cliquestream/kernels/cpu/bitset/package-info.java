/**
 * Matrices and tiles of bits with which the dense parts of a search work. Each belongs to one
 * thread.
 */
package io.cliquestream.kernels.cpu.bitset;
