package io.cliquestream.kernels.cuda.library;

/** The section "merge": one thread an edge, two pointers (Polak 2016). */
public interface MergeFunctions {
  /** Adds the triangles of a slice to a counter on the device. */
  @Symbol("cs_merge_count")
  void count(NativeRecord graph, NativeRecord slice, long deviceCount, long stream);

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  @Symbol("cs_merge_units")
  void units(NativeRecord graph, long deviceUnits, long stream);
}
