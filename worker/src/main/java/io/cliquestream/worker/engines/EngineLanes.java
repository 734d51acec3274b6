package io.cliquestream.worker.engines;

import io.cliquestream.worker.jobs.admission.JobScheduler;
import io.cliquestream.worker.jobs.run.ActiveJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed set of platform threads, each of which computes one job at a time, and one more that
 * reviews them. So many jobs run at once; the engine shares its processors among them. Never an
 * event loop.
 */
public final class EngineLanes {
  private static final Logger LOG = LoggerFactory.getLogger(EngineLanes.class);

  /** Between two looks at who has become a long job. */
  private static final Duration REVIEW = Duration.ofMillis(10);

  private final JobScheduler<ActiveJob> scheduler;
  private final Consumer<JobScheduler<ActiveJob>.Turn> work;
  private final Consumer<Throwable> lost;
  private final List<Thread> threads = new ArrayList<>();
  private final Thread watch =
      Thread.ofPlatform().daemon().name("cliquestream-lane-watch").unstarted(this::review);
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param work computes a job and ends its turn
   * @param lost told what ended a thread that should have gone on
   */
  public EngineLanes(
      int lanes,
      JobScheduler<ActiveJob> scheduler,
      Consumer<JobScheduler<ActiveJob>.Turn> work,
      Consumer<Throwable> lost) {
    this.scheduler = scheduler;
    this.work = work;
    this.lost = lost;
    for (int lane = 0; lane < lanes; lane++) {
      threads.add(
          Thread.ofPlatform().daemon().name("cliquestream-lane-" + lane).unstarted(this::run));
    }
  }

  public void start() {
    threads.forEach(Thread::start);
    watch.start();
  }

  private void run() {
    try {
      while (true) {
        Optional<JobScheduler<ActiveJob>.Turn> turn = scheduler.take();
        if (turn.isEmpty()) {
          return;
        }
        try {
          work.accept(turn.get());
        } catch (RuntimeException e) {
          // A lane must outlive whatever happens on it.
          LOG.error("job {} was lost by its lane", turn.get().job().jobId(), e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      // Its job would never be answered, and its lane never free again.
      lost.accept(e);
    }
  }

  private void review() {
    try {
      while (!closed.await(REVIEW.toNanos(), TimeUnit.NANOSECONDS)) {
        try {
          scheduler.review();
        } catch (RuntimeException e) {
          LOG.error("running jobs could not be reviewed", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      lost.accept(e);
    }
  }

  /** Waits for the lanes to end after the line was closed. */
  public void join(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    for (Thread thread : threads) {
      if (!thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
        LOG.warn("{} is still computing", thread.getName());
      }
    }
    closed.countDown();
    watch.join(limit);
  }
}
