package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Arrays;
import java.util.Optional;

/**
 * How the searches of a job are cut between devices; each search is a phase.
 *
 * <p>The first device begins with all roots of the first search, as it does alone. After a while
 * its progress says how long the job takes, and it offers all roots that are not handed out yet.
 * Which these are is part of its choice: a phase and its first root, and the phases after it. From
 * there on every device takes pieces, intervals of a phase's roots. So a job that is not shared is
 * done the same way whether others could take part or not, and nothing is done twice.
 */
final class SharedSearches {
  private final Share share;
  private final String method;
  private final double[] costs;
  private final double allCosts;
  private final long start = System.nanoTime();
  private boolean offered;
  private Optional<SharedPlace> place;

  /**
   * The searches of a job.
   *
   * @param method how the job is done, one word; the same on every device
   * @param costs predicted work of every search, in one unit
   * @throws ComputeException INTERNAL when the first device does the job in another way
   */
  SharedSearches(Share share, String method, double... costs) {
    this.share = share;
    this.method = method;
    this.costs = Arrays.stream(costs).map(cost -> Math.max(1, cost)).toArray();
    this.allCosts = Arrays.stream(this.costs).sum();
    this.place = share.choice().map(SharedPlace::of);
    if (place.filter(chosen -> !chosen.method().equals(method)).isPresent()) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "a device counts by " + method + ", the one it joins by " + place.get().method());
    }
  }

  /** How the first device does a job, on a device that joins it. */
  static Optional<String> method(Share share) {
    return share.choice().map(choice -> SharedPlace.of(choice).method());
  }

  /** What this device has of a phase to begin with; empty when other devices have all of it. */
  Optional<SearchRoots> begin(int phase) {
    if (share.aloneNanos() == 0) {
      offer(new SharedPlace(method, phase, 0), 0);
    }
    if (place.isEmpty()) {
      return Optional.of(new SearchRoots(this, phase, -1));
    }
    int piece = phase < place.get().phase() ? -1 : share.take(phase, pieces(phase));
    return piece < 0 ? Optional.empty() : Optional.of(new SearchRoots(this, phase, piece));
  }

  /** The next piece of a phase; -1 when none is left, or the phase was not cut. */
  int next(int phase) {
    return isCut(phase) ? share.take(phase, pieces(phase)) : -1;
  }

  /** Whether a phase, or the rest of it, is cut into pieces. */
  boolean isCut(int phase) {
    return place.filter(at -> phase >= at.phase()).isPresent();
  }

  /** The first root of a phase's pieces. */
  long cutFrom(int phase) {
    return place.filter(at -> phase == at.phase()).map(SharedPlace::root).orElse(0L);
  }

  /** How many pieces a phase is cut into. */
  int pieces(int phase) {
    int most = share.devices() > 1 ? share.devices() * EnumeratePolicy.PIECES_PER_DEVICE : 1;
    return Math.clamp(Math.round(costs[phase] / allCosts * most), 1, most);
  }

  /**
   * Offers the job if it is time.
   *
   * @param taken roots of the phase handed out
   * @return whether other devices may take part from now on
   */
  boolean offer(int phase, long taken, long roots) {
    if (taken < roots) {
      return offer(new SharedPlace(method, phase, taken), costs[phase] * taken / roots);
    }
    return phase + 1 < costs.length && offer(new SharedPlace(method, phase + 1, 0), 0);
  }

  /**
   * The same for what begins at a place.
   *
   * @param begun work of its phase that comes before it
   */
  private boolean offer(SharedPlace from, double begun) {
    long nanos = System.nanoTime() - start;
    if (offered || place.isPresent() || nanos < share.aloneNanos()) {
      return false;
    }
    offered = true;
    double done = begun + Arrays.stream(costs).limit(from.phase()).sum();
    if (share.offer(from.toString(), nanos * allCosts / done) <= 1) {
      return false;
    }
    place = Optional.of(from);
    return true;
  }

  /** Says how much of a phase this device did. */
  void did(int phase, long done, long roots) {
    share.did(phase, done, roots);
  }
}
