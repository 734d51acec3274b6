package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;

/** Does all of a work on the caller's thread. */
public final class OneThread {
  private OneThread() {}

  public static <S> void run(ChunkedWork<S> work, JobControl control) {
    Slice<S> slice =
        new Slice<>() {
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
        };
    S state = work.newState();
    for (long chunk = 0; chunk < work.chunkCount(); chunk++) {
      work.process(chunk, state, slice);
      control.workDone(work.cost(chunk));
    }
    work.merge(state);
  }
}
