package io.cliquestream.worker.trace;

import io.cliquestream.kernels.answer.JobOutcome.Slice;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The spans of one run of a job: one for the run, from the writing of its record to its committed
 * answer, and under it one for each step. Whoever leads the run says when a step begins, which ends
 * the one before. Times are those of {@code System.nanoTime()}. Safe for use by several threads.
 */
public interface RunTrace {
  /** A run that is not traced. Costs nothing: no method allocates or looks at a clock. */
  RunTrace NONE = new UntracedRun();

  /** Where a run stands; the name of its span. */
  enum Step {
    /** The record is read, checked, and found to be a job. */
    ADMIT,
    /** Its graph, or that version, is waited for. */
    GRAPH,
    /** It waits in line for a lane. */
    QUEUE,
    /** A lane prepares the graph for it, and computes. */
    COMPUTE,
    /** Its answer waits for, or is in, a transaction. */
    COMMIT;

    /** The span's name. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Ends recording exemplars; see {@link #current}. */
  interface Scope extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * The header traceparent of every record of this run.
   *
   * @param received that of the request, to be handed on where nothing is traced
   */
  Optional<byte[]> header(Optional<byte[]> received);

  /** Until closed, what this thread measures has this trace as its example. */
  Scope current();

  /** A step begins now, if it has not begun. */
  void begin(Step step);

  /** A lane took the run. */
  void started(long nanos);

  /**
   * The engine has an answer.
   *
   * @param prepareNanos how long the graph was prepared for it
   * @param computeNanos how long the algorithm took, right after it
   * @param plan what was chosen, by what it was chosen for
   * @param slices those that a device computed it in; empty on the host
   */
  void computed(
      long prepareNanos,
      long computeNanos,
      String engine,
      Map<String, String> plan,
      List<Slice> slices);

  /** The engine was stopped, to make room for others: the run waits again. */
  void displaced();

  /** The engine has no answer, or only a part of it. */
  void stopped(String code, String message);

  /** The record is answered with a failure, without a run. */
  void failed(String code, String message);

  /**
   * The engine has come so far.
   *
   * @param phase preparing or computing
   * @param fraction 0 to 1
   * @param workPerSecond in the engine's own unit
   */
  void progress(String phase, double fraction, double workPerSecond);

  /**
   * The answer is committed.
   *
   * @param status of the result, such as succeeded
   * @param code of the failure; empty for none
   */
  void committed(String status, String code, String message);

  /** The record needed no run, and is done with. */
  void ended(String outcome);

  /** The run is the next worker's. Does nothing when it has ended. */
  void givenBack();
}
