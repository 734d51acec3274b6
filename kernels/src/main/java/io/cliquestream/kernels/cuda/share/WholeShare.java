package io.cliquestream.kernels.cuda.share;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Optional;

/** The share of a device that works alone: all pieces, in their order. */
final class WholeShare implements Share {
  private int phase;
  private int next;
  private int bound;

  @Override
  public Optional<String> choice() {
    return Optional.empty();
  }

  @Override
  public int mayDivide(double predictedNanos) {
    return 1;
  }

  @Override
  public int offer(String choice, double predictedNanos) {
    return 1;
  }

  @Override
  public int devices() {
    return 1;
  }

  @Override
  public int take(int ofPhase, int count) {
    if (ofPhase > phase) {
      phase = ofPhase;
      next = 0;
    }
    return ofPhase == phase && next < count ? next++ : -1;
  }

  @Override
  public void did(int ofPhase, long units, long allUnits) {
    if (units != allUnits) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "the device did "
              + Long.toUnsignedString(units)
              + " of "
              + Long.toUnsignedString(allUnits)
              + " units of a count");
    }
  }

  @Override
  public int bound() {
    return bound;
  }

  @Override
  public void raise(int size) {
    bound = Math.max(bound, size);
  }
}
