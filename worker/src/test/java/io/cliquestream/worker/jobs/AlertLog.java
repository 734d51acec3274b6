package io.cliquestream.worker.jobs;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.v1.Alert;
import java.util.ArrayList;
import java.util.List;

/** Every committed alert from the beginning, in the order a read_committed reader sees them. */
final class AlertLog implements AutoCloseable {
  private final List<Alert> alerts = new ArrayList<>();
  private final Subscription subscription;

  AlertLog(CliquestreamClient client) {
    subscription =
        client.followAlerts(
            StartFrom.BEGINNING,
            alert -> {
              synchronized (this) {
                alerts.add(alert);
                notifyAll();
              }
            });
  }

  /** Those of one job, in order. */
  synchronized List<Alert> of(String jobId) {
    return alerts.stream().filter(alert -> alert.getJobId().equals(jobId)).toList();
  }

  /** Waits until so many of a job are there, and none is missing before them. */
  synchronized List<Alert> await(String jobId, long count) {
    long deadline = System.nanoTime() + 90_000_000_000L;
    try {
      while (of(jobId).size() < count) {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new AssertionError(
              "no " + count + " alerts of " + jobId + " but " + of(jobId).size());
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return of(jobId);
  }

  @Override
  public void close() {
    subscription.close();
  }
}
