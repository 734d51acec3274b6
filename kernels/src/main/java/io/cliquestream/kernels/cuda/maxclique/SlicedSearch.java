package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CliqueNumberFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * A search for maximum cliques on a device, in time slices.
 *
 * <p>After every slice the lane waits, so that other lanes get their turn, a stop is heeded within
 * a slice, and cliques found are fetched before their list is full. When the job is stopped the
 * header still holds the bounds of the last slice.
 */
abstract class SlicedSearch<F extends CliqueNumberFunctions> implements AutoCloseable {
  final Lane lane;
  final F functions;
  final NativeRecord input;
  final NativeRecord options;
  final NativeRecord work;
  final NativeRecord header;
  private final MemorySegment clique;
  private final MemorySegment raised;
  private final DeviceMemory memory;
  private long begunNanos;

  /**
   * Takes memory for a search.
   *
   * @param family what the library's records of the search begin with
   * @param longest longest row searched
   * @param budget most device bytes to take
   * @param tooLittle what is said when they are too few
   * @throws ComputeException JOB_MEMORY_EXCEEDED, or GRAPH_TOO_LARGE for a row past the kernels'
   *     bound
   */
  SlicedSearch(
      Lane lane,
      CudaLibrary library,
      F functions,
      String family,
      NativeRecord input,
      NativeRecord options,
      long longest,
      long budget,
      String tooLittle) {
    this.lane = lane;
    this.functions = functions;
    this.input = input;
    this.options = options;
    Arena arena = Arena.ofAuto();
    this.work = library.allocate(family + "_work", arena);
    NativeRecord sizes = library.allocate(family + "_sizes", arena);
    if (!functions.plan(input, longest, options, budget, sizes)) {
      throw new ComputeException(FailureCode.JOB_MEMORY_EXCEEDED, tooLittle);
    }
    var layout = library.layout(family + "_header");
    this.header = new NativeRecord(layout, lane.host(layout.bytes()));
    this.clique = lane.host((longest + 1) * Integer.BYTES);
    this.raised = lane.host(Integer.BYTES);
    this.memory = lane.allocate(sizes.get("bytes"));
    functions.bind(memory.address(), input, options, sizes, work);
  }

  /** Enqueues a slice and waits for its end. */
  final void slice() {
    begunNanos = System.nanoTime();
    LaneCalls.enqueue(
        lane, () -> functions.search(input, options, work, lane.stopWord(), header, lane.stream()));
    lane.await();
  }

  /** Says how much of the phase the slice that ended has done. */
  final void did(double part) {
    lane.control().workDone(part);
    lane.control().sliceDone(begunNanos, part);
  }

  /**
   * Hands over the cliques listed since the last time, and empties the list.
   *
   * @param slotWords words of each
   * @param size vertices of each; 0: the first word says how many, 0 for none
   */
  final void fetch(int slotWords, int size, CliqueCollector collector) {
    int listed = (int) header.get("listed");
    if (listed == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      long slotBytes = (long) slotWords * Integer.BYTES;
      MemorySegment list = arena.allocate(listed * slotBytes, Long.BYTES);
      lane.download(memory, work.get("list") - memory.address(), list);
      int[] vertices = new int[slotWords];
      for (int i = 0; i < listed; i++) {
        long at = i * slotBytes;
        int found = size > 0 ? size : list.get(ValueLayout.JAVA_INT, at);
        if (found > 0) {
          long from = size > 0 ? at : at + Integer.BYTES;
          MemorySegment.copy(list, ValueLayout.JAVA_INT, from, vertices, 0, found);
          collector.add(vertices, found);
        }
      }
    }
    LaneCalls.enqueue(lane, () -> functions.listTaken(work, lane.stream()));
  }

  /** The vertices of one largest clique found so far, ascending; works after a stop too. */
  final int[] witness() {
    int found = (int) header.get("bound");
    LaneCalls.enqueue(lane, () -> functions.witness(work, clique, found, lane.stream()));
    lane.await();
    int[] vertices = clique.asSlice(0, (long) found * Integer.BYTES).toArray(ValueLayout.JAVA_INT);
    Arrays.sort(vertices);
    return vertices;
  }

  /** Writes a bound that a clique elsewhere has proven; between two slices. */
  final void writeBound(int size) {
    raised.set(ValueLayout.JAVA_INT, 0, size);
    long field = header.layout().field("bound").offset();
    lane.upload(raised, memory, work.get("header") - memory.address() + field);
  }

  /** Proven: no clique has more vertices. */
  final int upperBound() {
    return (int) header.get("upper");
  }

  /** Device bytes in use. */
  final long workingBytes() {
    return memory.bytes();
  }

  @Override
  public final void close() {
    memory.close();
  }
}
