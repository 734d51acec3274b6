package io.cliquestream.worker.engines;

import io.cliquestream.worker.jobs.admission.FairQueue;
import io.cliquestream.worker.jobs.run.ActiveJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed set of platform threads, each of which computes one job at a time. So many jobs run at
 * once; the engine shares its processors among them. Never an event loop.
 */
public final class EngineLanes {
  private static final Logger LOG = LoggerFactory.getLogger(EngineLanes.class);

  private final FairQueue<ActiveJob> queue;
  private final Consumer<ActiveJob> work;
  private final List<Thread> threads = new ArrayList<>();

  public EngineLanes(int lanes, FairQueue<ActiveJob> queue, Consumer<ActiveJob> work) {
    this.queue = queue;
    this.work = work;
    for (int lane = 0; lane < lanes; lane++) {
      threads.add(
          Thread.ofPlatform().daemon().name("cliquestream-lane-" + lane).unstarted(this::run));
    }
  }

  public void start() {
    threads.forEach(Thread::start);
  }

  private void run() {
    try {
      while (true) {
        Optional<ActiveJob> job = queue.take();
        if (job.isEmpty()) {
          return;
        }
        try {
          work.accept(job.get());
        } catch (RuntimeException e) {
          // A lane must outlive whatever happens on it.
          LOG.error("job {} was lost by its lane", job.get().jobId(), e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the lanes to end after the queue was closed. */
  public void join(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    for (Thread thread : threads) {
      if (!thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
        LOG.warn("{} is still computing", thread.getName());
      }
    }
  }
}
