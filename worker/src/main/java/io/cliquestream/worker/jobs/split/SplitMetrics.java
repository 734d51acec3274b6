package io.cliquestream.worker.jobs.split;

import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.micrometer.core.instrument.Counter;

/** What is counted of split jobs. */
public final class SplitMetrics {
  private final Counter jobs;
  private final Counter issued;
  private final Counter reissued;
  private final Counter duplicates;
  private final Counter read;
  private final WorkerMetrics metrics;

  /** Makes the meters. */
  public SplitMetrics(WorkerMetrics metrics) {
    this.metrics = metrics;
    this.jobs = metrics.counter(Metric.SPLIT_JOBS);
    this.issued = metrics.counter(Metric.SPLIT_TASKS_ISSUED, "again", "no");
    this.reissued = metrics.counter(Metric.SPLIT_TASKS_ISSUED, "again", "yes");
    this.duplicates = metrics.counter(Metric.SPLIT_DUPLICATES);
    this.read = metrics.counter(Metric.SPLIT_READ);
    for (TaskEnd end : TaskEnd.values()) {
      ended(end, 0);
    }
  }

  /** How a task ended on this worker. */
  enum TaskEnd {
    /** Its partial answer is committed. */
    DONE,
    /** It could not be computed, and a failure is committed. */
    FAILED,
    /** Its job had ended, or another worker has it. */
    DROPPED,
    /** It took too long, and pieces of it are committed. */
    HANDED_OVER;

    String label() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  void split(int tasks) {
    jobs.increment();
    issued.increment(tasks);
  }

  void reissued(int tasks) {
    reissued.increment(tasks);
  }

  void duplicates(long answers) {
    duplicates.increment((double) answers);
  }

  void read() {
    read.increment();
  }

  void ended(TaskEnd end) {
    ended(end, 1);
  }

  private void ended(TaskEnd end, int tasks) {
    metrics.counter(Metric.SPLIT_TASKS_ENDED, "end", end.label()).increment(tasks);
  }
}
