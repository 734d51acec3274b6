package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** The section "triangles of every edge and vertex". */
public interface LocalFunctions {
  /** Adds a slice to the support of every edge, and to a counter on the device. */
  @Symbol("cs_local_edges")
  void edges(NativeRecord graph, NativeRecord slice, long support, long deviceCount, long stream);

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  @Symbol("cs_local_units")
  void units(NativeRecord graph, long deviceUnits, long stream);

  /** Triangles of every vertex, by rank, from the finished support. */
  @Symbol("cs_local_vertices")
  void vertices(NativeRecord graph, long support, long byRank, long coefficients, long stream);

  /** The same by id: id_bound counts. */
  @Symbol("cs_local_vertices_by_id")
  void verticesById(NativeRecord graph, long byRank, long byId, long stream);

  /** Device bytes that {@link #edgesById} works in. */
  @Symbol("cs_local_edges_by_id_bytes")
  long edgesByIdBytes(NativeRecord graph);

  /**
   * Support in the order of edges by (smaller id, larger id).
   *
   * @param out 64 bits that receive the device address of the ordered 32-bit counts, inside the
   *     memory given
   */
  @Symbol("cs_local_edges_by_id")
  void edgesById(
      NativeRecord graph, long support, long memory, long bytes, MemorySegment out, long stream);
}
