package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;

/**
 * Lists k-cliques.
 *
 * @param k vertices of a clique, 1 or more
 * @param limit most cliques listed, 1 or more
 */
public record CliqueListing(int k, long limit) implements Job {
  /**
   * Checks size and limit.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for one below 1
   */
  public CliqueListing {
    Options.require(k >= 1, "k must be 1 or more, not " + k);
    Options.require(limit >= 1, "the limit of listed cliques must be 1 or more, not " + limit);
  }

  @Override
  public String name() {
    return "list-cliques";
  }
}
