package io.cliquestream.kernels.cpu.maxclique.dense;

/**
 * Tuning of what is done with a graph, or a neighbourhood, that the bounds leave: vertex covers of
 * its complement, and branches by its symmetries. No value changes an answer.
 *
 * @param mostVertices what is left of a graph is looked at as a whole if it has at most so many
 * @param coverDegree a vertex cover of the complement is searched for where vertices have at most
 *     so many neighbours there on average
 * @param coverVertices fewest vertices for that; smaller graphs are searched sooner than reduced
 * @param coverMostVertices most vertices, also when the job asks for the cover: the search is
 *     recursive
 * @param coverMissingEdges most edges of such a complement, also when the job asks for the cover
 * @param coverNodes nodes after which a vertex cover that nobody asked for is given up
 * @param symmetricVertices fewest vertices of a graph whose symmetries are looked for
 * @param symmetricDensity least share of adjacent pairs in it
 * @param orbitShare a graph is split by its orbits where there is at most one for so many vertices
 * @param deepOrbitShare its parts are split, too, where there is at most one for so many
 * @param mappingTries wrong turns on the way to one automorphism
 * @param orbitWork words touched in the search for automorphisms of one graph
 * @param mostParts parts after which nothing is split
 * @param colorRounds rounds of iterated greedy colouring for each of them
 */
public record ResidualPolicy(
    int mostVertices,
    double coverDegree,
    int coverVertices,
    int coverMostVertices,
    long coverMissingEdges,
    long coverNodes,
    int symmetricVertices,
    double symmetricDensity,
    int orbitShare,
    int deepOrbitShare,
    int mappingTries,
    long orbitWork,
    int mostParts,
    int colorRounds) {

  /** Found by measuring the shared DIMACS graphs and complements of sparse random ones. */
  public static final ResidualPolicy DEFAULT =
      new ResidualPolicy(
          2_048, 5, 96, 8_192, 1L << 21, 20_000, 96, 0.4, 4, 16, 32, 100_000_000, 4_096, 100);

  /** The same, but that covers are given up after so many nodes. */
  public ResidualPolicy withCoverNodes(long most) {
    return new ResidualPolicy(
        mostVertices,
        coverDegree,
        coverVertices,
        coverMostVertices,
        coverMissingEdges,
        most,
        symmetricVertices,
        symmetricDensity,
        orbitShare,
        deepOrbitShare,
        mappingTries,
        orbitWork,
        mostParts,
        colorRounds);
  }
}
