package io.cliquestream.formats.edges;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.graph.EdgeArray;
import java.util.concurrent.atomic.AtomicLong;

/** Edges with other numbers in the place of theirs. */
public final class Renumbering {
  private static final int BATCH_IDS = 1 << 13;

  private Renumbering() {}

  /** The same edges by the numbers that a table gives; the edges given are used up and freed. */
  public static EdgeArray of(EdgeArray edges, LongTable numbers, StopCheck stop) {
    try (edges;
        EdgeSink sink = new EdgeSink("", Long.MAX_VALUE, new AtomicLong())) {
      long[] batch = new long[BATCH_IDS];
      for (long done = 0; done < edges.size(); ) {
        stop.checkStopped();
        int pairs = edges.copyPairs(done, batch);
        for (int i = 0; i < 2 * pairs; i += 2) {
          sink.add(numbers.get(batch[i]), numbers.get(batch[i + 1]));
        }
        done += pairs;
      }
      return sink.take();
    }
  }
}
