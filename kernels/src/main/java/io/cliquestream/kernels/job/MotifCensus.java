package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import java.util.Objects;
import java.util.Optional;

/**
 * Counts the connected vertex-induced subgraphs of one size by isomorphism class.
 *
 * @param size vertices of a motif: 3 to 7
 * @param method how, or empty for the engine's choice; an engine that has not the method refuses
 * @param tuning choices of the enumeration
 */
public record MotifCensus(int size, Optional<MotifMethod> method, EnumerationTuning tuning)
    implements Job {
  /** Most vertices of a motif. */
  public static final int MAXIMUM_SIZE = 7;

  private static final int FORMULA_SIZE = 6;

  /**
   * Checks size and method.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for a size that is not
   *     3 to 7, or formulas of size 7
   */
  public MotifCensus {
    Options.require(size >= 3 && size <= MAXIMUM_SIZE, "motifs have 3 to 7 vertices, not " + size);
    Options.require(
        size <= FORMULA_SIZE || !method.equals(Optional.of(MotifMethod.FORMULAS)),
        "there are formulas for motifs of 3 to 6 vertices, not of " + size);
    Objects.requireNonNull(tuning);
  }

  /**
   * A census whose enumeration is the engine's.
   *
   * @param size vertices of a motif, 3 to 7
   * @param method how to count; empty: the engine chooses
   */
  public MotifCensus(int size, Optional<MotifMethod> method) {
    this(size, method, EnumerationTuning.none());
  }

  /**
   * A census by the engine's choice of method.
   *
   * @param size vertices of a motif, 3 to 7
   */
  public MotifCensus(int size) {
    this(size, Optional.empty());
  }

  @Override
  public String name() {
    return "motifs";
  }
}
