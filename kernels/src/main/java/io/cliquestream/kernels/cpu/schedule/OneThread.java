package io.cliquestream.kernels.cpu.schedule;

import io.cliquestream.kernels.control.JobControl;

/** Does all of a work on the caller's thread. */
public final class OneThread {
  private OneThread() {}

  public static <S> void run(ChunkedWork<S> work, JobControl control) {
    Slice<S> slice = new WholeSlice<>(control);
    S state = work.newState();
    for (long chunk = 0; chunk < work.chunkCount(); chunk++) {
      work.process(chunk, state, slice);
      control.workDone(work.cost(chunk));
    }
    work.merge(state);
  }
}
