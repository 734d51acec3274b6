package io.cliquestream.kernels.job;

/**
 * Counts, or lists, the subgraphs that match a pattern; each subgraph once, however many
 * automorphisms the pattern has.
 *
 * @param pattern what to find
 * @param induced whether further edges among the matched vertices are allowed
 * @param list whether matches go to the listing sink, their vertices in the pattern's order
 * @param limit most matches listed, 1 or more; when listing, counting ends with it
 */
public record PatternMatch(Pattern pattern, Induced induced, boolean list, long limit)
    implements Job {
  public PatternMatch {
    Options.require(limit >= 1, "the limit of listed matches must be 1 or more, not " + limit);
  }

  /** Counts matches. */
  public static PatternMatch count(Pattern pattern, Induced induced) {
    return new PatternMatch(pattern, induced, false, 1);
  }

  @Override
  public String name() {
    return "match";
  }
}
