package io.cliquestream.kernels.cuda.share;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleToIntFunction;

/**
 * The share of a device that begins a job, to do all of it unless it takes long: once the job is
 * offered the device takes nothing more, and what is left is for whoever knows what it chose. Used
 * by the thread of one lane.
 */
public final class OfferShare implements CountedShare {
  private final DoubleToIntFunction classes;
  private final long aloneNanos;
  private final Share alone = Share.alone();
  private final List<PhaseUnits> done = new ArrayList<>();
  private Optional<String> offered = Optional.empty();
  private double predictedNanos;
  private int devices = 1;

  /**
   * A share of a job that nothing was done of.
   *
   * @param classes of pieces, by the predicted nanoseconds of the job; less than 2 where it is not
   *     to be divided
   */
  public OfferShare(DoubleToIntFunction classes, long aloneNanos) {
    this.classes = classes;
    this.aloneNanos = aloneNanos;
  }

  /** What the device chose, if it offered the job. */
  public Optional<String> offered() {
    return offered;
  }

  /** Time of the job as it was offered. */
  public double predictedNanos() {
    return predictedNanos;
  }

  @Override
  public boolean isDivided() {
    return offered.isPresent();
  }

  @Override
  public List<PhaseUnits> done() {
    return List.copyOf(done);
  }

  @Override
  public Optional<String> choice() {
    return Optional.empty();
  }

  @Override
  public long aloneNanos() {
    return aloneNanos;
  }

  @Override
  public int mayDivide(double nanos) {
    return isDivided() ? devices : Math.max(1, classes.applyAsInt(nanos));
  }

  @Override
  public int offer(String choice, double nanos) {
    int may = mayDivide(nanos);
    if (!isDivided() && may > 1) {
      offered = Optional.of(choice);
      predictedNanos = nanos;
      devices = may;
    }
    return devices;
  }

  @Override
  public int devices() {
    return devices;
  }

  @Override
  public boolean isSettled() {
    return true;
  }

  @Override
  public int take(int phase, int count) {
    return isDivided() ? -1 : alone.take(phase, count);
  }

  @Override
  public void did(int phase, long units, long allUnits) {
    if (isDivided()) {
      done.add(new PhaseUnits(phase, units, allUnits));
    } else {
      alone.did(phase, units, allUnits);
    }
  }

  @Override
  public int bound() {
    return alone.bound();
  }

  @Override
  public void raise(int size) {
    alone.raise(size);
  }
}
