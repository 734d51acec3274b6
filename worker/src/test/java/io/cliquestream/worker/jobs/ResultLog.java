package io.cliquestream.worker.jobs;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.v1.JobResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Every committed result from the beginning, in the order a read_committed reader sees them. */
final class ResultLog implements AutoCloseable {
  private final List<JobResult> results = new ArrayList<>();
  private final Subscription subscription;

  ResultLog(CliquestreamClient client) {
    subscription =
        client.followResults(
            StartFrom.BEGINNING,
            record -> {
              if (record.hasResult()) {
                synchronized (this) {
                  results.add(record.getResult());
                  notifyAll();
                }
              }
            });
  }

  synchronized List<JobResult> results() {
    return List.copyOf(results);
  }

  /** The results of one job, in order. */
  synchronized List<JobResult> of(String jobId) {
    return results.stream().filter(result -> result.getJobId().equals(jobId)).toList();
  }

  /** Waits until a job has that many results. */
  synchronized List<JobResult> await(String jobId, int count) {
    awaitUntil(() -> of(jobId).size() >= count, count + " results of " + jobId);
    return of(jobId);
  }

  /** Waits until that many different jobs have a result. */
  synchronized void awaitJobs(int count) {
    awaitUntil(() -> jobIds().size() >= count, count + " answered jobs");
  }

  /** Waits until there are that many results. */
  synchronized void awaitResults(int count) {
    awaitUntil(() -> results.size() >= count, count + " results");
  }

  synchronized Set<String> jobIds() {
    var ids = new TreeSet<String>();
    results.forEach(result -> ids.add(result.getJobId()));
    return ids;
  }

  /** Waits until the results are as wanted. */
  synchronized void awaitUntil(Predicate<List<JobResult>> condition, String what) {
    awaitUntil(() -> condition.test(results), what);
  }

  private void awaitUntil(java.util.function.BooleanSupplier condition, String what) {
    long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    try {
      while (!condition.getAsBoolean()) {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new AssertionError("no " + what + " but " + results.size());
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    subscription.close();
  }
}
