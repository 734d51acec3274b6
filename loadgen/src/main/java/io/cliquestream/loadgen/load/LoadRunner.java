package io.cliquestream.loadgen.load;

import io.cliquestream.client.ClientException;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.GroupInspection;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.ResultRecord;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Puts a {@link LoadPlan} on a service. */
public final class LoadRunner {
  /** How soon a stop is heard. */
  private static final long LONGEST_PARK_NANOS = 100_000_000;

  private final CliquestreamClient client;
  private final LoadPlan plan;
  private final String groupId;
  private final LoadRecorder recorder;
  private final Semaphore room;
  private volatile long startNanos;
  private volatile boolean stopped;
  private volatile String unsure;

  /**
   * A load that has not begun.
   *
   * @param groupId the workers' consumer group, whose offsets tell what they have come to
   */
  public LoadRunner(CliquestreamClient client, LoadPlan plan, String groupId) {
    this.client = client;
    this.plan = plan;
    this.groupId = groupId;
    this.recorder = new LoadRecorder(plan);
    this.room = new Semaphore(plan.outstanding());
  }

  /**
   * Sends every job when it is due, awaits results within the plan's bounds and reports. Called
   * once.
   *
   * @throws ClientException when results can no longer be followed
   * @throws InterruptedException when the caller is interrupted; jobs sent stay sent
   */
  public LoadReport run() throws InterruptedException {
    startNanos = System.nanoTime();
    Subscription results = client.followResults(StartFrom.END, this::receive);
    LoadReport report;
    try {
      // Due times count from here, after following has started.
      startNanos = System.nanoTime();
      for (int index = 0; index < plan.jobs() && !stopped; index++) {
        awaitDue(index);
        if (stopped || !send(index)) {
          break;
        }
      }
      if (stopped) {
        return recorder.interimReport();
      }
      report = awaitAllAnswered() ? afterAll() : afterSome();
    } finally {
      results.close();
    }
    if (results.failure().isPresent()) {
      throw results.failure().get();
    }
    return report;
  }

  /** What has become of the jobs so far; from any thread. */
  public LoadReport report() {
    return recorder.interimReport();
  }

  /** Sends no more; from any thread. */
  public void stop() {
    stopped = true;
  }

  /** Why it cannot be told which jobs wait and which are lost, if it cannot. */
  public Optional<String> unsure() {
    return Optional.ofNullable(unsure);
  }

  /** Every job is answered: only duplicates can still come. */
  private LoadReport afterAll() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(plan.linger().toNanos());
    return recorder.report();
  }

  /**
   * Some jobs have no answer. The workers commit an answer together with the offset behind its
   * request, so one whose request lies before a committed offset was answered, and whose answer has
   * not come is lost; all others wait. The offsets are asked for first, then answers get the time
   * to arrive.
   */
  private LoadReport afterSome() throws InterruptedException {
    try {
      Map<Integer, Long> committed = GroupInspection.committed(client.settings(), groupId);
      TimeUnit.NANOSECONDS.sleep(plan.linger().toNanos());
      return recorder.report(
          request -> request.offset() >= committed.getOrDefault(request.partition(), 0L));
    } catch (ClientException refused) {
      unsure = refused.getMessage();
      return recorder.interimReport();
    }
  }

  private void awaitDue(int index) throws InterruptedException {
    for (long left = plan.dueNanos(index) - elapsedNanos();
        left > 0 && !stopped;
        left = plan.dueNanos(index) - elapsedNanos()) {
      LockSupport.parkNanos(Math.min(left, LONGEST_PARK_NANOS));
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
                  if (failure == null) {
                    recorder.taken(index, position);
                  } else {
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
