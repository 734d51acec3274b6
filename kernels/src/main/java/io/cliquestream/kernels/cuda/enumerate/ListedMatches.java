package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/** Gives fetched matches to a sink, up to a limit. */
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
  public boolean wantsMoreThan(long fetched) {
    return fetched <= limit - count;
  }

  @Override
  public void take(MemorySegment ids, long fetched, int vertices) {
    long bytes = (long) vertices * Integer.BYTES;
    for (long i = 0; i < fetched; i++) {
      if (count == limit) {
        complete = false;
        return;
      }
      control.checkStopped();
      int[] match = new int[vertices];
      MemorySegment.copy(ids, ValueLayout.JAVA_INT, i * bytes, match, 0, vertices);
      sink.accept(match);
      count++;
    }
    control.partialCount(BigInteger.valueOf(count));
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
