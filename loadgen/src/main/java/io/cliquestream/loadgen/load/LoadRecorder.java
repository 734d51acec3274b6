package io.cliquestream.loadgen.load;

import io.cliquestream.client.RecordPosition;
import io.cliquestream.contract.Failures;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/**
 * What became of every job; knows no clock: whoever calls says when. Safe for use by several
 * threads.
 */
public final class LoadRecorder {
  private static final long LONGEST_LATENCY_MICROS = 24L * 3600 * 1_000_000;
  private static final int SIGNIFICANT_DIGITS = 3;

  /** Of a request that the broker has not told of: it cannot have been passed. */
  private static final RecordPosition NOWHERE = new RecordPosition("", -1, Long.MAX_VALUE);

  private final LoadPlan plan;
  private final BitSet accepted = new BitSet();
  private final BitSet answered = new BitSet();

  /** Where the requests lie that have no answer yet, as far as the broker has said. */
  private final Map<Integer, RecordPosition> unanswered = new HashMap<>();

  private final Histogram latencyMicros = new Histogram(LONGEST_LATENCY_MICROS, SIGNIFICANT_DIGITS);
  private final Map<String, Long> failures = new TreeMap<>();
  private long succeeded;
  private long checked;
  private long mismatched;
  private String firstMismatch = "";
  private long duplicated;
  private long heldBack;
  private long latenessNanos;
  private long lastSentNanos;
  private long lastAnsweredNanos;

  /** Nothing has happened yet. */
  public LoadRecorder(LoadPlan plan) {
    this.plan = plan;
  }

  /**
   * A job is being sent.
   *
   * @param index the job
   * @param nanos since the start
   * @param waitedForRoom whether the bound on outstanding jobs held it back
   */
  public synchronized void sent(int index, long nanos, boolean waitedForRoom) {
    accepted.set(index);
    heldBack += waitedForRoom ? 1 : 0;
    if (plan.isMeasured(index)) {
      latenessNanos = Math.max(latenessNanos, nanos - plan.dueNanos(index));
    }
    lastSentNanos = Math.max(lastSentNanos, nanos);
  }

  /** The broker has taken a job. */
  public synchronized void taken(int index, RecordPosition position) {
    if (!answered.get(index)) {
      unanswered.put(index, position);
    }
  }

  /** The broker did not take a job. */
  public synchronized void refused(int index, FailureCode code) {
    accepted.clear(index);
    failures.merge(Failures.nameOf(code), 1L, Long::sum);
  }

  /**
   * A result came in.
   *
   * @param nanos since the start
   * @return whether it is the first one of a job of this run
   */
  public synchronized boolean answered(JobResult result, long nanos) {
    int index = plan.indexOf(result.getJobId());
    if (index < 0) {
      return false;
    }
    if (answered.get(index)) {
      duplicated++;
      return false;
    }
    answered.set(index);
    unanswered.remove(index);
    lastAnsweredNanos = Math.max(lastAnsweredNanos, nanos);
    long micros = Math.max(0, nanos - plan.dueNanos(index)) / 1_000;
    if (plan.isMeasured(index)) {
      latencyMicros.recordValue(Math.min(micros, LONGEST_LATENCY_MICROS));
    }
    if (result.getStatus() == JobStatus.JOB_STATUS_SUCCEEDED) {
      succeeded++;
      check(index, result);
    } else {
      failures.merge(Failures.nameOf(result.getFailure().getCode()), 1L, Long::sum);
    }
    return true;
  }

  private void check(int index, JobResult result) {
    var expected = plan.entry(index).expected();
    if (expected.isEmpty()) {
      return;
    }
    checked++;
    String found = AnswerText.of(result);
    if (!found.equals(expected.get())) {
      mismatched++;
      if (firstMismatch.isEmpty()) {
        firstMismatch =
            result.getJobId()
                + " ("
                + plan.entry(index).graphId()
                + " "
                + plan.entry(index).job().text()
                + "): expected "
                + expected.get()
                + ", got "
                + found;
      }
    }
  }

  /** The report so far: whatever has no answer may still get one. */
  public LoadReport interimReport() {
    return report(_ -> true);
  }

  /** The report of a service that has nothing left to answer. */
  public LoadReport report() {
    return report(_ -> false);
  }

  /**
   * The report so far.
   *
   * @param waits whether the service has not come to a request yet, by where it lies: one without
   *     an answer that it has passed is lost
   */
  public synchronized LoadReport report(Predicate<RecordPosition> waits) {
    BitSet lost = (BitSet) accepted.clone();
    lost.andNot(answered);
    int waiting = 0;
    for (int index = lost.nextSetBit(0); index >= 0; index = lost.nextSetBit(index + 1)) {
      RecordPosition position = unanswered.getOrDefault(index, NOWHERE);
      if (waits.test(position)) {
        waiting++;
        lost.clear(index);
      }
    }
    return new LoadReport(
        plan.jobsPerSecond(),
        rate(accepted.cardinality(), lastSentNanos),
        rate(answered.cardinality(), lastAnsweredNanos),
        accepted.cardinality(),
        succeeded,
        checked,
        mismatched,
        firstMismatch,
        Map.copyOf(failures),
        waiting,
        lost.cardinality(),
        duplicated,
        heldBack,
        latenessNanos / 1e6,
        LoadReport.Latency.of(latencyMicros));
  }

  /** Over the planned time at least: the last of n jobs is due one period before the end. */
  private double rate(long events, long nanos) {
    return events * 1e9 / Math.max(nanos, plan.dueNanos(plan.jobs()));
  }
}
