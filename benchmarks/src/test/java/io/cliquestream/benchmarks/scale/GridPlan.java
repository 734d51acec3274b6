package io.cliquestream.benchmarks.scale;

import java.util.Locale;

/**
 * Triangles of a graph that no memory holds, by TRUST's partition: part (i, j) has the arcs from
 * ranks that are i modulo n to ranks that are j; a triangle of ranks that are i, j, k needs the
 * three parts (i, j), (j, k) and (i, k) alone, so there are n³ tasks, each in m shares.
 *
 * @param edges of the graph
 * @param bytesOfEdge of an oriented edge in memory
 * @param deviceBytes that three parts may take on a device
 * @param devices how many
 * @param linkBytes that a device takes in a second
 * @param wedgesOfEdge oriented wedges to check, for each edge
 * @param wedgesOfSecond that a device checks
 */
record GridPlan(
    double edges,
    double bytesOfEdge,
    double deviceBytes,
    int devices,
    double linkBytes,
    double wedgesOfEdge,
    double wedgesOfSecond) {
  /** The smallest n whose three parts fit. */
  int n() {
    return (int) Math.ceil(Math.sqrt(3 * edges * bytesOfEdge / deviceBytes));
  }

  double partBytes() {
    return edges * bytesOfEdge / ((double) n() * n());
  }

  long tasks() {
    return (long) n() * n() * n();
  }

  /** The smallest m that gives each device eight shares. */
  int m() {
    return (int) Math.max(1, Math.ceil(8.0 * devices / tasks()));
  }

  /** Seconds of checking alone, on all devices. */
  double computeSeconds() {
    return edges * wedgesOfEdge / wedgesOfSecond / devices;
  }

  /**
   * Seconds of loading alone: shares of a task follow each other on a device and load its parts
   * once; the next task has two of them in common (boustrophedon over i, j, k).
   */
  double loadSeconds() {
    double tasksOfDevice = Math.max(1, (double) tasks() / devices);
    return (3 + (tasksOfDevice - 1)) * partBytes() / linkBytes;
  }

  String text() {
    return String.format(
        Locale.ROOT,
        "%.0f edges on %d devices: n %d, %d parts of %.1f GB, %d tasks in %d shares each; checking"
            + " %.2f s, loading %.2f s, together %.2f s one after the other",
        edges,
        devices,
        n(),
        (long) n() * n(),
        partBytes() / 1e9,
        tasks(),
        m(),
        computeSeconds(),
        loadSeconds(),
        computeSeconds() + loadSeconds());
  }
}
