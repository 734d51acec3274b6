package io.cliquestream.benchmarks.scale;

import io.cliquestream.kernels.grid.GridPlan;
import java.util.Collections;
import java.util.Locale;

/**
 * Triangles of a graph that no memory holds, as {@link GridPlan} cuts it: what the tasks would take
 * on devices each of which does a run of consecutive ones.
 *
 * @param edges of the graph
 * @param vertices of the graph
 * @param deviceBytes that parts may take on a device
 * @param linkBytes that a device takes in a second
 * @param wedgesOfEdge oriented wedges to check, for each edge
 * @param wedgesOfSecond that a device checks
 */
record GridForecast(
    long edges,
    long vertices,
    long deviceBytes,
    double linkBytes,
    double wedgesOfEdge,
    double wedgesOfSecond) {
  private static final int SHARES_OF_DEVICE = 8;

  /** The coarsest partition of which three parts fit. */
  private GridPlan plan(int devices) {
    int n = 1;
    while (3 * plan(n, 1).bytes(0) > deviceBytes) {
      n++;
    }
    long tasks = (long) n * n * n;
    return plan(n, (int) Math.ceilDiv((long) SHARES_OF_DEVICE * devices, tasks));
  }

  private GridPlan plan(int n, int m) {
    long arcs = Math.ceilDiv(edges, (long) n * n);
    return new GridPlan(n, m, vertices, Collections.nCopies(n * n, arcs), deviceBytes);
  }

  /** A line about so many devices. */
  String text(int devices) {
    GridPlan plan = plan(devices);
    double compute = edges * wedgesOfEdge / wedgesOfSecond / devices;
    // A device's first task finds no part that one before it left.
    double load = ((double) plan.readBytes() / devices + plan.bytes(0)) / linkBytes;
    return String.format(
        Locale.ROOT,
        "%.0e edges on %d devices: n %d, %d parts of %.1f GB, %d tasks in %d shares each; checking"
            + " %.2f s, loading %.2f s, one after the other %.2f s",
        (double) edges,
        devices,
        plan.n(),
        plan.parts(),
        plan.bytes(0) / 1e9,
        plan.tasks(),
        plan.m(),
        compute,
        load,
        compute + load);
  }
}
