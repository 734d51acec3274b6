package io.cliquestream.kernels.part;

import io.cliquestream.kernels.answer.CountArray;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one part gives.
 *
 * @param sums by name, which the algorithm chooses; they may be negative
 * @param cliqueNumber of a search for maximum cliques: the size of the largest found, 0 when none
 *     was worth finding; else 0
 * @param listed cliques or matches, dense vertices; at most as many as the job's limit
 * @param complete false when the limit ended the part's listing
 * @param perVertex one entry per dense vertex
 * @param perEdge one entry per edge, in the order of {@link
 *     io.cliquestream.kernels.graph.SimpleGraph#forEachEdge}
 */
public record PartialAnswer(
    SortedMap<String, BigInteger> sums,
    int cliqueNumber,
    List<int[]> listed,
    boolean complete,
    Optional<CountArray> perVertex,
    Optional<CountArray> perEdge) {
  /** Nothing. */
  public static final PartialAnswer NOTHING = ofSums(new TreeMap<>());

  /** Keeps its own copies. */
  public PartialAnswer {
    sums = Collections.unmodifiableSortedMap(new TreeMap<>(sums));
    listed = List.copyOf(listed);
  }

  /**
   * Sums alone.
   *
   * @param sums by name; they may be negative
   * @return without a list and arrays
   */
  public static PartialAnswer ofSums(SortedMap<String, BigInteger> sums) {
    return new PartialAnswer(sums, 0, List.of(), true, Optional.empty(), Optional.empty());
  }

  /**
   * Sums and what was listed.
   *
   * @param sums by name; they may be negative
   * @param listed cliques or matches, dense vertices
   * @param complete false when the limit ended the part's listing
   * @return without arrays
   */
  public static PartialAnswer ofListing(
      SortedMap<String, BigInteger> sums, List<int[]> listed, boolean complete) {
    return new PartialAnswer(sums, 0, listed, complete, Optional.empty(), Optional.empty());
  }

  /**
   * The largest cliques found.
   *
   * @param cliqueNumber size of the largest found, 0 when none was worth finding
   * @param sums by name; they may be negative
   * @param cliques of that size, dense vertices
   * @return without arrays
   */
  public static PartialAnswer ofMaximum(
      int cliqueNumber, SortedMap<String, BigInteger> sums, List<int[]> cliques) {
    return new PartialAnswer(sums, cliqueNumber, cliques, true, Optional.empty(), Optional.empty());
  }
}
