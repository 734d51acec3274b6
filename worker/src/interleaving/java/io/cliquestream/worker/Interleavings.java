package io.cliquestream.worker;

import java.lang.reflect.Field;
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

  /** Where what threads share is put, so that Lincheck sees it; nobody reads it. */
  @SuppressWarnings("unused")
  private static volatile Object shared;

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
      share(step);
    }
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

  /**
   * Lets Lincheck know what a lambda captured. It cannot read the fields of lambdas' classes, so it
   * would hold the objects behind them for one thread's own, and switch threads at no access to
   * their fields: a lost update stayed unseen.
   */
  private static void share(Object captor) {
    if (!captor.getClass().isHidden()) {
      shared = captor;
      return;
    }
    for (Field field : captor.getClass().getDeclaredFields()) {
      try {
        field.setAccessible(true);
        Object captured = field.get(captor);
        if (captured != null && !field.getType().isPrimitive()) {
          share(captured);
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
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
