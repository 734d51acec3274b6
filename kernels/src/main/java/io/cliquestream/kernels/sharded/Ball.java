package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Marks an interval of roots and what lies within some steps of them, walking through vertices not
 * before the interval only: breadth first, level by level, each level in parallel.
 */
final class Ball implements AutoCloseable {
  private static final long ROOTS = 1 << 10;

  private final RootedGraph graph;
  private final VertexSubset members;
  private final long maximumVertices;
  private final Parallelism parallelism;
  private final AtomicLong count = new AtomicLong();
  private VertexSubset level;
  private VertexSubset nextLevel;
  private long firstRoot;

  /**
   * A ball that is marked in a set.
   *
   * @param maximumVertices members at which marking ends
   */
  Ball(RootedGraph graph, VertexSubset members, long maximumVertices, Parallelism parallelism) {
    this.graph = graph;
    this.members = members;
    this.maximumVertices = maximumVertices;
    this.parallelism = parallelism;
  }

  /**
   * Adds the roots between two positions of the order and what lies within {@code radius} steps to
   * the set, which is empty.
   *
   * @return false when there are too many; the set holds some of them then
   */
  boolean fill(long first, long end, int radius) {
    firstRoot = graph.atPosition(first);
    count.set(end - first);
    if (radius > 1 && level == null) {
      level = new VertexSubset(graph.vertexCount());
      nextLevel = new VertexSubset(graph.vertexCount());
    }
    parallelism.forRanges(
        end - first,
        ROOTS,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            var _ = members.add(graph.atPosition(first + i));
          }
        });
    boolean more = radius > 1;
    startLevel(more);
    parallelism.forRanges(
        end - first,
        ROOTS,
        (from, to) -> {
          StopMeter meter = parallelism.meter();
          for (long i = from; i < to && fits(); i++) {
            expand(graph.atPosition(first + i), more, meter);
          }
        });
    for (int step = 2; step <= radius && fits(); step++) {
      VertexSubset reached = nextLevel;
      nextLevel = level;
      level = reached;
      boolean further = step < radius;
      startLevel(further);
      level.forEach(
          parallelism,
          (vertex, meter) -> {
            if (fits()) {
              expand(vertex, further, meter);
            }
          });
    }
    return fits();
  }

  private void startLevel(boolean wanted) {
    if (wanted) {
      nextLevel.clear(parallelism);
    }
  }

  private boolean fits() {
    return count.get() <= maximumVertices;
  }

  private void expand(long vertex, boolean further, StopMeter meter) {
    long end = graph.rowOffset(vertex + 1);
    long added = 0;
    for (long i = graph.rowOffset(vertex); i < end; i++) {
      meter.work(2);
      long neighbor = graph.neighborAt(i);
      if (!members.contains(neighbor)
          && !graph.precedes(neighbor, firstRoot)
          && members.add(neighbor)) {
        added++;
        if (further) {
          var _ = nextLevel.add(neighbor);
        }
        if (added + count.get() > maximumVertices) {
          break;
        }
      }
    }
    count.addAndGet(added);
  }

  @Override
  public void close() {
    if (level != null) {
      level.close();
      nextLevel.close();
    }
  }
}
