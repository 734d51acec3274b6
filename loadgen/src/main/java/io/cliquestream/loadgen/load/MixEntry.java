package io.cliquestream.loadgen.load;

import java.util.Optional;

/**
 * One kind of job in a mix.
 *
 * @param graphId the graph it reads
 * @param job what it asks for
 * @param weight its share among the weights of the mix, 1 or more
 * @param expected its answer, if known
 */
public record MixEntry(String graphId, JobShape job, int weight, Optional<String> expected) {
  /** Checks the weight. */
  public MixEntry {
    if (weight < 1) {
      throw new IllegalArgumentException("a weight is 1 or more, not " + weight);
    }
  }
}
