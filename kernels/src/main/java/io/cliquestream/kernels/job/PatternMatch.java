package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;

/**
 * Counts, or lists, the subgraphs that match a pattern; each subgraph once, however many
 * automorphisms the pattern has. With labels two assignments of a subgraph's vertices are one match
 * only if an automorphism that keeps the labels leads from one to the other.
 *
 * @param pattern what to find
 * @param induced whether further edges among the matched vertices are allowed
 * @param list whether matches go to the listing sink, their vertices in the pattern's order
 * @param limit most matches listed, 1 or more; when listing, counting ends with it
 * @param plan what of the matching plan the job fixes itself
 * @param tuning choices of the enumeration
 */
public record PatternMatch(
    Pattern pattern,
    Induced induced,
    boolean list,
    long limit,
    PlanChoice plan,
    EnumerationTuning tuning)
    implements Job {
  /**
   * Checks that the choices go together.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for a limit below 1, a
   *     plan that does not fit the pattern, or a thread a subgraph with labels
   */
  public PatternMatch {
    Options.require(limit >= 1, "the limit of listed matches must be 1 or more, not " + limit);
    plan.check(pattern, list);
    Options.require(
        !(tuning.byThreads() && pattern.isLabelled()),
        "a thread a subgraph knows no labels: balance=threads goes without them");
  }

  /**
   * A job whose enumeration is the engine's.
   *
   * @param pattern what to find
   * @param induced whether further edges among the matched vertices are allowed
   * @param list whether matches go to the listing sink
   * @param limit most matches listed, 1 or more
   * @param plan what of the matching plan the job fixes itself
   */
  public PatternMatch(Pattern pattern, Induced induced, boolean list, long limit, PlanChoice plan) {
    this(pattern, induced, list, limit, plan, EnumerationTuning.none());
  }

  /**
   * A job whose plan is the compiler's.
   *
   * @param pattern what to find
   * @param induced whether further edges among the matched vertices are allowed
   * @param list whether matches go to the listing sink
   * @param limit most matches listed, 1 or more
   */
  public PatternMatch(Pattern pattern, Induced induced, boolean list, long limit) {
    this(pattern, induced, list, limit, PlanChoice.COMPILED);
  }

  /**
   * A job that counts matches and lists none.
   *
   * @param pattern what to find
   * @param induced whether further edges among the matched vertices are allowed
   * @return by the compiler's plan
   */
  public static PatternMatch count(Pattern pattern, Induced induced) {
    return new PatternMatch(pattern, induced, false, 1);
  }

  /**
   * {@return the same job along another plan}
   *
   * @param choice what the job fixes itself
   */
  public PatternMatch with(PlanChoice choice) {
    return new PatternMatch(pattern, induced, list, limit, choice, tuning);
  }

  /**
   * {@return the same job with another enumeration}
   *
   * @param choices of the enumeration
   */
  public PatternMatch with(EnumerationTuning choices) {
    return new PatternMatch(pattern, induced, list, limit, plan, choices);
  }

  /**
   * {@return the same job for another pattern}
   *
   * @param other with as many vertices as a plan that is fixed says
   */
  public PatternMatch with(Pattern other) {
    return new PatternMatch(other, induced, list, limit, plan, tuning);
  }

  /**
   * {@return the same job listing at most so many matches}
   *
   * @param most 1 or more; listed only where the job lists
   */
  public PatternMatch withLimit(long most) {
    return new PatternMatch(pattern, induced, list, most, plan, tuning);
  }

  @Override
  public String name() {
    return "match";
  }
}
