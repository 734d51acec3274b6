package io.cliquestream.worker.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.admission.AdmissionMetrics;
import io.cliquestream.worker.jobs.admission.Demand;
import io.cliquestream.worker.jobs.admission.JobScheduler;
import io.cliquestream.worker.jobs.admission.LanePolicy;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Lanes whose work, or whose look at it, throws what nobody expects. */
final class EngineLanesTest {
  private static final long LIMIT_SECONDS = 60;
  private static final Duration LIMIT = Duration.ofSeconds(LIMIT_SECONDS);

  private final BlockingQueue<Throwable> lost = new LinkedBlockingQueue<>();
  private final AtomicBoolean memoryIsShort = new AtomicBoolean();
  private final JobScheduler<ActiveJob> scheduler =
      new JobScheduler<>(
          new LanePolicy(1, 1, 0, Duration.ofMinutes(1), Duration.ZERO),
          new HostMemory(1_000),
          new HostMemory(1_000),
          Quotas.none(),
          new JobScheduler.Host<>() {
            @Override
            public long usedNanos(ActiveJob job) {
              if (memoryIsShort.get()) {
                throw new OutOfMemoryError("of a review");
              }
              return 1;
            }

            @Override
            public void demoted(ActiveJob job) {}

            @Override
            public boolean displace(ActiveJob job) {
              return true;
            }

            @Override
            public void refused(ActiveJob job, WorkerException cause) {}
          },
          new AdmissionMetrics(new SimpleMeterRegistry()));

  /** The job itself is looked at by nobody here. */
  private void submit() {
    var claim = new Claim("tenant", 1, 4, JobClass.SMALL);
    assertThat(scheduler.submit(null, new Demand(claim, 1, new JobBytes(1, 1)))).isTrue();
  }

  @Test
  void aLaneThatAnErrorEndedKeptItsJobForEverAndNobodyWasTold() throws Exception {
    var lanes =
        new EngineLanes(
            1,
            scheduler,
            _ -> {
              throw new OutOfMemoryError("beside a job");
            },
            lost::add);
    lanes.start();
    submit();
    assertThat(lost.poll(LIMIT_SECONDS, TimeUnit.SECONDS))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("beside a job");
    end(lanes);
  }

  @Test
  void whoLooksAfterTheLanesEndedByAnErrorAndNobodyWasTold() throws Exception {
    var lanes =
        new EngineLanes(
            1,
            scheduler,
            turn -> {
              memoryIsShort.set(true);
              try {
                lost.add(lost.take());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              memoryIsShort.set(false);
              turn.end();
            },
            lost::add);
    lanes.start();
    submit();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (lost.isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    end(lanes);
    assertThat(lost).singleElement().asString().contains("of a review");
  }

  private void end(EngineLanes lanes) throws InterruptedException {
    scheduler.close();
    lanes.join(LIMIT);
  }
}
