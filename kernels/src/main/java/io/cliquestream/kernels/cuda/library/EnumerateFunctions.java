package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The header {@code cliquestream_enumerate.h}: subgraphs along a matching plan. */
public final class EnumerateFunctions {
  private final MethodHandle graphBytes;
  private final MethodHandle graphScratchBytes;
  private final MethodHandle graphBind;
  private final MethodHandle graphBuild;
  private final MethodHandle bytes;
  private final MethodHandle bind;
  private final MethodHandle start;
  private final MethodHandle run;
  private final MethodHandle jobBytes;
  private final MethodHandle turn;
  private final MethodHandle finish;
  private final MethodHandle dictionary;
  private final MethodHandle load;

  EnumerateFunctions(CudaLibrary library) {
    graphBytes = library.sizeFunction("cs_enumerate_graph_bytes", RECORD, WORD);
    graphScratchBytes = library.sizeFunction("cs_enumerate_graph_scratch_bytes", RECORD);
    graphBind = library.statusFunction("cs_enumerate_graph_bind", WORD, WORD, RECORD, WORD, RECORD);
    graphBuild =
        library.statusFunction("cs_enumerate_graph_build", RECORD, RECORD, WORD, WORD, WORD);
    bytes = library.sizeFunction("cs_enumerate_bytes", RECORD, WORD, RECORD, RECORD);
    bind =
        library.statusFunction(
            "cs_enumerate_bind", WORD, WORD, RECORD, WORD, RECORD, RECORD, RECORD);
    start = library.statusFunction("cs_enumerate_start", RECORD, RECORD, RECORD, WORD);
    run = library.statusFunction("cs_enumerate_run", RECORD, RECORD, WORD, RECORD, WORD);
    jobBytes = library.sizeFunction("cs_enumerate_job_bytes");
    turn = library.statusFunction("cs_enumerate_turn", RECORD, RECORD, WORD, WORD, WORD);
    finish = library.statusFunction("cs_enumerate_finish", RECORD, RECORD, RECORD, WORD);
    dictionary =
        library.statusFunction("cs_enumerate_dictionary", HALF_WORD, RECORD, RECORD, RECORD);
    load = library.statusFunction("cs_enumerate_load");
  }

  /**
   * Loads the kernels now: one that is loaded at its first launch may wait for others that run for
   * long.
   */
  public void load() {
    CudaLibrary.enqueue("cs_enumerate_load", () -> (int) load.invokeExact());
  }

  /** Device bytes of the symmetric graph with bit rows of at most {@code bitBytes}. */
  public long graphBytes(NativeRecord graph, long bitBytes) {
    MemorySegment of = graph.memory();
    return CudaLibrary.size(
        "cs_enumerate_graph_bytes", () -> (long) graphBytes.invokeExact(of, bitBytes));
  }

  /** Device bytes that building it takes besides. */
  public long graphScratchBytes(NativeRecord graph) {
    MemorySegment of = graph.memory();
    return CudaLibrary.size(
        "cs_enumerate_graph_scratch_bytes", () -> (long) graphScratchBytes.invokeExact(of));
  }

  /** Cuts the symmetric graph's memory into arrays. */
  public void graphBind(
      long memory, long size, NativeRecord graph, long bitBytes, NativeRecord symmetric) {
    MemorySegment of = graph.memory();
    MemorySegment out = symmetric.memory();
    CudaLibrary.enqueue(
        "cs_enumerate_graph_bind",
        () -> (int) graphBind.invokeExact(memory, size, of, bitBytes, out));
  }

  /**
   * Builds the symmetric graph.
   *
   * @throws LibraryStatusException GRAPH_TOO_LARGE from 2^31 edges on
   */
  public void graphBuild(
      NativeRecord graph, NativeRecord symmetric, long scratch, long size, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment to = symmetric.memory();
    CudaLibrary.enqueue(
        "cs_enumerate_graph_build",
        () -> (int) graphBuild.invokeExact(of, to, scratch, size, stream));
  }

  /** Device bytes of a job; 0 when the plan or the options are not valid. */
  public long bytes(
      NativeRecord symmetric, long maximumDegree, NativeRecord plan, NativeRecord options) {
    MemorySegment of = symmetric.memory();
    MemorySegment by = plan.memory();
    MemorySegment with = options.memory();
    return CudaLibrary.size(
        "cs_enumerate_bytes", () -> (long) bytes.invokeExact(of, maximumDegree, by, with));
  }

  /** Cuts a job's memory into arrays. */
  public void bind(
      long memory,
      long size,
      NativeRecord symmetric,
      long maximumDegree,
      NativeRecord plan,
      NativeRecord options,
      NativeRecord work) {
    MemorySegment of = symmetric.memory();
    MemorySegment by = plan.memory();
    MemorySegment with = options.memory();
    MemorySegment out = work.memory();
    CudaLibrary.enqueue(
        "cs_enumerate_bind",
        () -> (int) bind.invokeExact(memory, size, of, maximumDegree, by, with, out));
  }

  /** Clears the results and takes the plan to the device. */
  public void start(NativeRecord symmetric, NativeRecord plan, NativeRecord work, long stream) {
    MemorySegment of = symmetric.memory();
    MemorySegment by = plan.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue("cs_enumerate_start", () -> (int) start.invokeExact(of, by, with, stream));
  }

  /** One time slice; fills the header, which lies in pinned memory. */
  public void run(
      NativeRecord symmetric, NativeRecord work, long stop, NativeRecord header, long stream) {
    MemorySegment of = symmetric.memory();
    MemorySegment with = work.memory();
    MemorySegment out = header.memory();
    CudaLibrary.enqueue(
        "cs_enumerate_run", () -> (int) run.invokeExact(of, with, stop, out, stream));
  }

  /** Device bytes of the job that a caller's own kernel is given. */
  public long jobBytes() {
    return CudaLibrary.size("cs_enumerate_job_bytes", () -> (long) jobBytes.invokeExact());
  }

  /** What comes before a slice by a kernel of the caller's; writes its job. */
  public void turn(NativeRecord symmetric, NativeRecord work, long stop, long job, long stream) {
    MemorySegment of = symmetric.memory();
    MemorySegment with = work.memory();
    CudaLibrary.enqueue(
        "cs_enumerate_turn", () -> (int) turn.invokeExact(of, with, stop, job, stream));
  }

  /** What comes after it; fills the header, which lies in pinned memory. */
  public void finish(NativeRecord symmetric, NativeRecord work, NativeRecord header, long stream) {
    MemorySegment of = symmetric.memory();
    MemorySegment with = work.memory();
    MemorySegment out = header.memory();
    CudaLibrary.enqueue(
        "cs_enumerate_finish", () -> (int) finish.invokeExact(of, with, out, stream));
  }

  /**
   * The isomorphism classes of connected graphs, on the host.
   *
   * @param vertices 3 to 7
   * @param classes receives 16 bits for each bitmap: 2^(k(k-1)/2-1) of them
   * @param codes receives each class's greatest bitmap: room for 853 words of 32 bits
   * @param count receives the number of classes, 32 bits
   */
  public void dictionary(
      int vertices, MemorySegment classes, MemorySegment codes, MemorySegment count) {
    CudaLibrary.enqueue(
        "cs_enumerate_dictionary",
        () -> (int) dictionary.invokeExact(vertices, classes, codes, count));
  }
}
