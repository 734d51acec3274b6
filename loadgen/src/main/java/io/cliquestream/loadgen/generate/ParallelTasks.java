package io.cliquestream.loadgen.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Hands numbered tasks to a fixed number of threads, each with state of its own. */
final class ParallelTasks {
  /** One thread's share. */
  interface Worker {
    void run(long task);

    /** Called once, on the thread, after its last task. */
    default void finish() {}
  }

  private ParallelTasks() {}

  /** Runs tasks 0 to {@code count - 1}; the first exception ends all threads and is thrown. */
  static void run(int threads, long count, Supplier<Worker> workers) {
    var next = new AtomicLong();
    var failure = new AtomicReference<Throwable>();
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < Math.min(threads, count); i++) {
      started.add(
          Thread.ofPlatform()
              .daemon()
              .name("generate-", i)
              .start(
                  () -> {
                    try {
                      Worker worker = workers.get();
                      for (long task = next.getAndIncrement();
                          task < count && failure.get() == null;
                          task = next.getAndIncrement()) {
                        worker.run(task);
                      }
                      worker.finish();
                    } catch (RuntimeException | Error cause) {
                      failure.compareAndSet(null, cause);
                    }
                  }));
    }
    boolean interrupted = false;
    for (Thread thread : started) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException cause) {
          interrupted = true;
          failure.compareAndSet(null, new IllegalStateException("generating was interrupted"));
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure.get() != null) {
      throw new IllegalStateException("generating failed", failure.get());
    }
  }
}
