package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** The section "TRUST": vertex-centric hashing (Pandey et al. 2021). */
public interface TrustFunctions {
  /** Device bytes of a plan. */
  @Symbol("cs_trust_plan_bytes")
  long planBytes(NativeRecord graph, int order);

  /**
   * Renumbers and sorts vertices into classes.
   *
   * @param classes two 32-bit words in pinned memory: vertices of the block and the warp class
   */
  @Symbol("cs_trust_plan_run")
  void plan(
      NativeRecord graph,
      int order,
      long maximumOutDegree,
      long memory,
      long bytes,
      NativeRecord plan,
      MemorySegment classes,
      long stream);

  /**
   * Adds the triangles of a slice to a counter on the device.
   *
   * @param chunk vertices a block or warp takes at a time
   * @param reading how a warp reads two-hop lists: CS_TRUST_*_LISTS
   */
  @Symbol("cs_trust_count")
  void count(
      NativeRecord graph,
      NativeRecord plan,
      MemorySegment classes,
      int chunk,
      int reading,
      NativeRecord slice,
      long deviceCount,
      long stream);

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  @Symbol("cs_trust_units")
  void units(MemorySegment classes, long deviceUnits, long stream);
}
