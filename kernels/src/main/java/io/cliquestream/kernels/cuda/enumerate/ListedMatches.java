package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.ListingSink;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Gives fetched matches to a sink, up to a limit. The device rests meanwhile: a slow sink holds the
 * search up, and no more than one device list of matches ever waits.
 */
final class ListedMatches implements EnumerationRun.Matches {
  private final JobControl control;
  private final ListingSink sink;
  private final long limit;
  private long count;
  private boolean complete = true;

  ListedMatches(JobControl control, ListingSink sink, long limit) {
    this.control = control;
    this.sink = sink;
    this.limit = limit;
  }

  @Override
  public boolean take(int[] ids, int fetched, int vertices) {
    for (int i = 0; i < fetched; i++) {
      if (count == limit) {
        complete = false;
        return false;
      }
      control.checkStopped();
      sink.accept(Arrays.copyOfRange(ids, i * vertices, (i + 1) * vertices));
      count++;
    }
    control.partialCount(BigInteger.valueOf(count));
    return true;
  }

  /** Matches given to the sink. */
  long count() {
    return count;
  }

  /** False when a match was left out. */
  boolean complete() {
    return complete;
  }
}
