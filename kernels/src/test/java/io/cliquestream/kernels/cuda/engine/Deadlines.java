package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.FailureCode;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Lets a job that has no end run into deadlines, each twice as long as the one before, until it had
 * the time to leave something: how long that takes depends on who else uses the GPU.
 */
final class Deadlines {
  private static final long FIRST_MILLIS = 300;
  private static final long LONGEST_MILLIS = 40_000;

  /** How a job ended, and its control. */
  record Ended(StoppedException stopped, JobControl control) {}

  private Deadlines() {}

  /** The first end that left enough, or else the last one. */
  static Ended of(Consumer<JobControl> job, Predicate<Ended> enough) {
    for (long millis = FIRST_MILLIS; ; millis *= 2) {
      JobControl control = JobControl.within(Duration.ofMillis(millis));
      StoppedException stopped =
          catchThrowableOfType(StoppedException.class, () -> job.accept(control));
      assertThat(stopped).as("stopped after %d ms", millis).isNotNull();
      assertThat(stopped.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
      Ended ended = new Ended(stopped, control);
      if (enough.test(ended) || millis > LONGEST_MILLIS) {
        return ended;
      }
    }
  }
}
