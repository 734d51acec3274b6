package io.cliquestream.kernels.cuda.library;

/** The functions of {@code cliquestream_cliques.h}: k-cliques. */
public interface CliqueFunctions {
  /**
   * Loads the kernels now: one that is loaded at its first launch may wait for others that run for
   * long.
   */
  @Symbol("cs_clique_load")
  void load();

  /** Device bytes of a plan. */
  @Symbol("cs_clique_plan_bytes")
  long planBytes(NativeRecord graph);

  /** Roots by out-degree; fills a header in pinned memory, which then goes into the plan. */
  @Symbol("cs_clique_plan_run")
  void plan(
      NativeRecord graph,
      long maximumOutDegree,
      long memory,
      long size,
      NativeRecord plan,
      NativeRecord header,
      long stream);

  /** Device bytes of a count; 0 when the options are not valid. */
  @Symbol("cs_clique_bytes")
  long bytes(NativeRecord plan, NativeRecord options);

  /** Cuts a count's memory into arrays. */
  @Symbol("cs_clique_bind")
  void bind(long memory, long size, NativeRecord plan, NativeRecord options, NativeRecord work);

  /** Clears the results. */
  @Symbol("cs_clique_start")
  void start(NativeRecord work, long stream);

  /** Adds the cliques of a slice. */
  @Symbol("cs_clique_count")
  void count(
      NativeRecord graph,
      NativeRecord plan,
      NativeRecord work,
      NativeRecord slice,
      NativeRecord lanes);

  /** Units of progress of all slices together, to a 64-bit counter on the device. */
  @Symbol("cs_clique_units")
  void units(NativeRecord graph, int least, long deviceUnits, long stream);
}
