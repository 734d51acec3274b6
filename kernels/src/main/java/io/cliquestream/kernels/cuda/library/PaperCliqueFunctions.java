package io.cliquestream.kernels.cuda.library;

import static io.cliquestream.kernels.cuda.library.CudaLibrary.RECORD;
import static io.cliquestream.kernels.cuda.library.CudaLibrary.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The configurations of Almasri et al. (2022), of {@code cliquestream_cliques.h}. */
public final class PaperCliqueFunctions {
  private final MethodHandle bytes;
  private final MethodHandle bind;
  private final MethodHandle count;
  private final MethodHandle units;
  private final MethodHandle sources;

  PaperCliqueFunctions(CudaLibrary library) {
    bytes = library.sizeFunction("cs_clique_paper_bytes", WORD, RECORD);
    bind = library.statusFunction("cs_clique_paper_bind", WORD, WORD, WORD, RECORD, RECORD);
    units = library.statusFunction("cs_clique_paper_units", RECORD, WORD, RECORD, WORD, WORD);
    count =
        library.statusFunction(
            "cs_clique_paper_count", RECORD, WORD, WORD, WORD, RECORD, RECORD, RECORD, WORD);
    sources = library.statusFunction("cs_graph_sources", RECORD, WORD, WORD);
  }

  /** Device bytes of a count; 0 when the options are not valid. */
  public long bytes(long maximumOutDegree, NativeRecord options) {
    MemorySegment with = options.memory();
    return CudaLibrary.size(
        "cs_clique_paper_bytes", () -> (long) bytes.invokeExact(maximumOutDegree, with));
  }

  /** Cuts a count's memory into arrays. */
  public void bind(
      long memory, long size, long maximumOutDegree, NativeRecord options, NativeRecord work) {
    MemorySegment with = options.memory();
    MemorySegment out = work.memory();
    CudaLibrary.enqueue(
        "cs_clique_paper_bind",
        () -> (int) bind.invokeExact(memory, size, maximumOutDegree, with, out));
  }

  /**
   * Adds the cliques of a slice.
   *
   * @param sources device address of what {@link #sources} wrote, or 0 for a block a vertex
   * @param positions entries of it
   */
  public void count(
      NativeRecord graph,
      long maximumOutDegree,
      long sources,
      long positions,
      NativeRecord options,
      NativeRecord work,
      NativeRecord slice,
      long stream) {
    MemorySegment of = graph.memory();
    MemorySegment with = options.memory();
    MemorySegment record = work.memory();
    MemorySegment part = slice.memory();
    CudaLibrary.enqueue(
        "cs_clique_paper_count",
        () ->
            (int)
                count.invokeExact(
                    of, maximumOutDegree, sources, positions, with, record, part, stream));
  }

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  public void units(
      NativeRecord graph, long positions, NativeRecord options, long deviceUnits, long stream) {
    MemorySegment of = graph.memory();
    MemorySegment with = options.memory();
    CudaLibrary.enqueue(
        "cs_clique_paper_units",
        () -> (int) units.invokeExact(of, positions, with, deviceUnits, stream));
  }

  /**
   * Writes for every used position of the adjacency the rank whose row holds it, and all ones where
   * a row is padded; entries past the rows stay as they are.
   *
   * @param deviceSources device address of a 32-bit word for each id of the adjacency
   */
  public void sources(NativeRecord graph, long deviceSources, long stream) {
    MemorySegment of = graph.memory();
    CudaLibrary.enqueue(
        "cs_graph_sources", () -> (int) sources.invokeExact(of, deviceSources, stream));
  }
}
