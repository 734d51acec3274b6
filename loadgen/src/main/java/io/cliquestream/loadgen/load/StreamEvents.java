package io.cliquestream.loadgen.load;

import io.cliquestream.client.EdgeStream;

/**
 * The events of a load and the triangles after each, worked out before the load begins, so that
 * sending takes no time from what is measured.
 */
final class StreamEvents {
  private final int[] pairs;
  private final boolean[] deletions;
  private final long[] triangles;

  StreamEvents(ChangingGraph graph, int events) {
    pairs = new int[Math.multiplyExact(2, events)];
    deletions = new boolean[events];
    triangles = new long[events + 1];
    triangles[0] = graph.triangles();
    for (int i = 0; i < events; i++) {
      int event = i;
      graph.next(
          (deletion, u, v) -> {
            deletions[event] = deletion;
            pairs[2 * event] = (int) u;
            pairs[2 * event + 1] = (int) v;
          });
      triangles[i + 1] = graph.triangles();
    }
  }

  int count() {
    return deletions.length;
  }

  /** Triangles after so many events. */
  long triangles(long events) {
    return triangles[(int) events];
  }

  /** Sends an event. */
  void send(int event, EdgeStream stream) {
    if (deletions[event]) {
      stream.delete(pairs[2 * event], pairs[2 * event + 1]);
    } else {
      stream.insert(pairs[2 * event], pairs[2 * event + 1]);
    }
  }
}
