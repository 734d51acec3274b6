package io.cliquestream.kernels.cuda.grid;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.GridFunctions;
import io.cliquestream.kernels.cuda.library.RecordLayout;
import io.cliquestream.kernels.memory.ScratchArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a graph in host memory: what chunk after chunk leaves of their arcs and rows, one
 * after the other in page-locked blocks; 4 bytes an arc and 8 a row. A part is its pieces in their
 * order. Memory that the system does not lock is copied all the same, while the lane waits.
 */
final class HostParts implements AutoCloseable {
  static final int ARC_BYTES = Integer.BYTES;
  static final int ROW_BYTES = 2 * Integer.BYTES;

  private static final long BLOCK = 64L << 20;
  private static final long PAGE = 4096;

  private final Lane lane;
  private final GridFunctions functions;
  private final RecordLayout extentLayout;
  private final List<ScratchArena> arenas = new ArrayList<>();
  private final List<MemorySegment> blocks = new ArrayList<>();
  private final PageLocks locks;
  private final List<List<Piece>> arcPieces = new ArrayList<>();
  private final List<List<Piece>> rowPieces = new ArrayList<>();
  private final long[] arcs;
  private final long[] rows;
  private long used;

  /** Bytes of all blocks, from one of them on. */
  private record Piece(long from, long bytes) {}

  HostParts(Lane lane, CudaLibrary library, int parts) {
    this.lane = lane;
    this.functions = library.grid();
    this.locks = new PageLocks(lane.device());
    this.extentLayout = library.layout("cs_grid_extent");
    this.arcs = new long[parts];
    this.rows = new long[parts];
    for (int part = 0; part < parts; part++) {
      arcPieces.add(new ArrayList<>());
      rowPieces.add(new ArrayList<>());
    }
  }

  /**
   * Takes what a chunk was split into.
   *
   * @param counts rows · 2^32 + arcs of each part in it
   * @param arcsAt device address of the arcs, part after part
   * @param rowsAt of the rows
   * @param stream for the copies
   * @return bytes that are copied
   */
  long take(long[] counts, long arcsAt, long rowsAt, long stream) {
    long before = used;
    long arcBytes = 0;
    for (int part = 0; part < counts.length; part++) {
      long bytes = (counts[part] & 0xffff_ffffL) * ARC_BYTES;
      add(arcPieces.get(part), before + arcBytes, bytes);
      arcs[part] += bytes / ARC_BYTES;
      arcBytes += bytes;
    }
    // Rows are of two words; blocks are cut at multiples of them.
    long rowsFrom = (before + arcBytes + ROW_BYTES - 1) / ROW_BYTES * ROW_BYTES;
    long rowBytes = 0;
    for (int part = 0; part < counts.length; part++) {
      long bytes = (counts[part] >>> 32) * ROW_BYTES;
      add(rowPieces.get(part), rowsFrom + rowBytes, bytes);
      rows[part] += bytes / ROW_BYTES;
      rowBytes += bytes;
    }
    used = rowsFrom + rowBytes;
    write(before, arcsAt, arcBytes, stream);
    write(rowsFrom, rowsAt, rowBytes, stream);
    return arcBytes + rowBytes;
  }

  private static void add(List<Piece> pieces, long from, long bytes) {
    if (bytes > 0) {
      pieces.add(new Piece(from, bytes));
    }
  }

  private void write(long from, long device, long bytes, long stream) {
    for (long at = 0; at < bytes; ) {
      long start = from + at;
      long length = Math.min(bytes - at, BLOCK - start % BLOCK);
      long to = block((int) (start / BLOCK)).address() + start % BLOCK;
      long source = device + at;
      LaneCalls.enqueue(lane, () -> functions.copy(to, source, length, stream));
      at += length;
    }
  }

  private MemorySegment block(int index) {
    while (blocks.size() <= index) {
      lane.control().checkStopped();
      ScratchArena arena = ScratchArena.open(lane.control().memory());
      arenas.add(arena);
      MemorySegment block = arena.allocate(BLOCK, PAGE);
      blocks.add(block);
      boolean _ = locks.lock(block); // if not, copies go through the driver's own memory
    }
    return blocks.get(index);
  }

  /** Copies a part's arcs to the device. */
  void bringArcs(int part, long to, long stream) {
    bring(arcPieces.get(part), to, stream);
  }

  /** Copies a part's rows to the device. */
  void bringRows(int part, long to, long stream) {
    bring(rowPieces.get(part), to, stream);
  }

  private void bring(List<Piece> pieces, long to, long stream) {
    List<Piece> extents = new ArrayList<>();
    for (Piece piece : pieces) {
      for (long at = 0; at < piece.bytes(); ) {
        long start = piece.from() + at;
        long length = Math.min(piece.bytes() - at, BLOCK - start % BLOCK);
        long address = blocks.get((int) (start / BLOCK)).address() + start % BLOCK;
        extents.add(new Piece(address, length));
        at += length;
      }
    }
    if (extents.isEmpty()) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      long size = extentLayout.bytes();
      long addressAt = extentLayout.field("address").offset();
      long bytesAt = extentLayout.field("bytes").offset();
      MemorySegment records = arena.allocate(extents.size() * size, Long.BYTES);
      for (int i = 0; i < extents.size(); i++) {
        records.set(ValueLayout.JAVA_LONG, i * size + addressAt, extents.get(i).from());
        records.set(ValueLayout.JAVA_LONG, i * size + bytesAt, extents.get(i).bytes());
      }
      LaneCalls.enqueue(lane, () -> functions.gather(to, records, extents.size(), stream));
    }
  }

  int count() {
    return arcs.length;
  }

  long arcs(int part) {
    return arcs[part];
  }

  long rows(int part) {
    return rows[part];
  }

  /** Bytes of a part on its way to the device. */
  long bytes(int part) {
    return arcs[part] * ARC_BYTES + rows[part] * ROW_BYTES;
  }

  /** Whether all of it is page-locked. */
  boolean isLocked() {
    return locks.all();
  }

  /** Bytes of all parts. */
  long bytes() {
    return used;
  }

  /** Gives the memory back; no copy may be under way. */
  @Override
  public void close() {
    locks.close();
    arenas.forEach(ScratchArena::close);
  }
}
