package io.cliquestream.worker.trace;

import io.cliquestream.kernels.answer.JobOutcome.Slice;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nothing at all. */
final class UntracedRun implements RunTrace {
  private static final Scope NOTHING = () -> {};

  @Override
  public Optional<byte[]> header(Optional<byte[]> received) {
    return received;
  }

  @Override
  public Scope current() {
    return NOTHING;
  }

  @Override
  public void begin(Step step) {}

  @Override
  public void started(long nanos) {}

  @Override
  public void computed(
      long prepareNanos,
      long computeNanos,
      String engine,
      Map<String, String> plan,
      List<Slice> slices) {}

  @Override
  public void displaced() {}

  @Override
  public void stopped(String code, String message) {}

  @Override
  public void failed(String code, String message) {}

  @Override
  public void progress(String phase, double fraction, double workPerSecond) {}

  @Override
  public void committed(String status, String code, String message) {}

  @Override
  public void ended(String outcome) {}

  @Override
  public void givenBack() {}
}
