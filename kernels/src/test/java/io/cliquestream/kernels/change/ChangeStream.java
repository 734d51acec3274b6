package io.cliquestream.kernels.change;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * A seeded stream of batches, and beside it the edges as a set that is changed one by one: the slow
 * way to know what the graph is.
 */
public final class ChangeStream {
  private final long seed;
  private final StreamKind kind;
  private final Random random;
  private final StreamKind.State state;
  private final TreeMap<Long, long[]> edges = new TreeMap<>();
  private final RandomGraph start;

  private ChangeStream(long seed, StreamKind kind, int largest) {
    this.seed = seed;
    this.kind = kind;
    this.random = new Random(seed * 31 + kind.ordinal());
    this.state = new StreamKind.State(largest);
    this.start = RandomGraph.of(seed, largest);
    start.edges().forEach(edge -> put(edge[0], edge[1]));
  }

  /** A stream; the kinds take turns with the seed, the graphs that they begin with too. */
  public static ChangeStream of(long seed, int largest) {
    StreamKind[] kinds = StreamKind.values();
    long which = Math.floorMod(seed, (long) kinds.length);
    return new ChangeStream(seed / kinds.length, kinds[(int) which], largest);
  }

  /** The graph that it begins with. */
  public Graph base() {
    return start.build();
  }

  private static long key(long first, long second) {
    return Math.min(first, second) << 32 | Math.max(first, second);
  }

  private boolean put(long first, long second) {
    return first != second && edges.put(key(first, second), new long[] {first, second}) == null;
  }

  /** The next batch, which has been done to the set of edges. */
  public EdgeBatch next() {
    EdgeBatch batch = EdgeBatch.withRoom(1 << 12);
    kind.draw(batch, new ArrayList<>(edges.values()), state, random);
    for (int i = 0; i < batch.size(); i++) {
      if (batch.inserts(i)) {
        put(batch.from(i), batch.to(i));
      } else {
        edges.remove(key(batch.from(i), batch.to(i)));
      }
    }
    return batch;
  }

  /** The edges now. */
  public List<long[]> edges() {
    return new ArrayList<>(edges.values());
  }

  /** The graph now, built from its edges. */
  public Graph rebuilt() {
    long[] ids = new long[2 * edges.size()];
    int used = 0;
    for (long[] edge : edges.values()) {
      ids[used++] = edge[0];
      ids[used++] = edge[1];
    }
    try (EdgeArray array = EdgeArray.of(ids)) {
      return GraphBuilder.build(array);
    }
  }

  @Override
  public String toString() {
    return kind + " with seed " + seed + " from " + start;
  }
}
