package io.cliquestream.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.Lincheck;

/**
 * Runs a block of code again and again, each time with its threads switched at other places, until
 * it fails or so many interleavings were tried. A failure, a deadlock too, tells the interleaving.
 */
public final class Interleavings {
  /** Interleavings of one block; {@code -Dcliquestream.interleavings} tries more. */
  private static final int COUNT = Integer.getInteger("cliquestream.interleavings", 120);

  /** What a block or one of its threads does. */
  @FunctionalInterface
  public interface Step {
    void run() throws Exception;
  }

  private Interleavings() {}

  /** Tries interleavings of a block, which starts its threads by {@link #together}. */
  public static void of(Step block) {
    Lincheck.runConcurrentTest(COUNT, () -> run(block));
  }

  /** Runs all of these at once; returns when each has ended. */
  public static void together(Step... steps) throws InterruptedException {
    var failure = new AtomicReference<RuntimeException>();
    List<Thread> threads = new ArrayList<>();
    for (Step step : steps) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  run(step);
                } catch (RuntimeException e) {
                  failure.compareAndSet(null, e);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  /** Fails the block. */
  public static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }

  private static void run(Step step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
