package io.cliquestream.worker.jobs.admission;

import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.worker.Interleavings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A job is computed once or given back once, and its memory and its place in the line return. */
@Tag("long")
final class JobSchedulerInterleavings {
  private static final LanePolicy LANES =
      new LanePolicy(1, 1, 0, Duration.ofMinutes(1), Duration.ofMinutes(1));
  private static final Demand DEMAND =
      new Demand(new Claim("tenant", 1, 4, JobClass.SMALL), 1, new JobBytes(10, 10));

  /** Hears nothing: no job here runs long. */
  private static final class Quiet implements JobScheduler.Host<Integer> {
    @Override
    public long usedNanos(Integer job) {
      return 1;
    }

    @Override
    public void demoted(Integer job) {}

    @Override
    public boolean displace(Integer job) {
      return true;
    }

    @Override
    public void refused(Integer job, WorkerException cause) {
      throw cause;
    }
  }

  @Test
  void everyJobIsComputedOrGivenBackOnce() {
    var metrics = new AdmissionMetrics(new SimpleMeterRegistry());
    Interleavings.of(
        () -> {
          var heap = new HostMemory(1_000);
          var offHeap = new HostMemory(1_000);
          var quotas = Quotas.none();
          var scheduler = new JobScheduler<>(LANES, heap, offHeap, quotas, new Quiet(), metrics);
          var ended = new AtomicInteger();
          Interleavings.together(
              () -> {
                for (Optional<JobScheduler<Integer>.Turn> turn = scheduler.take();
                    turn.isPresent();
                    turn = scheduler.take()) {
                  turn.get().end();
                  ended.incrementAndGet();
                }
              },
              () -> {
                ended.addAndGet(scheduler.submit(1, DEMAND) ? 0 : 1);
                ended.addAndGet(scheduler.cancel(1) ? 1 : 0);
                ended.addAndGet(scheduler.submit(2, DEMAND) ? 0 : 1);
              },
              () -> ended.addAndGet(scheduler.close().size()));
          Interleavings.require(ended.get() == 2, ended + " of 2 jobs ended");
          Interleavings.require(heap.used() == 0 && offHeap.used() == 0, "memory is left");
          Interleavings.require(
              quotas.used(Quotas.Resource.WAITING_JOBS, "tenant") == 0, "a place is taken");
          Interleavings.require(scheduler.running(JobClass.SMALL) == 0, "a job still runs");
        });
  }
}
