package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.PinnedMemory;
import io.cliquestream.kernels.cuda.driver.DeviceFaultException;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.packed.PackedFeed;
import io.cliquestream.kernels.cuda.packed.PackedRuns;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.GraphInput;
import io.cliquestream.kernels.graph.RawEdges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes an edge array to a device as it was read and prepares it there: no rows, no sort and no
 * dense ids on the host. Ids far apart are renumbered first ({@link PairIds}). Loops are left out
 * while degrees are counted. Repeated edges show in the finished rows; then the device writes every
 * edge once, over the pairs it came from, and prepares those.
 *
 * <p>Pairs that pack go in half their bytes ({@link PackedFeed}). From the first that do not, the
 * blocks of the array are page-locked one by one while the device copies those before: 25 GB/s on
 * one thread, where copying them through staging brings 7 a thread. Where the system locks no more,
 * the rest goes through staging. Pairs that are renumbered all go that way: their ids seldom pack.
 */
final class PairFeed {
  private final Lane lane;
  private final CudaLibrary library;
  private final RawEdges raw;

  PairFeed(Lane lane, CudaLibrary library, RawEdges raw) {
    this.lane = lane;
    this.library = library;
    this.raw = raw;
  }

  /** Waits for the degrees and the finished graph, twice where edges repeat. */
  DeviceGraph build() {
    EdgeArray edges = raw.edges();
    try (DeviceMemory pairs = lane.allocate(Math.max(Long.BYTES, Long.BYTES * edges.size()));
        Locked locked = new Locked()) {
      return PairIds.of(raw) == PairIds.AS_READ
          ? asRead(edges, pairs, locked)
          : renumbered(edges, pairs, locked);
    }
  }

  private DeviceGraph asRead(EdgeArray edges, DeviceMemory pairs, Locked locked) {
    long start = System.nanoTime();
    boolean packs = PackedFeed.pays(lane, edges.size());
    if (!packs) {
      // Before memory for the preparation is taken: that goes on while the device copies.
      copy(edges, 0, pairs, locked);
    }
    long copied = System.nanoTime() - start;
    GraphPreparation preparation = new GraphPreparation(lane, library, edges.size(), raw.idBound());
    long packed = 0;
    if (packs) {
      packed = packed(edges, preparation, pairs);
      copy(edges, packed, pairs, locked);
      copied = System.nanoTime() - start;
    }
    return prepared(preparation, pairs, packed, raw.idBound(), copied);
  }

  /** Waits once more, for the number of ids. */
  private DeviceGraph renumbered(EdgeArray edges, DeviceMemory pairs, Locked locked) {
    long start = System.nanoTime();
    long copied;
    long ids;
    try (DenseIds dense = DenseIds.of(lane, library, raw)) {
      copy(edges, 0, dense.source(pairs), locked);
      copied = System.nanoTime() - start;
      ids = dense.renumber(pairs, edges.size());
    }
    return prepared(new GraphPreparation(lane, library, edges.size(), ids), pairs, 0, ids, copied);
  }

  /** Prepares all the pairs, and again each edge once where some repeat. */
  private DeviceGraph prepared(
      GraphPreparation preparation, DeviceMemory pairs, long counted, long ids, long copied) {
    long loops;
    long distinct;
    try (preparation) {
      prepare(preparation, pairs, counted, raw.pairs());
      loops = preparation.loops();
      if (preparation.duplicates() == 0) {
        return found(preparation.collected(copied), loops);
      }
      distinct = preparation.deduplicate(pairs);
    }
    preparation.discard();
    try (GraphPreparation again = new GraphPreparation(lane, library, distinct, ids)) {
      prepare(again, pairs, 0, distinct);
      return found(again.collected(copied), loops);
    }
  }

  /** Copies pairs as far as they pack, and counts their degrees; says how many. */
  private long packed(EdgeArray edges, GraphPreparation preparation, DeviceMemory pairs) {
    var runs = new PackedRuns.OfPairs(library.graph(), edges);
    return new PackedFeed(lane, library, runs, preparation, pairs).send();
  }

  /** Copies the pairs from one of them on as they are. */
  private void copy(EdgeArray edges, long first, DeviceMemory pairs, Locked locked) {
    long at = 0;
    for (int block = 0; block < edges.blockCount(); block++) {
      MemorySegment whole = edges.block(block);
      long skipped = Math.clamp(Long.BYTES * first - at, 0, whole.byteSize());
      if (skipped < whole.byteSize()) {
        MemorySegment part = whole.asSlice(skipped);
        locked.lock(part);
        lane.upload(part, pairs, at + skipped);
        lane.control().checkStopped();
      }
      at += whole.byteSize();
    }
  }

  /** What is page-locked; unlocked when the device has read it. */
  private final class Locked implements AutoCloseable {
    private final List<PinnedMemory> blocks = new ArrayList<>();
    private boolean refused;

    void lock(MemorySegment block) {
      if (refused) {
        return;
      }
      try {
        blocks.add(lane.device().pin(block));
      } catch (DeviceFaultException e) {
        throw e;
      } catch (ComputeException e) {
        refused = true;
      }
    }

    @Override
    public void close() {
      lane.drainBeforeUnlock();
      blocks.forEach(PinnedMemory::close);
    }
  }

  /** The degrees of the first pairs are counted already. */
  private void prepare(GraphPreparation preparation, DeviceMemory pairs, long counted, long count) {
    preparation.countDegrees(pairs, counted, count - counted);
    preparation.buildFromPairs(pairs, count);
    preparation.collect();
    lane.await();
  }

  private DeviceGraph found(DeviceGraph graph, long loops) {
    long edges = graph.statistics().edges();
    raw.found(
        new RawEdges.Found(
            graph.statistics().vertices(),
            edges,
            new GraphInput(raw.pairs(), loops, raw.pairs() - loops - edges)));
    return graph;
  }
}
