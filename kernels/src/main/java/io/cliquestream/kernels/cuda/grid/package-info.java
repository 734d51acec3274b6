/**
 * Total triangle counts of graphs that a device's budget does not hold, by TRUST's partition in two
 * dimensions (Pandey et al., TRUST: Triangle Counting Reloaded on GPUs, 2021, section 5; the
 * kernels are in {@code src/main/cuda/triangles/grid}, whose policy says what moves).
 *
 * <p>{@link io.cliquestream.kernels.cuda.grid.RowsToParts} brings the host's rows past the device
 * once and leaves the arcs of n² parts in {@link io.cliquestream.kernels.cuda.grid.HostParts};
 * {@link io.cliquestream.kernels.cuda.grid.GridTasks} brings parts again, as {@link
 * io.cliquestream.kernels.cuda.grid.GridSchedule} says, and counts n³ tasks meanwhile. {@link
 * io.cliquestream.kernels.cuda.grid.GridPlanner} chooses n by the budget. Runs on a lane's thread;
 * schedule and planner know no device.
 */
package io.cliquestream.kernels.cuda.grid;
