package io.cliquestream.loadgen.load;

import io.cliquestream.client.ClientException;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.ResultRecord;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Puts a {@link LoadPlan} on a service. */
public final class LoadRunner {
  private final CliquestreamClient client;
  private final LoadPlan plan;
  private final LoadRecorder recorder;
  private final Semaphore room;
  private long startNanos;

  private LoadRunner(CliquestreamClient client, LoadPlan plan) {
    this.client = client;
    this.plan = plan;
    this.recorder = new LoadRecorder(plan);
    this.room = new Semaphore(plan.outstanding());
  }

  /**
   * Sends every job when it is due, awaits results within the plan's bounds and reports.
   *
   * @throws ClientException when results can no longer be followed
   * @throws InterruptedException when the caller is interrupted; jobs sent stay sent
   */
  public static LoadReport run(CliquestreamClient client, LoadPlan plan)
      throws InterruptedException {
    return new LoadRunner(client, plan).run();
  }

  private LoadReport run() throws InterruptedException {
    startNanos = System.nanoTime();
    Subscription results = client.followResults(StartFrom.END, this::receive);
    try {
      // Due times count from here, after following has started.
      startNanos = System.nanoTime();
      for (int index = 0; index < plan.jobs(); index++) {
        awaitDue(index);
        if (!send(index)) {
          break;
        }
      }
      if (awaitAllAnswered()) {
        TimeUnit.NANOSECONDS.sleep(plan.linger().toNanos());
      }
    } finally {
      results.close();
    }
    if (results.failure().isPresent()) {
      throw results.failure().get();
    }
    return recorder.report();
  }

  private void awaitDue(int index) throws InterruptedException {
    for (long left = plan.dueNanos(index) - elapsedNanos();
        left > 0;
        left = plan.dueNanos(index) - elapsedNanos()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException("load was interrupted");
      }
    }
  }

  /**
   * Whether there was room within the drain bound; if not, the service answers nothing any more.
   */
  private boolean send(int index) throws InterruptedException {
    boolean waited = !room.tryAcquire();
    if (waited && !room.tryAcquire(plan.drain().toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    recorder.sent(index, elapsedNanos(), waited);
    var _ =
        client
            .submitAsync(plan.request(index))
            .whenComplete(
                (position, failure) -> {
                  if (failure != null) {
                    recorder.refused(index, codeOf(failure));
                    room.release();
                  }
                });
    return true;
  }

  private void receive(ResultRecord record) {
    if (record.hasResult() && recorder.answered(record.getResult(), elapsedNanos())) {
      room.release();
    }
  }

  private boolean awaitAllAnswered() throws InterruptedException {
    return room.tryAcquire(plan.outstanding(), plan.drain().toNanos(), TimeUnit.NANOSECONDS);
  }

  private long elapsedNanos() {
    return System.nanoTime() - startNanos;
  }

  private static FailureCode codeOf(Throwable failure) {
    return failure instanceof ClientException known
        ? known.code()
        : FailureCode.FAILURE_CODE_INTERNAL;
  }
}
