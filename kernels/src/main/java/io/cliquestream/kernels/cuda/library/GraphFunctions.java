package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The section "prepared graph": from an edge array on the device to an oriented, relabelled graph.
 * Steps are called in the order of the methods; the header says where to wait.
 */
public final class GraphFunctions {
  private final MethodHandle preparationBytes;
  private final MethodHandle bindPreparation;
  private final MethodHandle graphBytes;
  private final MethodHandle bindGraph;
  private final MethodHandle start;
  private final MethodHandle accumulate;
  private final MethodHandle summarise;
  private final MethodHandle orderByDegree;
  private final MethodHandle build;
  private final MethodHandle collectStatistics;
  private final MethodHandle edgesFromRows;

  GraphFunctions(CudaLibrary library) {
    preparationBytes = library.sizeFunction("cs_prepare_bytes", WORD, WORD);
    bindPreparation = library.statusFunction("cs_prepare_bind", WORD, WORD, WORD, WORD, RECORD);
    graphBytes = library.sizeFunction("cs_graph_bytes", WORD, WORD);
    bindGraph = library.statusFunction("cs_graph_bind", WORD, WORD, WORD, WORD, RECORD);
    start = library.statusFunction("cs_prepare_start", RECORD, WORD);
    accumulate = library.statusFunction("cs_prepare_accumulate", RECORD, WORD, WORD, WORD);
    summarise = library.statusFunction("cs_prepare_summarise", RECORD, RECORD, WORD);
    orderByDegree =
        library.statusFunction("cs_prepare_order_by_degree", RECORD, RECORD, RECORD, WORD);
    build =
        library.statusFunction(
            "cs_prepare_build", RECORD, RECORD, WORD, WORD, RECORD, RECORD, WORD);
    collectStatistics =
        library.statusFunction("cs_graph_statistics_collect", RECORD, WORD, RECORD, WORD);
    edgesFromRows =
        library.statusFunction(
            "cs_graph_edges_from_rows", WORD, WORD, WORD, WORD, WORD, WORD, WORD, WORD);
  }

  /** Device bytes of the working memory of a preparation. */
  public long preparationBytes(long pairs, long idBound) {
    return CudaLibrary.size(
        "cs_prepare_bytes", () -> (long) preparationBytes.invokeExact(pairs, idBound));
  }

  /** Cuts working memory into arrays. */
  public void bindPreparation(
      long memory, long bytes, long pairs, long idBound, NativeRecord preparation) {
    MemorySegment out = preparation.memory();
    CudaLibrary.enqueue(
        "cs_prepare_bind",
        () -> (int) bindPreparation.invokeExact(memory, bytes, pairs, idBound, out));
  }

  /** Device bytes of a prepared graph, an upper bound. */
  public long graphBytes(long pairs, long idBound) {
    return CudaLibrary.size("cs_graph_bytes", () -> (long) graphBytes.invokeExact(pairs, idBound));
  }

  /** Cuts a graph's memory into arrays. */
  public void bindGraph(long memory, long bytes, long pairs, long idBound, NativeRecord graph) {
    MemorySegment out = graph.memory();
    CudaLibrary.enqueue(
        "cs_graph_bind", () -> (int) bindGraph.invokeExact(memory, bytes, pairs, idBound, out));
  }

  /** Clears the counters. */
  public void start(NativeRecord preparation, long stream) {
    MemorySegment record = preparation.memory();
    CudaLibrary.enqueue("cs_prepare_start", () -> (int) start.invokeExact(record, stream));
  }

  /** Counts degrees of pairs on the device; as often as chunks arrive. */
  public void accumulate(NativeRecord preparation, long pairs, long count, long stream) {
    MemorySegment record = preparation.memory();
    CudaLibrary.enqueue(
        "cs_prepare_accumulate", () -> (int) accumulate.invokeExact(record, pairs, count, stream));
  }

  /** Largest degree and number of vertices into a header in pinned memory. */
  public void summarise(NativeRecord preparation, NativeRecord header, long stream) {
    MemorySegment record = preparation.memory();
    MemorySegment out = header.memory();
    CudaLibrary.enqueue(
        "cs_prepare_summarise", () -> (int) summarise.invokeExact(record, out, stream));
  }

  /** Ranks by descending degree, ties by id. */
  public void orderByDegree(
      NativeRecord preparation, NativeRecord header, NativeRecord graph, long stream) {
    MemorySegment record = preparation.memory();
    MemorySegment in = header.memory();
    MemorySegment out = graph.memory();
    CudaLibrary.enqueue(
        "cs_prepare_order_by_degree",
        () -> (int) orderByDegree.invokeExact(record, in, out, stream));
  }

  /** Orients and writes the sorted rows; fills another header in pinned memory. */
  public void build(
      NativeRecord preparation,
      NativeRecord header,
      long pairs,
      long count,
      NativeRecord graph,
      NativeRecord built,
      long stream) {
    MemorySegment record = preparation.memory();
    MemorySegment in = header.memory();
    MemorySegment out = graph.memory();
    MemorySegment outHeader = built.memory();
    CudaLibrary.enqueue(
        "cs_prepare_build",
        () -> (int) build.invokeExact(record, in, pairs, count, out, outHeader, stream));
  }

  /**
   * Planner statistics.
   *
   * @param device device memory of the record's size
   * @param statistics the record in pinned memory
   */
  public void statistics(NativeRecord graph, long device, NativeRecord statistics, long stream) {
    MemorySegment in = graph.memory();
    MemorySegment out = statistics.memory();
    CudaLibrary.enqueue(
        "cs_graph_statistics_collect",
        () -> (int) collectStatistics.invokeExact(in, device, out, stream));
  }

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
  public void edgesFromRows(
      long offsets,
      long vertices,
      long neighbors,
      long first,
      long count,
      long pairs,
      long written,
      long stream) {
    CudaLibrary.enqueue(
        "cs_graph_edges_from_rows",
        () ->
            (int)
                edgesFromRows.invokeExact(
                    offsets, vertices, neighbors, first, count, pairs, written, stream));
  }
}
