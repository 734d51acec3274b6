package io.cliquestream.kernels.cuda.library;

/** The configurations of Almasri et al. (2022), of {@code cliquestream_cliques.h}. */
public interface PaperCliqueFunctions {
  /** Device bytes of a count; 0 when the options are not valid. */
  @Symbol("cs_clique_paper_bytes")
  long bytes(long maximumOutDegree, NativeRecord options);

  /** Cuts a count's memory into arrays. */
  @Symbol("cs_clique_paper_bind")
  void bind(long memory, long size, long maximumOutDegree, NativeRecord options, NativeRecord work);

  /**
   * Adds the cliques of a slice.
   *
   * @param sources device address of what {@link #sources} wrote, or 0 for a block a vertex
   * @param positions entries of it
   */
  @Symbol("cs_clique_paper_count")
  void count(
      NativeRecord graph,
      long maximumOutDegree,
      long sources,
      long positions,
      NativeRecord options,
      NativeRecord work,
      NativeRecord slice,
      long stream);

  /** Units of work of all slices together, to a 64-bit counter on the device. */
  @Symbol("cs_clique_paper_units")
  void units(
      NativeRecord graph, long positions, NativeRecord options, long deviceUnits, long stream);

  /**
   * Writes for every used position of the adjacency the rank whose row holds it, and all ones where
   * a row is padded; entries past the rows stay as they are.
   *
   * @param deviceSources device address of a 32-bit word for each id of the adjacency
   */
  @Symbol("cs_graph_sources")
  void sources(NativeRecord graph, long deviceSources, long stream);
}
