/**
 * Maximum cliques, one or all: the job, its root loop, and what is left to searches of the residual
 * graph. Called on the job's thread; the loops run on the engine's.
 */
package io.cliquestream.kernels.cpu.maxclique;
