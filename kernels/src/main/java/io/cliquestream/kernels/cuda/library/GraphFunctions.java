package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/**
 * The section "prepared graph": from an edge array on the device to an oriented, relabelled graph.
 * Steps are called in the order of the methods; the header says where to wait.
 */
public interface GraphFunctions {
  /** Device bytes of the working memory of a preparation. */
  @Symbol("cs_prepare_bytes")
  long preparationBytes(long pairs, long idBound);

  /** Cuts working memory into arrays. */
  @Symbol("cs_prepare_bind")
  void bindPreparation(long memory, long bytes, long pairs, long idBound, NativeRecord preparation);

  /** Device bytes of a prepared graph, an upper bound. */
  @Symbol("cs_graph_bytes")
  long graphBytes(long pairs, long idBound);

  /** Cuts a graph's memory into arrays. */
  @Symbol("cs_graph_bind")
  void bindGraph(long memory, long bytes, long pairs, long idBound, NativeRecord graph);

  /** Clears the counters. */
  @Symbol("cs_prepare_start")
  void start(NativeRecord preparation, long stream);

  /** Counts degrees of pairs on the device; as often as chunks arrive. */
  @Symbol("cs_prepare_accumulate")
  void accumulate(NativeRecord preparation, long pairs, long count, long stream);

  /** 32-bit words of a packed run of so many pairs. */
  @Symbol("cs_packed_words")
  long packedWords(long count);

  /** Packs a run of pairs on the host; its words, or 0 where it does not pack. */
  @Symbol("cs_pack_pairs")
  long packPairs(MemorySegment pairs, long count, MemorySegment packed);

  /** How many edges of a part of symmetric rows have their smaller vertex's row in it. */
  @Symbol("cs_row_pairs")
  long rowPairs(
      MemorySegment offsets, long vertices, MemorySegment neighbors, long first, long count);

  /** Packs so many of them; their words, or 0 where they do not pack. */
  @Symbol("cs_pack_rows")
  long packRows(
      MemorySegment offsets,
      long vertices,
      MemorySegment neighbors,
      long first,
      long count,
      long pairs,
      MemorySegment packed);

  /** Unpacks runs on the device to where their pairs belong, and counts degrees. */
  @Symbol("cs_prepare_unpack")
  void unpack(NativeRecord preparation, NativeRecord runs, long stream);

  /** Largest degree and number of vertices into a header in pinned memory. */
  @Symbol("cs_prepare_summarise")
  void summarise(NativeRecord preparation, NativeRecord header, long stream);

  /** Ranks by descending degree, ties by id. */
  @Symbol("cs_prepare_order_by_degree")
  void orderByDegree(
      NativeRecord preparation, NativeRecord header, NativeRecord graph, long stream);

  /** Orients and writes the sorted rows; fills another header in pinned memory. */
  @Symbol("cs_prepare_build")
  void build(
      NativeRecord preparation,
      NativeRecord header,
      long pairs,
      long count,
      NativeRecord graph,
      NativeRecord built,
      long stream);

  /**
   * Writes every edge of the last build once, in original ids; the device's header then says how
   * many.
   *
   * @param out device address of room for as many pairs as were built from
   */
  @Symbol("cs_prepare_deduplicate")
  void deduplicate(NativeRecord preparation, NativeRecord graph, long out, long stream);

  /**
   * Planner statistics.
   *
   * @param device device memory of the record's size
   * @param statistics the record in pinned memory
   */
  @Symbol("cs_graph_statistics_collect")
  void statistics(NativeRecord graph, long device, NativeRecord statistics, long stream);

  /**
   * Appends every edge of a part of symmetric rows once, smaller vertex first, in no order.
   *
   * @param offsets device address of the n + 1 row offsets
   * @param vertices n
   * @param neighbors device address of the part
   * @param first index of the part's first neighbour in the whole
   * @param count neighbours in the part
   * @param pairs device address of the pairs, room for every edge
   * @param written device address of the number of pairs so far, 0 before the first part
   */
  @Symbol("cs_graph_edges_from_rows")
  void edgesFromRows(
      long offsets,
      long vertices,
      long neighbors,
      long first,
      long count,
      long pairs,
      long written,
      long stream);
}
