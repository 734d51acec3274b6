package io.cliquestream.kernels.survey;

/**
 * Processor time of what jobs on the host are made of, in nanoseconds, for predictions only. Code
 * that runs for the first time in a process takes longer, up to some tenths of a second in all.
 *
 * @param edge ordering and orienting an edge
 * @param peeledEdge the same in degeneracy order, at most
 * @param step of a merge of two rows
 * @param element of a set that a matching plan looks at
 * @param motifStep of a census of four vertices
 * @param drawn drawing a vertex of a path
 * @param listElement of the lists that the matrices of maximal cliques are made of
 * @param enumerationWord touched by the enumeration of maximal cliques
 * @param boundEdge looking for a large clique and bounding the others, an edge
 * @param survivor the same for a vertex that bounds leave
 * @param cell of the matrices below roots that bounds leave
 * @param boundWord touched by the bounds of a maximum clique search
 * @param branch of that search
 * @param coverVertex of the complement in a node of a vertex cover
 * @param splitPair of vertices that are looked at for symmetries
 * @param listed giving a clique or a match to whoever takes it
 * @param listedVertex the same for each of its vertices
 */
record HostCosts(
    double edge,
    double peeledEdge,
    double step,
    double element,
    double motifStep,
    double drawn,
    double listElement,
    double enumerationWord,
    double boundEdge,
    double survivor,
    double cell,
    double boundWord,
    double branch,
    double coverVertex,
    double splitPair,
    double listed,
    double listedVertex) {

  /** Giving a clique, or a match, of some vertices to whoever takes it. */
  double row(double vertices) {
    return listed + vertices * listedVertex;
  }

  /**
   * Measured on one EPYC core, by processor time, on the shared graphs; how far predictions lie
   * from what commands take is in docs/benchmarks/predictions.md.
   */
  static final HostCosts DEFAULT =
      new HostCosts(27, 100, 4, 1, 4.5, 200, 4, 7, 12, 2_000, 8, 4.5, 300, 140, 300, 80, 30);
}
