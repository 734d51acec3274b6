package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.DenseIdsFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.graph.RawEdges;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Renumbers pairs on a device: the number of an id is how many smaller ones there are. Its memory
 * goes back before the preparation takes its own.
 */
abstract sealed class DenseIds implements AutoCloseable {
  final Lane lane;
  final DenseIdsFunctions functions;
  final NativeRecord record;
  final DeviceMemory memory;
  private final MemorySegment count;

  private DenseIds(Lane lane, CudaLibrary library, String record, long bytes) {
    this.lane = lane;
    this.functions = library.denseIds();
    this.record = library.allocate(record, Arena.ofAuto());
    this.memory = lane.allocate(bytes);
    this.count = lane.host(Integer.BYTES);
  }

  /** Takes memory for the ids of pairs that are {@link PairIds#MARKED} or sorted. */
  static DenseIds of(Lane lane, CudaLibrary library, RawEdges raw) {
    return raw.edges().isWide()
        ? new Sorted(lane, library, raw)
        : new Marked(lane, library, raw.idBound());
  }

  /**
   * Where the pairs are to be copied as they were read.
   *
   * @param pairs where they will lie renumbered
   */
  abstract DeviceMemory source(DeviceMemory pairs);

  /**
   * Renumbers pairs that were copied; waits for how many ids there are, for nothing after.
   *
   * @return every id is smaller now
   */
  final long renumber(DeviceMemory pairs, long pairCount) {
    LaneCalls.enqueue(lane, () -> number(pairs, pairCount, count));
    lane.await();
    LaneCalls.enqueue(lane, () -> write(pairs, pairCount));
    return Integer.toUnsignedLong(count.get(ValueLayout.JAVA_INT, 0));
  }

  abstract void number(DeviceMemory pairs, long pairCount, MemorySegment found);

  abstract void write(DeviceMemory pairs, long pairCount);

  @Override
  public void close() {
    memory.close();
  }

  private static final class Marked extends DenseIds {
    Marked(Lane lane, CudaLibrary library, long idBound) {
      super(lane, library, "cs_marked_ids", library.denseIds().markedBytes(idBound));
      functions.bindMarked(memory.address(), memory.bytes(), idBound, record);
      LaneCalls.enqueue(lane, () -> functions.startMarked(record, lane.stream()));
    }

    @Override
    DeviceMemory source(DeviceMemory pairs) {
      return pairs;
    }

    @Override
    void number(DeviceMemory pairs, long pairCount, MemorySegment found) {
      functions.addMarked(record, pairs.address(), pairCount, lane.stream());
      functions.numberMarked(record, found, lane.stream());
    }

    @Override
    void write(DeviceMemory pairs, long pairCount) {
      functions.renumberMarked(record, pairs.address(), pairCount, lane.stream());
    }
  }

  private static final class Sorted extends DenseIds {
    private final DeviceMemory wide;
    private final int idBits;

    Sorted(Lane lane, CudaLibrary library, RawEdges raw) {
      super(lane, library, "cs_sorted_ids", library.denseIds().sortedBytes(raw.pairs()));
      this.wide = lane.allocate(2L * Long.BYTES * raw.pairs());
      this.idBits = Long.SIZE - Long.numberOfLeadingZeros(raw.edges().idBits());
      functions.bindSorted(memory.address(), memory.bytes(), raw.pairs(), record);
    }

    @Override
    DeviceMemory source(DeviceMemory pairs) {
      return wide;
    }

    @Override
    void number(DeviceMemory pairs, long pairCount, MemorySegment found) {
      functions.numberSorted(record, wide.address(), pairCount, idBits, found, lane.stream());
    }

    @Override
    void write(DeviceMemory pairs, long pairCount) {
      functions.renumberSorted(record, wide.address(), pairCount, pairs.address(), lane.stream());
    }

    @Override
    public void close() {
      wide.close();
      super.close();
    }
  }
}
