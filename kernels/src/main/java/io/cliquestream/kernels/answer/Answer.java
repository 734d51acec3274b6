package io.cliquestream.kernels.answer;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** What a job found. All counts are exact; {@link CliqueEstimates} are no counts, and say so. */
public sealed interface Answer {

  /**
   * Answer of {@link io.cliquestream.kernels.job.TriangleCount}.
   *
   * @param triangles in the whole graph
   * @param perVertex one entry per dense vertex
   * @param perEdge one entry per edge, in the order of {@link
   *     io.cliquestream.kernels.graph.SimpleGraph#forEachEdge}
   * @param clustering coefficients, where they were asked for
   */
  record Triangles(
      BigInteger triangles,
      Optional<CountArray> perVertex,
      Optional<CountArray> perEdge,
      Optional<Clustering> clustering)
      implements Answer {

    /**
     * The total alone.
     *
     * @param triangles in the whole graph
     * @return neither counts by vertex or edge nor coefficients
     */
    public static Triangles total(long triangles) {
      return new Triangles(
          BigInteger.valueOf(triangles), Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  /**
   * Clustering of a graph.
   *
   * @param wedges paths of length two
   * @param transitivity 3 · triangles / wedges, 0 without a wedge
   * @param average mean of {@code local} over all vertices
   * @param local per dense vertex: triangles through it / C(degree, 2), 0 for degree 1
   */
  record Clustering(
      BigInteger wedges, double transitivity, double average, CoefficientArray local) {}

  /**
   * Answer of {@link io.cliquestream.kernels.job.KCliqueCount}.
   *
   * @param counts by clique size, ascending: every size of a bounded range, and for "all" the sizes
   *     from the smallest asked for to the clique number; in a partial answer those of the sizes
   *     that were counted or under way
   * @param perVertex one entry per dense vertex
   * @param perEdge one entry per edge, in the order of {@link
   *     io.cliquestream.kernels.graph.SimpleGraph#forEachEdge}
   * @param exactTo counts of sizes up to this one are exact, those of larger ones lower bounds;
   *     {@link #WHOLE} unless the answer is partial
   */
  record KCliques(
      SortedMap<Integer, BigInteger> counts,
      Optional<CountArray> perVertex,
      Optional<CountArray> perEdge,
      int exactTo)
      implements Answer {
    /** Every count is exact. */
    public static final int WHOLE = Integer.MAX_VALUE;

    /**
     * A whole answer.
     *
     * @param counts by size, the sizes that were asked for
     * @param perVertex one entry per dense vertex
     * @param perEdge one entry per edge, in the order of {@link
     *     io.cliquestream.kernels.graph.SimpleGraph#forEachEdge}
     */
    public KCliques(
        SortedMap<Integer, BigInteger> counts,
        Optional<CountArray> perVertex,
        Optional<CountArray> perEdge) {
      this(counts, perVertex, perEdge, WHOLE);
    }

    /**
     * Totals alone.
     *
     * @param counts by size, the sizes that were asked for
     */
    public KCliques(SortedMap<Integer, BigInteger> counts) {
      this(counts, Optional.empty(), Optional.empty());
    }

    /**
     * A partial answer, exact up to a size.
     *
     * @param counts by size; those beyond {@code exactTo} are lower bounds
     * @param exactTo the last size whose count is whole
     * @return as much as was counted before a stop
     */
    public static KCliques partial(SortedMap<Integer, BigInteger> counts, int exactTo) {
      return new KCliques(counts, Optional.empty(), Optional.empty(), exactTo);
    }
  }

  /**
   * Answer of {@link io.cliquestream.kernels.job.MaximumClique}.
   *
   * @param cliqueNumber size of the largest clique found
   * @param upperBound proven upper bound; equals {@code cliqueNumber} when the search ended
   * @param count number of maximum cliques, when all were asked for
   * @param cliques dense vertices, ascending within a clique, cliques in lexicographic order
   */
  record Maximum(int cliqueNumber, int upperBound, Optional<BigInteger> count, List<int[]> cliques)
      implements Answer {}

  /**
   * Answer of {@link io.cliquestream.kernels.job.MaximumClique} on a {@link
   * io.cliquestream.kernels.graph.WideGraph}: {@link Maximum} with vertices of 64 bits.
   *
   * @param cliqueNumber size of the largest clique found
   * @param upperBound proven upper bound; equals {@code cliqueNumber} when the search ended
   * @param count number of maximum cliques, when all were asked for
   * @param cliques vertices of the wide graph, ascending within a clique
   */
  record WideMaximum(
      int cliqueNumber, int upperBound, Optional<BigInteger> count, List<long[]> cliques)
      implements Answer {}

  /**
   * Answer of {@link io.cliquestream.kernels.job.MaximalCliques}.
   *
   * @param count number of maximal cliques, of the smallest size asked for and above
   * @param bySize number of maximal cliques of each size that occurs; in a partial answer lower
   *     bounds
   */
  record Maximal(BigInteger count, SortedMap<Integer, BigInteger> bySize) implements Answer {}

  /**
   * Answer of {@link io.cliquestream.kernels.job.MotifCensus}.
   *
   * @param counts by motif name, every motif of the size, also those that do not occur; in a
   *     partial answer the motifs whose counts were final
   */
  record Motifs(SortedMap<String, BigInteger> counts) implements Answer {}

  /**
   * Answer of {@link io.cliquestream.kernels.job.PatternMatch}.
   *
   * @param matches subgraphs that match; when listing, those listed; in a partial answer a lower
   *     bound
   * @param complete false when its limit, or a stop, ended a listing; true of a count
   */
  record Matches(BigInteger matches, boolean complete) implements Answer {}

  /**
   * Answer of {@link io.cliquestream.kernels.job.CoreDecomposition}.
   *
   * @param byCore how many vertices have each core number that occurs
   * @param perVertex the core number of each dense vertex
   */
  record CoreNumbers(SortedMap<Integer, BigInteger> byCore, Optional<CountArray> perVertex)
      implements Answer {
    /** {@return the largest core number; 0 without an edge} */
    public int degeneracy() {
      return byCore.isEmpty() ? 0 : byCore.lastKey();
    }
  }

  /**
   * Answer of {@link io.cliquestream.kernels.job.CliqueListing}.
   *
   * @param listed cliques given to the sink
   * @param complete false when the limit ended the listing, or the job was stopped
   */
  record Listed(long listed, boolean complete) implements Answer {}

  /**
   * Answer of {@link io.cliquestream.kernels.job.CliqueEstimate}.
   *
   * @param confidence probability with which each interval holds the exact count
   * @param bySize every size asked for, ascending
   */
  record CliqueEstimates(double confidence, SortedMap<Integer, SizeEstimate> bySize)
      implements Answer {}

  /**
   * The estimated number of cliques of one size.
   *
   * @param estimate unbiased: its mean over all seeds is the exact count
   * @param low the exact count is this or more, with the answer's confidence
   * @param high the exact count is this or less, with the answer's confidence
   * @param paths candidates that were sampled from; each clique is one of them
   * @param samples taken; 0 where none was needed
   * @param hits samples that were cliques
   * @param exact whether all three numbers are the exact count, whatever the confidence
   */
  record SizeEstimate(
      double estimate,
      double low,
      double high,
      double paths,
      long samples,
      long hits,
      boolean exact) {}
}
