package io.cliquestream.worker.directory;

import io.cliquestream.worker.directory.listed.ListedRun;
import io.cliquestream.worker.directory.listed.ListedState;
import java.util.Arrays;
import java.util.Map;

/**
 * What many jobs come to.
 *
 * @param known how many there are
 * @param states how many are at each
 * @param standing how many stand
 * @param received requests a second over the last ten
 * @param succeeded results a second over the last ten
 * @param failed results of those that did not succeed, likewise
 * @param latencies of the results of the last minute, ascending, milliseconds
 */
public record JobFigures(
    int known,
    Map<ListedState, Integer> states,
    int standing,
    double received,
    double succeeded,
    double failed,
    Latencies latencies) {
  /** From the record of a request to that of its result, ascending. */
  public record Latencies(long[] ascending) {
    /** Whether there is none. */
    public boolean isEmpty() {
      return ascending.length == 0;
    }

    /** The latency that so many of a hundred do not exceed; in milliseconds. */
    public long percentile(int percent) {
      int rank = Math.ceilDiv(ascending.length * percent, 100);
      return ascending[Math.max(0, rank - 1)];
    }
  }

  /** Adds jobs up. */
  static final class Collector {
    private static final long RATE_MILLIS = 10_000;
    private static final long LATENCY_MILLIS = 60_000;

    private final long now;
    private long[] latencies = new long[64];
    private int count;
    private int received;
    private int succeeded;
    private int failed;

    Collector(long now) {
      this.now = now;
    }

    void add(KnownJob job) {
      if (now - job.position().received() < RATE_MILLIS) {
        received++;
      }
      if (job.isStanding()) {
        job.runs().forEach(this::ended);
      } else if (job.last() != null) {
        ended(job.last());
        if (now - job.last().ended() < LATENCY_MILLIS && job.position().isKnown()) {
          if (count == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * count);
          }
          latencies[count++] = Math.max(0, job.last().ended() - job.position().received());
        }
      }
    }

    private void ended(ListedRun run) {
      if (now - run.ended() < RATE_MILLIS) {
        if (run.status() == ListedState.SUCCEEDED) {
          succeeded++;
        } else {
          failed++;
        }
      }
    }

    JobFigures figures(int known, Map<ListedState, Integer> states, int standing) {
      long[] sorted = Arrays.copyOf(latencies, count);
      Arrays.sort(sorted);
      double seconds = RATE_MILLIS / 1e3;
      return new JobFigures(
          known,
          Map.copyOf(states),
          standing,
          received / seconds,
          succeeded / seconds,
          failed / seconds,
          new Latencies(sorted));
    }
  }
}
