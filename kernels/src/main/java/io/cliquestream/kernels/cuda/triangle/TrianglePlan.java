package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.job.TriangleMethod;

/**
 * How a device will count the triangles of a graph.
 *
 * @param method the kernel
 * @param kernelNanos predicted time of the count itself
 * @param planNanos predicted time of what the kernel needs first and the device does not hold yet
 * @param slices launches the count is cut into, 1 or more
 */
public record TrianglePlan(
    TriangleMethod method, double kernelNanos, double planNanos, int slices) {}
