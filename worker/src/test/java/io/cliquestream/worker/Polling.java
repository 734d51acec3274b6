package io.cliquestream.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for what comes by itself, and says what was there instead. */
public final class Polling {
  private static final long PAUSE_MILLIS = 10;

  private Polling() {}

  /** Until a condition holds. */
  public static void until(Duration limit, String what, Callable<Boolean> condition) {
    var _ = until(limit, () -> what, condition, Boolean::booleanValue);
  }

  /** The first value that is wanted; a failure shows the last one. */
  public static <T> T until(Duration limit, Callable<T> value, Predicate<T> wanted) {
    return until(limit, () -> "", value, wanted);
  }

  private static <T> T until(
      Duration limit, Supplier<String> what, Callable<T> value, Predicate<T> wanted) {
    long deadline = System.nanoTime() + limit.toNanos();
    try {
      while (true) {
        T found = value.call();
        if (wanted.test(found)) {
          return found;
        }
        assertThat(System.nanoTime() - deadline).as("%s: %s", what.get(), found).isNegative();
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
