package io.cliquestream.worker.intake.assembly;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A delta's edges by the ids of its graph's vertices, where they came by positions in the delta's
 * own names. A name that the base has not becomes a vertex at the first inserted edge that has it,
 * so every worker numbers alike; a deleted edge with such a name is none.
 */
public final class DeltaNames implements AutoCloseable {
  private static final long UNKNOWN = -1;

  private final AssembledNames own;
  private final GraphNames base;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment ids;
  private final long held;
  private NameDictionary added;

  /**
   * @param own the delta's names; closed by the caller
   * @param base pinned by the caller
   */
  public DeltaNames(AssembledNames own, GraphNames base) {
    this.own = own;
    this.base = base;
    this.held = Math.max(1, own.size()) * Long.BYTES;
    own.account().reserveBeyondLimit(held);
    this.ids = arena.allocate(held, Long.BYTES);
    ids.fill((byte) UNKNOWN);
  }

  /** Inserted edges by ids; names that are new become vertices. The caller closes it. */
  public EdgeArray inserted(EdgeArray positions) {
    EdgeArray edges = EdgeArray.narrow();
    for (long i = 0; i < positions.size(); i++) {
      edges.add(insertedId(positions.from(i)), insertedId(positions.to(i)));
    }
    return edges;
  }

  /** Deleted edges by ids, without those of names that nobody has. The caller closes it. */
  public EdgeArray deleted(EdgeArray positions) {
    EdgeArray edges = EdgeArray.narrow();
    for (long i = 0; i < positions.size(); i++) {
      long from = knownId(positions.from(i));
      long to = knownId(positions.to(i));
      if (from != UNKNOWN && to != UNKNOWN) {
        edges.add(from, to);
      }
    }
    return edges;
  }

  /** The names of the version that the delta makes; the caller is its first user. */
  public GraphNames names() {
    if (added == null) {
      if (!base.tryPin()) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_DELTA_BASE_MISSING, "the base version was retired");
      }
      return base;
    }
    NameDictionary taken = added;
    added = null;
    return base.with(taken);
  }

  private long insertedId(long position) {
    long id = knownId(position);
    if (id != UNKNOWN) {
      return id;
    }
    if (added == null) {
      added = new NameDictionary(Long.MAX_VALUE);
    }
    id = base.size() + added.number(own.names().nameBytes(position));
    ids.setAtIndex(ValueLayout.JAVA_LONG, position, id);
    return id;
  }

  private long knownId(long position) {
    long id = ids.getAtIndex(ValueLayout.JAVA_LONG, position);
    if (id == UNKNOWN) {
      id = base.find(own.names().nameBytes(position));
      ids.setAtIndex(ValueLayout.JAVA_LONG, position, id);
    }
    return id;
  }

  @Override
  public void close() {
    arena.close();
    own.account().release(held);
    if (added != null) {
      added.close();
      added = null;
    }
  }
}
