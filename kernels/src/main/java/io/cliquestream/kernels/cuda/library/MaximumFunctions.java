package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The header {@code cliquestream_maximum.h}: maximum cliques, one or all. */
public final class MaximumFunctions {
  private final MethodHandle plan;
  private final MethodHandle bind;
  private final MethodHandle start;
  private final MethodHandle greedy;
  private final MethodHandle reduce;
  private final MethodHandle search;
  private final MethodHandle listTaken;
  private final MethodHandle witness;

  MaximumFunctions(CudaLibrary library) {
    plan = library.statusFunction("cs_maximum_plan", RECORD, WORD, RECORD, WORD, RECORD);
    bind = library.statusFunction("cs_maximum_bind", WORD, RECORD, RECORD, RECORD, RECORD);
    start = library.statusFunction("cs_maximum_start", RECORD, RECORD, RECORD, WORD);
    greedy = library.statusFunction("cs_maximum_greedy", RECORD, RECORD, RECORD, WORD, WORD);
    reduce = library.statusFunction("cs_maximum_reduce", RECORD, RECORD, RECORD, WORD, WORD);
    search =
        library.statusFunction("cs_maximum_search", RECORD, RECORD, RECORD, WORD, RECORD, WORD);
    listTaken = library.statusFunction("cs_maximum_list_taken", RECORD, WORD);
    witness = library.statusFunction("cs_maximum_witness", RECORD, RECORD, HALF_WORD, WORD);
  }

  /**
   * Sizes of a working memory of at most {@code budget} bytes.
   *
   * @return false when not even the smallest fits
   * @throws LibraryStatusException GRAPH_TOO_LARGE for an out-degree past the kernels' bound
   */
  public boolean plan(
      NativeRecord graph,
      long maximumOutDegree,
      NativeRecord options,
      long budget,
      NativeRecord sizes) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment out = sizes.memory();
    try {
      CudaLibrary.enqueue(
          "cs_maximum_plan", () -> (int) plan.invokeExact(of, maximumOutDegree, by, budget, out));
      return true;
    } catch (LibraryStatusException e) {
      if (e.status() == CudaLibrary.WORKSPACE_TOO_SMALL) {
        return false;
      }
      throw e;
    }
  }

  /** Cuts device memory of {@code sizes.bytes} bytes into arrays. */
  public void bind(
      long memory,
      NativeRecord graph,
      NativeRecord options,
      NativeRecord sizes,
      NativeRecord work) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment as = sizes.memory();
    MemorySegment out = work.memory();
    CudaLibrary.enqueue("cs_maximum_bind", () -> (int) bind.invokeExact(memory, of, by, as, out));
  }

  /** Sorts the roots and clears everything. */
  public void start(NativeRecord graph, NativeRecord options, NativeRecord work, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue("cs_maximum_start", () -> (int) start.invokeExact(of, by, with, stream));
  }

  /** Raises the bound by greedy cliques. */
  public void greedy(
      NativeRecord graph, NativeRecord options, NativeRecord work, long stop, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue(
        "cs_maximum_greedy", () -> (int) greedy.invokeExact(of, by, with, stop, stream));
  }

  /** One round: filters roots and stores subproblems until the pool is full. */
  public void reduce(
      NativeRecord graph, NativeRecord options, NativeRecord work, long stop, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue(
        "cs_maximum_reduce", () -> (int) reduce.invokeExact(of, by, with, stop, stream));
  }

  /** One time slice of the search; fills the header, which lies in pinned memory. */
  public void search(
      NativeRecord graph,
      NativeRecord options,
      NativeRecord work,
      long stop,
      NativeRecord header,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment with = work.memory();
    MemorySegment out = header.memory();
    CudaLibrary.enqueue(
        "cs_maximum_search", () -> (int) search.invokeExact(of, by, with, stop, out, stream));
  }

  /** Empties the list, once it was copied. */
  public void listTaken(NativeRecord work, long stream) {
    MemorySegment of = work.memory();
    CudaLibrary.enqueue("cs_maximum_list_taken", () -> (int) listTaken.invokeExact(of, stream));
  }

  /** Copies the ids of one largest clique found into pinned memory. */
  public void witness(NativeRecord work, MemorySegment clique, int capacity, long stream) {
    MemorySegment of = work.memory();
    CudaLibrary.enqueue(
        "cs_maximum_witness", () -> (int) witness.invokeExact(of, clique, capacity, stream));
  }
}
