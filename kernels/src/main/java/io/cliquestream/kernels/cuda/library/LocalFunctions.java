package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The section "triangles of every edge and vertex". */
public final class LocalFunctions {
  private final MethodHandle edges;
  private final MethodHandle units;
  private final MethodHandle vertices;
  private final MethodHandle verticesById;
  private final MethodHandle edgesByIdBytes;
  private final MethodHandle edgesById;

  LocalFunctions(CudaLibrary library) {
    units = library.statusFunction("cs_local_units", RECORD, WORD, WORD);
    edges = library.statusFunction("cs_local_edges", RECORD, RECORD, WORD, WORD, WORD);
    vertices = library.statusFunction("cs_local_vertices", RECORD, WORD, WORD, WORD, WORD);
    verticesById = library.statusFunction("cs_local_vertices_by_id", RECORD, WORD, WORD, WORD);
    edgesByIdBytes = library.sizeFunction("cs_local_edges_by_id_bytes", RECORD);
    edgesById =
        library.statusFunction("cs_local_edges_by_id", RECORD, WORD, WORD, WORD, RECORD, WORD);
  }

  /** Adds a slice to the support of every edge, and to a counter on the device. */
  public void edges(
      NativeRecord graph, NativeRecord slice, long support, long deviceCount, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment part = slice.memory();
    CudaLibrary.enqueue(
        "cs_local_edges", () -> (int) edges.invokeExact(of, part, support, deviceCount, stream));
  }

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  public void units(NativeRecord graph, long deviceUnits, long stream) {
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue("cs_local_units", () -> (int) units.invokeExact(of, deviceUnits, stream));
  }

  /** Triangles of every vertex, by rank, from the finished support. */
  public void vertices(
      NativeRecord graph, long support, long byRank, long coefficients, long stream) {
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue(
        "cs_local_vertices",
        () -> (int) vertices.invokeExact(of, support, byRank, coefficients, stream));
  }

  /** The same by id: id_bound counts. */
  public void verticesById(NativeRecord graph, long byRank, long byId, long stream) {
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue(
        "cs_local_vertices_by_id", () -> (int) verticesById.invokeExact(of, byRank, byId, stream));
  }

  /** Device bytes that {@link #edgesById} works in. */
  public long edgesByIdBytes(NativeRecord graph) {
    MemorySegment of = graph.memory();
    return CudaLibrary.size(
        "cs_local_edges_by_id_bytes", () -> (long) edgesByIdBytes.invokeExact(of));
  }

  /**
   * Support in the order of edges by (smaller id, larger id).
   *
   * @param out 64 bits that receive the device address of the ordered 32-bit counts, inside the
   *     memory given
   */
  public void edgesById(
      NativeRecord graph, long support, long memory, long bytes, MemorySegment out, long stream) {
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue(
        "cs_local_edges_by_id",
        () -> (int) edgesById.invokeExact(of, support, memory, bytes, out, stream));
  }
}
