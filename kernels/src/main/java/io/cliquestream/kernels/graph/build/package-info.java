/**
 * From an edge array to rows, or with a delta to the next version. Part of the library's API; works
 * on the caller's thread and helpers of its {@link io.cliquestream.kernels.control.Parallelism}.
 */
package io.cliquestream.kernels.graph.build;
