package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The functions of {@code cliquestream_cliques.h}: k-cliques. */
public final class CliqueFunctions {
  private final PaperCliqueFunctions paper;
  private final LocalCliqueFunctions local;
  private final MethodHandle load;
  private final MethodHandle planBytes;
  private final MethodHandle plan;
  private final MethodHandle bytes;
  private final MethodHandle bind;
  private final MethodHandle start;
  private final MethodHandle count;
  private final MethodHandle collect;
  private final MethodHandle units;

  CliqueFunctions(CudaLibrary library) {
    paper = new PaperCliqueFunctions(library);
    local = new LocalCliqueFunctions(library);
    load = library.statusFunction("cs_clique_load");
    planBytes = library.sizeFunction("cs_clique_plan_bytes", RECORD);
    plan =
        library.statusFunction(
            "cs_clique_plan_run", RECORD, WORD, WORD, WORD, RECORD, RECORD, WORD);
    bytes = library.sizeFunction("cs_clique_bytes", RECORD, RECORD);
    bind = library.statusFunction("cs_clique_bind", WORD, WORD, RECORD, RECORD, RECORD);
    start = library.statusFunction("cs_clique_start", RECORD, WORD);
    count = library.statusFunction("cs_clique_count", RECORD, RECORD, RECORD, RECORD, RECORD);
    collect = library.statusFunction("cs_clique_collect", RECORD, RECORD, WORD);
    units = library.statusFunction("cs_clique_units", RECORD, HALF_WORD, WORD, WORD);
  }

  /** The paper's configurations. */
  public PaperCliqueFunctions paper() {
    return paper;
  }

  /** k-cliques of every vertex. */
  public LocalCliqueFunctions local() {
    return local;
  }

  /**
   * Loads the kernels now: one that is loaded at its first launch may wait for others that run for
   * long.
   */
  public void load() {
    CudaLibrary.enqueue("cs_clique_load", () -> (int) load.invokeExact());
  }

  /** Device bytes of a plan. */
  public long planBytes(NativeRecord graph) {
    MemorySegment of = graph.memory();
    return CudaLibrary.size("cs_clique_plan_bytes", () -> (long) planBytes.invokeExact(of));
  }

  /** Roots by out-degree; fills a header in pinned memory, which then goes into the plan. */
  public void plan(
      NativeRecord graph,
      long maximumOutDegree,
      long memory,
      long size,
      NativeRecord plan,
      NativeRecord header,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment out = plan.memory();
    MemorySegment outHeader = header.memory();
    CudaLibrary.enqueue(
        "cs_clique_plan_run",
        () ->
            (int)
                this.plan.invokeExact(of, maximumOutDegree, memory, size, out, outHeader, stream));
  }

  /** Device bytes of a count; 0 when the options are not valid. */
  public long bytes(NativeRecord plan, NativeRecord options) {
    MemorySegment by = plan.memory();
    MemorySegment with = options.memory();
    return CudaLibrary.size("cs_clique_bytes", () -> (long) bytes.invokeExact(by, with));
  }

  /** Cuts a count's memory into arrays. */
  public void bind(
      long memory, long size, NativeRecord plan, NativeRecord options, NativeRecord work) {
    MemorySegment by = plan.memory();
    MemorySegment with = options.memory();
    MemorySegment out = work.memory();
    CudaLibrary.enqueue(
        "cs_clique_bind", () -> (int) bind.invokeExact(memory, size, by, with, out));
  }

  /** Clears the results. */
  public void start(NativeRecord work, long stream) {
    MemorySegment record = work.memory();
    CudaLibrary.enqueue("cs_clique_start", () -> (int) start.invokeExact(record, stream));
  }

  /** Adds the cliques of a slice. */
  public void count(
      NativeRecord graph,
      NativeRecord plan,
      NativeRecord work,
      NativeRecord slice,
      NativeRecord lanes) {
    MemorySegment of = graph.memory();
    MemorySegment by = plan.memory();
    MemorySegment record = work.memory();
    MemorySegment part = slice.memory();
    MemorySegment on = lanes.memory();
    CudaLibrary.enqueue("cs_clique_count", () -> (int) count.invokeExact(of, by, record, part, on));
  }

  /** Copies the results to pinned memory. */
  public void collect(NativeRecord work, MemorySegment host, long stream) {
    MemorySegment record = work.memory();
    CudaLibrary.enqueue("cs_clique_collect", () -> (int) collect.invokeExact(record, host, stream));
  }

  /** Units of progress of all slices together, to a 64-bit counter on the device. */
  public void units(NativeRecord graph, int least, long deviceUnits, long stream) {
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue(
        "cs_clique_units", () -> (int) units.invokeExact(of, least, deviceUnits, stream));
  }
}
