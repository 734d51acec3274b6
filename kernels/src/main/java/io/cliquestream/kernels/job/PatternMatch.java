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
  public PatternMatch {
    Options.require(limit >= 1, "the limit of listed matches must be 1 or more, not " + limit);
    plan.check(pattern, list);
    Options.require(
        !(tuning.byThreads() && pattern.isLabelled()),
        "a thread a subgraph knows no labels: balance=threads goes without them");
  }

  /** A job whose enumeration is the engine's. */
  public PatternMatch(Pattern pattern, Induced induced, boolean list, long limit, PlanChoice plan) {
    this(pattern, induced, list, limit, plan, EnumerationTuning.none());
  }

  /** A job whose plan is the compiler's. */
  public PatternMatch(Pattern pattern, Induced induced, boolean list, long limit) {
    this(pattern, induced, list, limit, PlanChoice.COMPILED);
  }

  /** Counts matches. */
  public static PatternMatch count(Pattern pattern, Induced induced) {
    return new PatternMatch(pattern, induced, false, 1);
  }

  /** The same job along another plan. */
  public PatternMatch with(PlanChoice choice) {
    return new PatternMatch(pattern, induced, list, limit, choice, tuning);
  }

  /** The same job with another enumeration. */
  public PatternMatch with(EnumerationTuning choices) {
    return new PatternMatch(pattern, induced, list, limit, plan, choices);
  }

  /** The same job for another pattern. */
  public PatternMatch with(Pattern other) {
    return new PatternMatch(other, induced, list, limit, plan, tuning);
  }

  /** The same job listing at most so many matches. */
  public PatternMatch withLimit(long most) {
    return new PatternMatch(pattern, induced, list, most, plan, tuning);
  }

  @Override
  public String name() {
    return "match";
  }
}
