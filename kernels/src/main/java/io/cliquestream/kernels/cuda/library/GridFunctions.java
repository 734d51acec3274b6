package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** The header {@code cliquestream_grid.h}: triangles of a graph that lies in parts on the host. */
public interface GridFunctions {
  /** Device bytes of a ranking. */
  @Symbol("cs_grid_ranking_bytes")
  long rankingBytes(long vertices);

  /** Cuts a ranking's memory into arrays. */
  @Symbol("cs_grid_ranking_bind")
  void bindRanking(long memory, long bytes, long vertices, NativeRecord ranking);

  /** Clears the header. */
  @Symbol("cs_grid_ranking_start")
  void startRanking(NativeRecord ranking, long stream);

  /** Degrees of a slice of the vertices, out of one offset more on the device. */
  @Symbol("cs_grid_ranking_degrees")
  void degrees(NativeRecord ranking, long offsets, long first, long count, long stream);

  /** Ranks by id, on the device; fills a header in pinned memory. */
  @Symbol("cs_grid_ranking_finish")
  void finishRanking(NativeRecord ranking, long rankById, NativeRecord header, long stream);

  /** Device bytes of a chunk. */
  @Symbol("cs_grid_chunk_bytes")
  long chunkBytes(long entries, long rows, int classes);

  /** Cuts a chunk's memory into arrays. */
  @Symbol("cs_grid_chunk_bind")
  void bindChunk(long memory, long bytes, long entries, long rows, int classes, NativeRecord chunk);

  /**
   * Splits the rows that lie in a chunk into arcs of parts.
   *
   * @param totals device address of the parts' arcs so far
   * @param counts in pinned memory
   */
  @Symbol("cs_grid_chunk_split")
  void split(
      NativeRecord chunk,
      long rankById,
      long active,
      long firstRow,
      long rows,
      long entries,
      long totals,
      MemorySegment counts,
      long stream);

  /** Device bytes of a part. */
  @Symbol("cs_grid_part_bytes")
  long partBytes(long arcs, long classSize);

  /** Cuts a part's memory into arrays. */
  @Symbol("cs_grid_part_bind")
  void bindPart(long memory, long bytes, long arcs, long classSize, NativeRecord part);

  /** Says where the rows of a part are that arrives. */
  @Symbol("cs_grid_part_index")
  void index(NativeRecord part, long arcs, long rows, long rowCount, long stream);

  /** Device bytes of a part by targets. */
  @Symbol("cs_grid_turned_bytes")
  long turnedBytes(long arcs, long classSize);

  /** Cuts the memory of a part by targets into arrays. */
  @Symbol("cs_grid_turned_bind")
  void bindTurned(long memory, long bytes, long arcs, long classSize, NativeRecord turned);

  /** Writes a part by targets. */
  @Symbol("cs_grid_turn")
  void turn(NativeRecord turned, NativeRecord part, long stream);

  /** Adds the triangles of a share of a task to a counter on the device. */
  @Symbol("cs_grid_count")
  void count(
      NativeRecord turned,
      NativeRecord ik,
      NativeRecord jk,
      NativeRecord slice,
      long deviceCount,
      long stream);

  /** Units of work of all tasks together, to a 64-bit counter on the device. */
  @Symbol("cs_grid_units")
  void units(long units, long deviceUnits, long stream);

  /** Copies in either direction. */
  @Symbol("cs_grid_copy")
  void copy(long to, long from, long bytes, long stream);

  /** Copies extents of host memory, one after the other. */
  @Symbol("cs_grid_gather")
  void gather(long to, MemorySegment extents, long count, long stream);

  /** What follows on a side stream waits for the main one. */
  @Symbol("cs_grid_fork")
  void fork(NativeRecord lanes, int side);

  /** What follows on the main stream waits for a side one. */
  @Symbol("cs_grid_join")
  void join(NativeRecord lanes, int side);
}
