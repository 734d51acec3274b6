package io.cliquestream.kernels.cuda.library;

/** k-cliques of every vertex, of {@code cliquestream_cliques.h}: residues modulo two primes. */
public interface LocalCliqueFunctions {
  /** Loads the kernels, to be called once a device while nothing runs. */
  @Symbol("cs_clique_local_load")
  void load();

  /** Device bytes of a count; 0 when the options are not valid. */
  @Symbol("cs_clique_local_bytes")
  long bytes(NativeRecord graph, NativeRecord plan, NativeRecord options);

  /** Cuts a count's memory into arrays. */
  @Symbol("cs_clique_local_bind")
  void bind(
      long memory,
      long size,
      NativeRecord graph,
      NativeRecord plan,
      NativeRecord options,
      NativeRecord local);

  /** Clears the sums and makes the table of binomials. */
  @Symbol("cs_clique_local_start")
  void start(NativeRecord graph, NativeRecord plan, NativeRecord local, long stream);

  /** Adds the cliques of a slice. */
  @Symbol("cs_clique_local_count")
  void count(
      NativeRecord graph, NativeRecord plan, NativeRecord local, NativeRecord slice, long stream);

  /** Reduces the sums to residues, by rank. */
  @Symbol("cs_clique_local_finish")
  void finish(NativeRecord graph, NativeRecord local, long stream);
}
