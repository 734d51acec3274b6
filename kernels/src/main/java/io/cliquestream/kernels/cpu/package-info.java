/**
 * The algorithms of the engine on the host's cores: which one does which job. Called by the engine
 * alone, on the job's thread; below it each family of jobs has a package of its own, over the
 * common {@code schedule}, {@code ranked} and {@code bitset}.
 */
package io.cliquestream.kernels.cpu;
