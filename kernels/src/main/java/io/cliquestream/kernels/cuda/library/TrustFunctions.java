package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.HALF_WORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The section "TRUST": vertex-centric hashing (Pandey et al. 2021). */
public final class TrustFunctions {
  private final MethodHandle planBytes;
  private final MethodHandle plan;
  private final MethodHandle count;
  private final MethodHandle units;

  TrustFunctions(CudaLibrary library) {
    planBytes = library.sizeFunction("cs_trust_plan_bytes", RECORD, HALF_WORD);
    plan =
        library.statusFunction(
            "cs_trust_plan_run", RECORD, HALF_WORD, WORD, WORD, WORD, RECORD, RECORD, WORD);
    units = library.statusFunction("cs_trust_units", RECORD, WORD, WORD);
    count =
        library.statusFunction(
            "cs_trust_count", RECORD, RECORD, RECORD, HALF_WORD, RECORD, WORD, WORD);
  }

  /** Device bytes of a plan. */
  public long planBytes(NativeRecord graph, int order) {
    MemorySegment of = graph.memory();
    return CudaLibrary.size("cs_trust_plan_bytes", () -> (long) planBytes.invokeExact(of, order));
  }

  /**
   * Renumbers and sorts vertices into classes.
   *
   * @param classes two 32-bit words in pinned memory: vertices of the block and the warp class
   */
  public void plan(
      NativeRecord graph,
      int order,
      long maximumOutDegree,
      long memory,
      long bytes,
      NativeRecord plan,
      MemorySegment classes,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment out = plan.memory();
    CudaLibrary.enqueue(
        "cs_trust_plan_run",
        () ->
            (int)
                this.plan.invokeExact(
                    of, order, maximumOutDegree, memory, bytes, out, classes, stream));
  }

  /**
   * Adds the triangles of a slice to a counter on the device.
   *
   * @param chunk vertices a block or warp takes at a time
   */
  public void count(
      NativeRecord graph,
      NativeRecord plan,
      MemorySegment classes,
      int chunk,
      NativeRecord slice,
      long deviceCount,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = plan.memory();
    MemorySegment part = slice.memory();
    CudaLibrary.enqueue(
        "cs_trust_count",
        () -> (int) count.invokeExact(of, by, classes, chunk, part, deviceCount, stream));
  }

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  public void units(MemorySegment classes, long deviceUnits, long stream) {
    CudaLibrary.enqueue(
        "cs_trust_units", () -> (int) units.invokeExact(classes, deviceUnits, stream));
  }
}
