package io.cliquestream.kernels.cuda.share;

import java.util.Optional;

/**
 * What one device does of a job: all of it, or the pieces that other devices leave.
 *
 * <p>A job that can be shared does its work in phases, one after the other, and each phase in
 * pieces. How many pieces a phase has, and what belongs to each, follows from the graph, the job
 * and what the first device chose; so it is the same on every device. Whoever is free takes the
 * next piece; a piece is taken once. A device goes on to a phase when no piece of the one before is
 * left to take. Used by the thread of one lane.
 */
public interface Share {
  /** The share of a device that works alone. */
  static Share alone() {
    return new WholeShare();
  }

  /** What the first device chose, on a device that joins it; empty on the first. */
  Optional<String> choice();

  /** Devices that would take part, this one included, in a job of so many predicted nanoseconds. */
  int mayDivide(double predictedNanos);

  /**
   * How long, in nanoseconds, the first device works alone before it offers a job whose time only
   * its progress tells; 0: it offers such a job at once.
   */
  default long aloneNanos() {
    return 100_000_000;
  }

  /**
   * Offers the job to other devices, if it takes long enough; by the first device, before it takes
   * a piece. An offer that was not taken up may be made again with a longer time.
   *
   * @param choice what all must do alike
   * @param predictedNanos time of the job on this device; a lower bound is enough
   * @return devices that may take part, this one included; 1 when it works alone
   */
  int offer(String choice, double predictedNanos);

  /** Devices that may take part, this one included. */
  int devices();

  /**
   * Whether a device that finds nothing in a phase may leave its pieces of the next ones to others:
   * not where nobody else would take them.
   */
  default boolean mayLeavePhases() {
    return true;
  }

  /**
   * Whether it is settled beforehand who does which piece. Pieces are as large as can be then:
   * nobody who is done takes one of the others', and each costs what begins and ends it.
   */
  default boolean isSettled() {
    return false;
  }

  /**
   * The next piece of a phase that no device has taken.
   *
   * @param phase 0 or more; not less than at the last call
   * @param count pieces of the phase
   * @return 0 to count - 1; -1 when none is left
   */
  int take(int phase, int count);

  /**
   * Says how much of a phase this device did, in units that follow from graph and plan alone; all
   * devices together must do all of them.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when a device that works
   *     alone did less
   */
  void did(int phase, long units, long allUnits);

  /** Size of the largest clique that any device has found, 0 for none: for searches of maxima. */
  int bound();

  /** Tells the other devices of a clique of so many vertices. */
  void raise(int size);
}
