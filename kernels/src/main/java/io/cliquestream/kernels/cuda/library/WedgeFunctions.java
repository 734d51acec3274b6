package io.cliquestream.kernels.cuda.library;

/** The section "wedge kernel". */
public interface WedgeFunctions {
  /** Device bytes of a survey. */
  @Symbol("cs_wedge_survey_bytes")
  long surveyBytes(NativeRecord graph);

  /**
   * Sizes of a plan.
   *
   * @param prepared device address of the preparation's header, kept with the graph
   * @param header in pinned memory
   */
  @Symbol("cs_wedge_survey_run")
  void survey(
      NativeRecord graph,
      long prepared,
      NativeRecord options,
      long memory,
      long bytes,
      NativeRecord survey,
      NativeRecord header,
      long stream);

  /** Device bytes of a plan, once the survey's header has arrived. */
  @Symbol("cs_wedge_plan_bytes")
  long planBytes(NativeRecord graph, NativeRecord options, NativeRecord header);

  /** Writes the plan. */
  @Symbol("cs_wedge_plan_run")
  void plan(
      NativeRecord graph,
      NativeRecord options,
      NativeRecord survey,
      NativeRecord header,
      long memory,
      long bytes,
      NativeRecord plan,
      long stream);

  /**
   * Writes the plan and adds all triangles to a counter on the device; what needs no entries is
   * counted while they are being written. The units are known once this was enqueued.
   *
   * @param stop a slice's stop word, or 0
   * @param deviceDone a slice's counter of finished units, or 0
   */
  @Symbol("cs_wedge_count_once")
  void countOnce(
      NativeRecord graph,
      NativeRecord options,
      NativeRecord survey,
      NativeRecord header,
      long memory,
      long bytes,
      NativeRecord plan,
      long stop,
      long deviceDone,
      long deviceCount,
      NativeRecord lanes);

  /** Adds the triangles of a slice to a counter on the device. */
  @Symbol("cs_wedge_count")
  void count(
      NativeRecord graph,
      NativeRecord plan,
      NativeRecord slice,
      long deviceCount,
      NativeRecord lanes);

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  @Symbol("cs_wedge_units")
  void units(NativeRecord graph, NativeRecord plan, long deviceUnits, long stream);
}
