package io.cliquestream.kernels.cuda.grid;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.GridFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.memory.BinarySearch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The rows of a host graph to the arcs of parts: ranks first, out of the offsets alone; then chunks
 * of whole rows. While a chunk is split the next one goes up and the one before goes down; both lie
 * in memory of their own, which a chunk gets once the one before the last is gone from there.
 */
final class RowsToParts implements AutoCloseable {
  private final Lane lane;
  private final CudaLibrary library;
  private final GridFunctions functions;
  private final Graph host;
  private final DeviceMemory ranks;
  private final PinnedRows offsets;
  private long active;
  private long maximumDegree;
  private long upBytes;
  private long downBytes;
  private boolean locked = true;

  RowsToParts(Lane lane, CudaLibrary library, Graph host) {
    this.lane = lane;
    this.library = library;
    this.functions = library.grid();
    this.host = host;
    this.ranks = lane.allocate((long) Integer.BYTES * host.vertexCount());
    this.offsets = new PinnedRows(lane, functions, host.offsets());
  }

  /** Ranks the vertices by degree; waits. */
  void rank() {
    long vertices = host.vertexCount();
    long bytes = functions.rankingBytes(vertices);
    long slice = Math.min(vertices, GridPolicy.OFFSETS);
    NativeRecord ranking = library.allocate("cs_grid_ranking", Arena.ofAuto());
    var layout = library.layout("cs_grid_header");
    NativeRecord header = new NativeRecord(layout, lane.host(layout.bytes()));
    try (DeviceMemory working = lane.allocate(bytes);
        DeviceMemory arrived = lane.allocate(Long.BYTES * (slice + 1))) {
      functions.bindRanking(working.address(), bytes, vertices, ranking);
      LaneCalls.enqueue(lane, () -> functions.startRanking(ranking, lane.stream()));
      for (long first = 0; first < vertices; first += slice) {
        long from = first;
        long count = Math.min(slice, vertices - first);
        bringOffsets(first, count, arrived, 0, lane.stream());
        LaneCalls.enqueue(
            lane, () -> functions.degrees(ranking, arrived.address(), from, count, lane.stream()));
      }
      LaneCalls.enqueue(
          lane, () -> functions.finishRanking(ranking, ranks.address(), header, lane.stream()));
      lane.await();
    }
    active = header.get("active");
    maximumDegree = header.get("max_degree");
  }

  /** One offset more than there are rows. */
  private void bringOffsets(long first, long rows, DeviceMemory memory, long offset, long stream) {
    long bytes = Long.BYTES * (rows + 1);
    offsets.bring(Long.BYTES * first, bytes, memory, offset, stream);
    upBytes += bytes;
  }

  /** Vertices with a neighbour. */
  long active() {
    return active;
  }

  long maximumDegree() {
    return maximumDegree;
  }

  long upBytes() {
    return upBytes;
  }

  long downBytes() {
    return downBytes;
  }

  /** Whether the graph's memory was page-locked, so that nothing had to be staged. */
  boolean isLocked() {
    return locked;
  }

  /** Splits all rows; waits. */
  void split(int classes, GridPlanner.Chunk size, HostParts parts, GridStreams streams) {
    new Split(classes, size, parts, streams).run();
  }

  /** One pass over the rows. */
  private final class Split {
    private final int classes;
    private final GridPlanner.Chunk size;
    private final HostParts parts;
    private final GridStreams streams;
    private final NativeRecord[] chunks = new NativeRecord[2];
    private final DeviceMemory[] memory = new DeviceMemory[2];

    Split(int classes, GridPlanner.Chunk size, HostParts parts, GridStreams streams) {
      this.classes = classes;
      this.size = size;
      this.parts = parts;
      this.streams = streams;
    }

