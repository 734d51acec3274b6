/**
 * How the CPU engine cuts jobs into parts, computes a part and makes an answer of their sum: which
 * vertex each algorithm counts what at, what that costs, and what the names of sums mean. The
 * algorithms themselves are those of whole jobs, which run on all roots.
 */
package io.cliquestream.kernels.cpu.part;
