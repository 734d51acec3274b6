package io.cliquestream.kernels.cpu.schedule;

import io.cliquestream.kernels.control.JobControl;

/** The turn of a small work on its caller's thread: it never ends early and hands nothing over. */
public record WholeSlice<S>(JobControl control) implements Slice<S> {
  @Override
  public void checkStopped() {
    control.checkStopped();
  }

  @Override
  public boolean shouldSplit() {
    return false;
  }

  @Override
  public boolean offer(Part<S> part) {
    return false;
  }
}
