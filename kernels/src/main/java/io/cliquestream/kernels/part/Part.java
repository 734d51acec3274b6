package io.cliquestream.kernels.part;

import io.cliquestream.kernels.check.Arguments;
import io.cliquestream.kernels.job.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
 * @param cost predicted work, in steps of about a nanosecond of one thread; of a part for devices
 *     in nanoseconds of one device
 * @param onDevice of a part for devices: what they must do alike; {@code roots} are classes of
 *     pieces then
 */
public record Part(
    Job job,
    int index,
    RootRange roots,
    int orderBound,
    int knownSize,
    double cost,
    Optional<DevicePlan> onDevice) {
  /**
   * Checks that numbers are not negative.
   *
   * @throws IllegalArgumentException when one is
   */
  public Part {
    Objects.requireNonNull(job);
    Objects.requireNonNull(roots);
    Objects.requireNonNull(onDevice);
    Arguments.require(
        index >= 0 && orderBound >= 0 && knownSize >= 0,
        "part " + index + ", bounds " + orderBound + " and " + knownSize);
  }

  /**
   * A part for the host's engine.
   *
   * @param job the job, with every choice made that the parts must agree on
   * @param index number of the part, 0 or more; listings stand in this order
   * @param roots what belongs to the part
   * @param orderBound of a search for maximum cliques: the size that its order was made for; else 0
   * @param knownSize of a search for maximum cliques: the size of a clique that is known, or less;
   *     else 0
   * @param cost predicted work, in steps of about a nanosecond of one thread
   * @throws IllegalArgumentException when a number is negative
   */
  public Part(Job job, int index, RootRange roots, int orderBound, int knownSize, double cost) {
    this(job, index, roots, orderBound, knownSize, cost, Optional.empty());
  }

  /**
   * {@return the same part when a clique of some size is known}
   *
   * @param size of a clique of the graph; a smaller one than was known changes nothing
   */
  public Part knowing(int size) {
    return size <= knownSize ? this : new Part(job, index, roots, orderBound, size, cost, onDevice);
  }

  /**
   * {@return pieces of about equally many roots, in their order: for a part that takes longer than
   * it should, whose predicted work says little then} They have its index, and shares of its cost.
   *
   * @param wanted how many, 1 or more; as many as there are roots where these are fewer
   */
  public List<Part> divided(int wanted) {
    Arguments.require(wanted >= 1, wanted + " pieces");
    int pieces = Math.max(1, Math.min(wanted, roots.size()));
    List<Part> divided = new ArrayList<>(pieces);
    for (int i = 0; i < pieces; i++) {
      int first = roots.first() + (int) ((long) roots.size() * i / pieces);
      int end = roots.first() + (int) ((long) roots.size() * (i + 1) / pieces);
      divided.add(of(new RootRange(first, end)));
    }
    return divided;
  }

  /**
   * Some roots of this part, with its index and a share of its cost.
   *
   * @param some roots of this part
   * @return with a share of its cost by the number of roots
   * @throws IllegalArgumentException when they are not roots of it
   */
  public Part of(RootRange some) {
    Arguments.require(
        some.first() >= roots.first() && some.end() <= roots.end(), some + " of " + roots);
    return new Part(
        job,
        index,
        some,
        orderBound,
        knownSize,
        roots.size() == 0 ? 0 : cost * some.size() / roots.size(),
        onDevice);
  }
}
