package io.cliquestream.kernels.part;

import io.cliquestream.kernels.job.Job;
import java.util.Objects;

/**
 * A part of a job.
 *
 * @param job the job, with every choice made that the parts must agree on
 * @param index number of the part, 0 or more; listings stand in this order
 * @param roots what belongs to the part
 * @param orderBound of a search for maximum cliques: the size that its order was made for, which
 *     gives the roots their ranks; else 0
 * @param knownSize of a search for maximum cliques: the size of a clique that is known, or less; it
 *     saves work and changes nothing; else 0
 * @param cost predicted work, in steps of about a nanosecond of one thread
 */
public record Part(
    Job job, int index, RootRange roots, int orderBound, int knownSize, double cost) {
  public Part {
    Objects.requireNonNull(job);
    Objects.requireNonNull(roots);
    if (index < 0 || orderBound < 0 || knownSize < 0) {
      throw new IllegalArgumentException(
          "part " + index + ", bounds " + orderBound + " and " + knownSize);
    }
  }

  /** The same part when a clique of some size is known. */
  public Part knowing(int size) {
    return size <= knownSize ? this : new Part(job, index, roots, orderBound, size, cost);
  }
}
