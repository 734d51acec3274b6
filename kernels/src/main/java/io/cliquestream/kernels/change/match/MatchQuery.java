package io.cliquestream.kernels.change.match;

import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which matches are wanted.
 *
 * @param pattern the pattern, or empty for maximal cliques
 * @param induced whether further edges among a pattern's vertices are allowed
 * @param leastSize fewest vertices of a maximal clique, 2 or more
 * @param containing ids that a match must all hold
 * @param touching ids of which a match must hold one; any match when empty
 * @param label a label that one vertex of a match must have
 * @param limit most matches listed each way, 0 or more; all are counted
 */
public record MatchQuery(
    Optional<Pattern> pattern,
    Induced induced,
    int leastSize,
    List<Long> containing,
    Set<Long> touching,
    Optional<Integer> label,
    long limit) {
  private static final int MOST_CONTAINING = 1 << 10;
  private static final int MOST_TOUCHING = 1 << 20;

  /**
   * Checks the bounds.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for {@code leastSize}
   *     below 2, {@code limit} or {@code label} below 0, more than 1,024 ids in {@code containing}
   *     or 2^20 in {@code touching}
   */
  public MatchQuery {
    containing = List.copyOf(containing);
    touching = Set.copyOf(touching);
    Options.require(leastSize >= 2, "a clique has 2 or more vertices, not " + leastSize);
    Options.require(limit >= 0, "the limit of listed matches must be 0 or more, not " + limit);
    Options.require(
        containing.size() <= MOST_CONTAINING,
        "a match can be required to hold at most " + MOST_CONTAINING + " vertices");
    Options.require(
        touching.size() <= MOST_TOUCHING,
        "a match can be required to touch a set of at most " + MOST_TOUCHING + " vertices");
    Options.require(
        label.isEmpty() || label.get() >= 0, "labels are 0 or more, not " + label.orElse(0));
  }

  /**
   * {@return a query for all matches of a pattern}
   *
   * @param pattern what is looked for; may name labels
   * @param induced whether further edges among a match's vertices are allowed
   */
  public static MatchQuery pattern(Pattern pattern, Induced induced) {
    return new MatchQuery(
        Optional.of(pattern), induced, 2, List.of(), Set.of(), Optional.empty(), Long.MAX_VALUE);
  }

  /**
   * {@return a query for all maximal cliques of at least so many vertices}
   *
   * @param leastSize 2 or more
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID when it is less
   */
  public static MatchQuery maximalCliques(int leastSize) {
    return new MatchQuery(
        Optional.empty(),
        Induced.EDGE,
        leastSize,
        List.of(),
        Set.of(),
        Optional.empty(),
        Long.MAX_VALUE);
  }

  /**
   * {@return the same for matches that hold all of these ids}
   *
   * @param ids of the input, at most 1,024
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for more of them
   */
  public MatchQuery containing(List<Long> ids) {
    return new MatchQuery(pattern, induced, leastSize, ids, touching, label, limit);
  }

  /**
   * {@return the same for matches that hold one of these ids}
   *
   * @param ids of the input, at most 2^20; none: any match
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for more of them
   */
  public MatchQuery touching(Set<Long> ids) {
    return new MatchQuery(pattern, induced, leastSize, containing, ids, label, limit);
  }

  /**
   * {@return the same for matches of which one vertex has a label}
   *
   * @param wanted the label, 0 or more
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID when it is less
   */
  public MatchQuery withLabel(int wanted) {
    return new MatchQuery(
        pattern, induced, leastSize, containing, touching, Optional.of(wanted), limit);
  }

  /**
   * {@return the same, listing fewer matches; all are counted}
   *
   * @param most matches listed each way, 0 or more
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID when it is less
   */
  public MatchQuery withLimit(long most) {
    return new MatchQuery(pattern, induced, leastSize, containing, touching, label, most);
  }
}
