package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The section "wedge kernel". */
public final class WedgeFunctions {
  private final MethodHandle surveyBytes;
  private final MethodHandle survey;
  private final MethodHandle planBytes;
  private final MethodHandle plan;
  private final MethodHandle count;
  private final MethodHandle countOnce;
  private final MethodHandle units;

  WedgeFunctions(CudaLibrary library) {
    surveyBytes = library.sizeFunction("cs_wedge_survey_bytes", RECORD);
    survey =
        library.statusFunction(
            "cs_wedge_survey_run", RECORD, WORD, RECORD, WORD, WORD, RECORD, RECORD, WORD);
    planBytes = library.sizeFunction("cs_wedge_plan_bytes", RECORD, RECORD, RECORD);
    plan =
        library.statusFunction(
            "cs_wedge_plan_run", RECORD, RECORD, RECORD, RECORD, WORD, WORD, RECORD, WORD);
    count = library.statusFunction("cs_wedge_count", RECORD, RECORD, RECORD, WORD, RECORD);
    units = library.statusFunction("cs_wedge_units", RECORD, RECORD, WORD, WORD);
    countOnce =
        library.statusFunction(
            "cs_wedge_count_once",
            RECORD,
            RECORD,
            RECORD,
            RECORD,
            WORD,
            WORD,
            RECORD,
            WORD,
            RECORD);
  }

  /** Device bytes of a survey. */
  public long surveyBytes(NativeRecord graph) {
    MemorySegment of = graph.memory();
    return CudaLibrary.size("cs_wedge_survey_bytes", () -> (long) surveyBytes.invokeExact(of));
  }

  /**
   * Sizes of a plan.
   *
   * @param prepared device address of the preparation's header, kept with the graph
   * @param header in pinned memory
   */
  public void survey(
      NativeRecord graph,
      long prepared,
      NativeRecord options,
      long memory,
      long bytes,
      NativeRecord survey,
      NativeRecord header,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment out = survey.memory();
    MemorySegment outHeader = header.memory();
    CudaLibrary.enqueue(
        "cs_wedge_survey_run",
        () ->
            (int) this.survey.invokeExact(of, prepared, by, memory, bytes, out, outHeader, stream));
  }

  /** Device bytes of a plan, once the survey's header has arrived. */
  public long planBytes(NativeRecord graph, NativeRecord options, NativeRecord header) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment sizes = header.memory();
    return CudaLibrary.size(
        "cs_wedge_plan_bytes", () -> (long) planBytes.invokeExact(of, by, sizes));
  }

  /** Writes the plan. */
  public void plan(
      NativeRecord graph,
      NativeRecord options,
      NativeRecord survey,
      NativeRecord header,
      long memory,
      long bytes,
      NativeRecord plan,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment surveyed = survey.memory();
    MemorySegment sizes = header.memory();
    MemorySegment out = plan.memory();
    CudaLibrary.enqueue(
        "cs_wedge_plan_run",
        () -> (int) this.plan.invokeExact(of, by, surveyed, sizes, memory, bytes, out, stream));
  }

  /**
   * Writes the plan and adds all triangles to a counter on the device; what needs no entries is
   * counted while they are being written.
   */
  public void countOnce(
      NativeRecord graph,
      NativeRecord options,
      NativeRecord survey,
      NativeRecord header,
      long memory,
      long bytes,
      NativeRecord plan,
      long deviceCount,
      NativeRecord lanes) {
    MemorySegment of = graph.memory();
    MemorySegment by = options.memory();
    MemorySegment surveyed = survey.memory();
    MemorySegment sizes = header.memory();
    MemorySegment out = plan.memory();
    MemorySegment on = lanes.memory();
    CudaLibrary.enqueue(
        "cs_wedge_count_once",
        () ->
            (int)
                countOnce.invokeExact(
                    of, by, surveyed, sizes, memory, bytes, out, deviceCount, on));
  }

  /** Adds the triangles of a slice to a counter on the device. */
  public void count(
      NativeRecord graph,
      NativeRecord plan,
      NativeRecord slice,
      long deviceCount,
      NativeRecord lanes) {
    MemorySegment of = graph.memory();
    MemorySegment by = plan.memory();
    MemorySegment part = slice.memory();
    MemorySegment on = lanes.memory();
    CudaLibrary.enqueue(
        "cs_wedge_count", () -> (int) count.invokeExact(of, by, part, deviceCount, on));
  }

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  public void units(NativeRecord graph, NativeRecord plan, long deviceUnits, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment by = plan.memory();
    CudaLibrary.enqueue(
        "cs_wedge_units", () -> (int) units.invokeExact(of, by, deviceUnits, stream));
  }
}
