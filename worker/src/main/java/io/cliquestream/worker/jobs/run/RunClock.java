package io.cliquestream.worker.jobs.run;

import io.cliquestream.v1.RunTimes;
import io.cliquestream.v1.Timings;
import io.cliquestream.worker.jobs.JobState;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * When a run got where. Kept by the monotonic clock, told by the calendar's: steps of one run never
 * go backwards. Written on the event loop, but for the end of preparing; read from any thread.
 */
final class RunClock {
  private final Map<JobState, Long> entered = new EnumMap<>(JobState.class);
  private Long prepared;

  /** The request came off its topic. */
  synchronized void arrived(long nanos) {
    entered.put(JobState.RECEIVED, nanos);
  }

  /** The run is somewhere from now on. */
  synchronized void entered(JobState state) {
    entered.put(state, System.nanoTime());
  }

  /** The present try has prepared its graph; what comes later says nothing new. */
  synchronized void prepared(long nanos) {
    if (prepared == null) {
      prepared = nanos;
    }
  }

  /** Another try begins. */
  synchronized void begun() {
    prepared = null;
  }

  /** All steps so far of a run that has no result. */
  synchronized RunTimes times() {
    RunTimes.Builder times = times(Timings.getDefaultInstance()).toBuilder();
    if (prepared != null) {
      long ago = Math.max(0, System.nanoTime() - prepared);
      long preparedMillis = System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(ago);
      // A lane may have begun before the event loop heard of it.
      times.setPreparedEpochMillis(Math.max(preparedMillis, times.getStartedEpochMillis()));
    }
    return times.build();
  }

  /**
   * All steps so far.
   *
   * @param timings of the lane; zeros when none had it
   */
  synchronized RunTimes times(Timings timings) {
    long now = System.nanoTime();
    long epochMillis = System.currentTimeMillis();
    var times =
        RunTimes.newBuilder()
            .setReceivedEpochMillis(epoch(JobState.RECEIVED, 0, now, epochMillis))
            .setAdmittedEpochMillis(epoch(JobState.WAITING_FOR_GRAPH, 0, now, epochMillis))
            .setQueuedEpochMillis(epoch(JobState.QUEUED, 0, now, epochMillis))
            .setStartedEpochMillis(epoch(JobState.RUNNING, 0, now, epochMillis));
    if (timings.getComputeNanos() > 0) {
      long prepared = timings.getPrepareNanos();
      long computed = prepared + timings.getComputeNanos();
      times
          .setPreparedEpochMillis(epoch(JobState.RUNNING, prepared, now, epochMillis))
          .setComputedEpochMillis(epoch(JobState.RUNNING, computed, now, epochMillis));
    }
    return times.build();
  }

  private long epoch(JobState state, long later, long now, long epochMillis) {
    Long nanos = entered.get(state);
    // A lane may have begun before the event loop heard of it: never in the future.
    return nanos == null
        ? 0
        : epochMillis - TimeUnit.NANOSECONDS.toMillis(Math.max(0, now - nanos - later));
  }
}
