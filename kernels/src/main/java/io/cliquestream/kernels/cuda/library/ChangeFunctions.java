package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** Graphs that change: batches of changed edges, and counts from the changes alone. */
public interface ChangeFunctions {
  /** Device bytes of an evolving graph beside its pool; 0 for sizes past the bounds. */
  @Symbol("cs_evolving_bytes")
  long bytes(long idBound, long mostChanges, long hubRows);

  /** Cuts an evolving graph's memory into arrays. */
  @Symbol("cs_evolving_bind")
  void bind(
      long memory,
      long size,
      long idBound,
      long mostChanges,
      long hubRows,
      long hubDegree,
      NativeRecord evolving);

  /** Units of 32 bytes that a pool of so many symmetric ids in so many rows needs at most. */
  @Symbol("cs_evolving_units")
  long units(long ids, long rows);

  /**
   * Fills the graph from symmetric rows on the device.
   *
   * @param pool device address of {@code poolUnits} units
   */
  @Symbol("cs_evolving_load")
  void load(
      NativeRecord evolving, long pool, long poolUnits, long offsets, long neighbors, long stream);

  /** Moves all rows to another pool, without gaps. */
  @Symbol("cs_evolving_move")
  void move(NativeRecord evolving, long pool, long poolUnits, long stream);

  /**
   * The rows as edges, each once.
   *
   * @param written device address of 64 bits that are 0
   */
  @Symbol("cs_evolving_edges")
  void edges(NativeRecord evolving, long pairs, long written, long stream);

  /**
   * Applies a batch.
   *
   * @param changes address of {@code count} records {@code cs_change} in pinned memory or on the
   *     device
   * @param header in pinned memory
   */
  @Symbol("cs_evolving_apply")
  void apply(
      NativeRecord evolving, MemorySegment changes, long count, NativeRecord header, long stream);

  /**
   * Triangles that the batch made appear and vanish.
   *
   * @param byVertex device address of 64-bit counts by id, or 0
   * @param header in pinned memory
   */
  @Symbol("cs_evolving_triangles")
  void triangles(NativeRecord evolving, long byVertex, NativeRecord header, long stream);

  /** Device bytes that {@link #cliques} works in. */
  @Symbol("cs_evolving_cliques_bytes")
  long cliquesBytes(NativeRecord evolving, int k, long listIds, long matrixWords);

  /** k-cliques that the batch made appear and vanish. */
  @Symbol("cs_evolving_cliques")
  void cliques(
      NativeRecord evolving,
      int k,
      long listIds,
      long matrixWords,
      long memory,
      long bytes,
      NativeRecord header,
      long stream);

  /** Plans a pattern, on the host alone. */
  @Symbol("cs_change_pattern_plan")
  void planPattern(int vertices, MemorySegment adjacency, NativeRecord pattern);

  /** Device bytes that {@link #pattern} works in. */
  @Symbol("cs_evolving_pattern_bytes")
  long patternBytes(NativeRecord evolving);

  /** Matches of a pattern that the batch made appear and vanish. */
  @Symbol("cs_evolving_pattern")
  void pattern(
      NativeRecord evolving,
      NativeRecord pattern,
      long memory,
      long bytes,
      NativeRecord header,
      long stream);

  /** Makes the graph after the batch the one before the next. */
  @Symbol("cs_evolving_settle")
  void settle(NativeRecord evolving, long stream);
}
