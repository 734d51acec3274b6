package io.cliquestream.worker.graphs.rows;

import io.cliquestream.kernels.change.BatchTotals;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.rows.GraphAssembly;
import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphMemory;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.worker.memory.HostMemory;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The rows of one version, which it shares with the versions before and after it in its {@link
 * RowFamily}: a version that a delta makes costs time and memory in the size of the delta, and a
 * whole graph of it is made only for whoever leases it. Good until it is closed. Thread-safe.
 */
public final class VersionRows implements AutoCloseable {
  /**
   * A version and what the batch that made it came to.
   *
   * @param rows for the caller to close
   * @param totals edges that came and went, and those that changed nothing
   */
  public record Made(VersionRows rows, BatchTotals totals) {}

  private final RowFamily family;
  private final long number;
  private final GraphVersion graph;
  private final AtomicBoolean open = new AtomicBoolean(true);

  /**
   * @param graph closed with this
   */
  VersionRows(RowFamily family, long number, GraphVersion graph) {
    this.family = family;
    this.number = number;
    this.graph = graph;
  }

  /**
   * Begins a family at a graph.
   *
   * @param base readable until it is released
   * @param baseBytes that its owner has entered into the account
   * @param release called once, when no version needs the base any more
   * @param number of the version in the store
   */
  public static VersionRows begin(
      PreparedGraph base, long baseBytes, Runnable release, long number, HostMemory memory) {
    return new RowFamily(base, baseBytes, release, number, memory).first();
  }

  /** Another user of the same version. */
  public VersionRows share() {
    return family.share(this);
  }

  /** Whether the next version can be made of this one: nobody made one of it before. */
  public boolean isNewest() {
    return family.isNewest(graph);
  }

  /**
   * Makes the next version.
   *
   * @param number of it in the store
   * @return empty when one was made of this before
   * @throws io.cliquestream.kernels.failure.ComputeException GRAPH_TOO_LARGE; nothing is changed
   */
  public Optional<Made> next(EdgeBatch batch, long number) {
    return family.next(graph, batch, number);
  }

  /** Whether the changes from this one to the other can be told. */
  public boolean isBefore(VersionRows newer) {
    return family == newer.family && graph.sequence() <= newer.graph.sequence();
  }

  /** The versions that it shares rows with. */
  public RowFamily family() {
    return family;
  }

  /** Of the version in the store. */
  public long number() {
    return number;
  }

  /** The version, for the algorithms of the compute library. */
  public GraphVersion graph() {
    return graph;
  }

  /** How far it is from the others of its family. */
  public RowPosition position() {
    return new RowPosition(family.id(), graph.changesSoFar());
  }

  /** Bytes of a whole graph of it. */
  public long graphBytes() {
    return GraphMemory.graphBytes(graph.vertexTotal(), graph.edgeCount());
  }

  /**
   * Visits every edge once, as a whole graph would: sources ascend by id, and the targets of each.
   * Takes memory of one row and 8 bytes a slot.
   */
  public void forEachEdge(SimpleGraph.EdgeVisitor visitor) {
    RowView view = graph.rows();
    StageRows rows = StageRows.of(view);
    var row = new IntBuffer();
    var targets = new long[16];
    for (int slot : GraphAssembly.vertices(view)) {
      int length = rows.read(slot, row);
      if (targets.length < length) {
        targets = new long[Math.max(length, 2 * targets.length)];
      }
      long from = view.id(slot);
      int higher = 0;
      for (int i = 0; i < length; i++) {
        long to = view.id(row.values()[i]);
        if (Long.compareUnsigned(to, from) > 0) {
          // Signed numbers in the order of the unsigned ones.
          targets[higher++] = to ^ Long.MIN_VALUE;
        }
      }
      Arrays.sort(targets, 0, higher);
      for (int i = 0; i < higher; i++) {
        visitor.edge(from, targets[i] ^ Long.MIN_VALUE);
      }
    }
  }

  /** A whole graph of it, which the caller closes. */
  public Graph assemble() {
    return GraphAssembly.of(graph.rows(), Parallelism.available());
  }

  /** The version is not needed any more; a second call does nothing. */
  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      graph.close();
      family.givenBack();
    }
  }
}
