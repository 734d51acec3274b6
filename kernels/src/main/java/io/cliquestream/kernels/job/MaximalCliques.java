package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;

/**
 * Enumerates maximal cliques: their number by size and, if asked, the cliques themselves.
 *
 * @param minimumSize cliques of this size or more are counted and listed; 1 or more
 * @param list whether cliques go to the listing sink
 * @param limit most cliques listed, 1 or more; counting always goes on to the end
 */
public record MaximalCliques(int minimumSize, boolean list, long limit) implements Job {
  /**
   * Checks size and limit.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for one below 1
   */
  public MaximalCliques {
    Options.require(minimumSize >= 1, "the minimum size must be 1 or more, not " + minimumSize);
    Options.require(limit >= 1, "the limit of listed cliques must be 1 or more, not " + limit);
  }

  /**
   * A job that counts all maximal cliques, by size, and lists none.
   *
   * @return from size 1 on
   */
  public static MaximalCliques count() {
    return new MaximalCliques(1, false, 1);
  }

  @Override
  public String name() {
    return "maximal-cliques";
  }
}
