package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The section "preparation in parts", for graphs whose sort does not fit the device at once. */
public final class PartitionFunctions {
  private final MethodHandle partPairs;
  private final MethodHandle start;
  private final MethodHandle accumulate;
  private final MethodHandle plan;
  private final MethodHandle selectStart;
  private final MethodHandle select;
  private final MethodHandle build;

  PartitionFunctions(CudaLibrary library) {
    partPairs = library.sizeFunction("cs_partition_part_pairs", WORD, WORD, WORD);
    start = library.statusFunction("cs_partition_start", RECORD, WORD);
    accumulate =
        library.statusFunction("cs_partition_accumulate", RECORD, RECORD, WORD, WORD, WORD);
    plan =
        library.statusFunction(
            "cs_partition_plan", RECORD, RECORD, WORD, RECORD, WORD, RECORD, RECORD, WORD);
    selectStart = library.statusFunction("cs_partition_select_start", RECORD, WORD);
    select =
        library.statusFunction(
            "cs_partition_select", RECORD, RECORD, RECORD, HALF_WORD, WORD, WORD, WORD);
    build =
        library.statusFunction(
            "cs_partition_build", RECORD, RECORD, RECORD, HALF_WORD, RECORD, WORD);
  }

  /** The most pairs a part may have within a budget of working memory. */
  public long partPairs(long pairs, long idBound, long budget) {
    return CudaLibrary.size(
        "cs_partition_part_pairs", () -> (long) partPairs.invokeExact(pairs, idBound, budget));
  }

  /** Clears the out-degrees. */
  public void start(NativeRecord preparation, long stream) {
    MemorySegment record = preparation.memory();
    CudaLibrary.enqueue("cs_partition_start", () -> (int) start.invokeExact(record, stream));
  }

  /** Counts the out-degrees of pairs on the device. */
  public void accumulate(
      NativeRecord preparation, NativeRecord graph, long pairs, long count, long stream) {
    MemorySegment record = preparation.memory();
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue(
        "cs_partition_accumulate",
        () -> (int) accumulate.invokeExact(record, of, pairs, count, stream));
  }

  /** Lays out the rows and cuts them into parts; fills a plan and a header in pinned memory. */
  public void plan(
      NativeRecord preparation,
      NativeRecord header,
      long pairs,
      NativeRecord graph,
      long devicePlan,
      NativeRecord hostPlan,
      NativeRecord planned,
      long stream) {
    MemorySegment record = preparation.memory();
    MemorySegment in = header.memory();
    MemorySegment of = graph.memory();
    MemorySegment outPlan = hostPlan.memory();
    MemorySegment outHeader = planned.memory();
    CudaLibrary.enqueue(
        "cs_partition_plan",
        () ->
            (int)
                plan.invokeExact(record, in, pairs, of, devicePlan, outPlan, outHeader, stream));
  }

  /** Begins a part. */
  public void selectStart(NativeRecord preparation, long stream) {
    MemorySegment record = preparation.memory();
    CudaLibrary.enqueue(
        "cs_partition_select_start", () -> (int) selectStart.invokeExact(record, stream));
  }

  /** Takes the part's edges out of pairs on the device. */
  public void select(
      NativeRecord preparation,
      NativeRecord graph,
      NativeRecord hostPlan,
      int part,
      long pairs,
      long count,
      long stream) {
    MemorySegment record = preparation.memory();
    MemorySegment of = graph.memory();
    MemorySegment by = hostPlan.memory();
    CudaLibrary.enqueue(
        "cs_partition_select",
        () -> (int) select.invokeExact(record, of, by, part, pairs, count, stream));
  }

  /** Sorts the part and writes its rows; fills a header in pinned memory. */
  public void build(
      NativeRecord preparation,
      NativeRecord graph,
      NativeRecord hostPlan,
      int part,
      NativeRecord built,
      long stream) {
    MemorySegment record = preparation.memory();
    MemorySegment of = graph.memory();
    MemorySegment by = hostPlan.memory();
    MemorySegment out = built.memory();
    CudaLibrary.enqueue(
        "cs_partition_build", () -> (int) build.invokeExact(record, of, by, part, out, stream));
  }
}