    void run() {
      int count = classes * classes;
      long bytes = functions.chunkBytes(size.entries(), size.rows(), classes);
      MemorySegment counts = lane.host((long) Long.BYTES * count);
      try (DeviceMemory first = lane.allocate(bytes);
          DeviceMemory second = lane.allocate(bytes);
          DeviceMemory totals = lane.allocate((long) Long.BYTES * count);
          PinnedRows rows = new PinnedRows(lane, functions, host.neighbors());
          Settled _ = new Settled()) {
        memory[0] = first;
        memory[1] = second;
        for (int i = 0; i < chunks.length; i++) {
          chunks[i] = library.allocate("cs_grid_chunk", Arena.ofAuto());
          functions.bindChunk(
              memory[i].address(), bytes, size.entries(), size.rows(), classes, chunks[i]);
        }
        lane.fill(totals, (byte) 0);
        long from = 0;
        long end = borderAfter(0);
        bring(0, from, end, rows);
        for (int number = 0; from < host.vertexCount(); number++) {
          streams.join(GridStreams.UP);
          streams.join(GridStreams.DOWN); // of the chunk before: its memory is the next one's
          long next = borderAfter(end);
          if (end < host.vertexCount()) {
            bring(number + 1, end, next, rows);
          }
          splitChunk(chunks[number % 2], from, end, totals, counts);
          lane.await();
          streams.fork(GridStreams.DOWN);
          downBytes +=
              parts.take(
                  counts.toArray(ValueLayout.JAVA_LONG),
                  chunks[number % 2].get("arcs"),
                  chunks[number % 2].get("rows"),
                  streams.side(GridStreams.DOWN));
          lane.control().workDone((double) (host.offset((int) end) - host.offset((int) from)));
          from = end;
          end = next;
        }
        streams.join(GridStreams.DOWN);
        lane.await();
        locked &= rows.isLocked() && offsets.isLocked();
      }
      check();
    }

    /** Copies read and write host memory until they have ended, whatever becomes of the job. */
    private final class Settled implements AutoCloseable {
      @Override
      public void close() {
        streams.settle();
      }
    }

    /** The first vertex whose row is not in the chunk that begins with one. */
    private long borderAfter(long first) {
      long most = Math.min(host.vertexCount(), first + size.rows());
      if (first >= most) {
        return first;
      }
      long limit = host.offset((int) first) + size.entries();
      // A row has no more neighbours than a chunk takes.
      return BinarySearch.firstLong(host.offsets(), first + 2, most + 1, limit + 1) - 1;
    }

    private void bring(int number, long first, long end, PinnedRows rows) {
      NativeRecord chunk = chunks[number % 2];
      DeviceMemory area = memory[number % 2];
      long stream = streams.side(GridStreams.UP);
      streams.fork(GridStreams.UP);
      bringOffsets(first, end - first, area, chunk.get("offsets") - area.address(), stream);
      long from = Integer.BYTES * host.offset((int) first);
      long bytes = Integer.BYTES * host.offset((int) end) - from;
      rows.bring(from, bytes, area, chunk.get("entries") - area.address(), stream);
      upBytes += bytes;
    }

    private void splitChunk(
        NativeRecord chunk, long first, long end, DeviceMemory totals, MemorySegment counts) {
      long entries = host.offset((int) end) - host.offset((int) first);
      LaneCalls.enqueue(
          lane,
          () ->
              functions.split(
                  chunk,
                  ranks.address(),
                  active,
                  first,
                  end - first,
                  entries,
                  totals.address(),
                  counts,
                  lane.stream()));
    }

    private void check() {
      long arcs = 0;
      for (int part = 0; part < parts.count(); part++) {
        arcs += parts.arcs(part);
      }
      if (arcs != host.edgeCount()) {
        throw new ComputeException(
            FailureCode.INTERNAL,
            "the parts of a graph of %d edges have %d arcs".formatted(host.edgeCount(), arcs));
      }
    }
  }

  /** Gives memory back, once more for nothing. */
  void release() {
    lane.drainBeforeUnlock();
    offsets.close();
    ranks.close();
  }

  @Override
  public void close() {
    release();
  }
}
