package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.KCliqueTuning.Choice;
import java.time.Duration;
import java.util.Optional;

/**
 * Predicts the time of a count from a sample of its roots, run on the device for some milliseconds.
 * A sample that finds no end is drawn again of fewer roots; when the last finds none either, the
 * prediction is a lower bound. A sample of every root that ends is the answer.
 *
 * <p>Our kernels count the clock cycles of their warps, waiting left out, which a sample of few
 * roots tells far better than its time: that is the time of its longest root. The paper's kernels
 * are predicted from the time of a larger sample. What a launch costs that finds no root at all is
 * measured beside and taken off before the sample is scaled up.
 */
record CliqueSampler(Lane lane, CliqueRun run, KCliqueTuning tuning) {
  /** Slices are numbered with 32 bits; a sample of one in so many finds no root. */
  private static final long NONE = 1L << 31;

  /** Whether anything is sampled at all. */
  boolean isOn() {
    return tuning.get(Choice.SAMPLED_ROOTS, 1) > 0;
  }

  private long roots(CliqueKernel kernel) {
    long usual =
        switch (kernel) {
          case OurKernel _ -> DeviceCliquePolicy.SAMPLED_ROOTS;
          case PaperKernel _ -> DeviceCliquePolicy.SAMPLED_PAPER_TASKS;
        };
    return tuning.get(Choice.SAMPLED_ROOTS, usual);
  }

  /**
   * The thinnest sample that still stands for the whole. Ours are of rows where roots are few,
   * taken from another place of each root: evenly so as long as there are as many roots.
   */
  private static long mostEvery(CliqueKernel kernel) {
    long most =
        switch (kernel) {
          case OurKernel _ -> kernel.tasks();
          case PaperKernel _ -> kernel.tasks() / DeviceCliquePolicy.LEAST_SAMPLED_TASKS;
        };
    return Math.clamp(most, 1, NONE);
  }

  /**
   * Samples a kernel.
   *
   * @param rival predicted time of another way to count, beyond which this one is out of the
   *     question; infinite where there is none
   */
  Prediction predict(CliqueKernel kernel, double rival) {
    Duration limit = limit(rival);
    CliqueRun.Sample nothing = run.sample(kernel, NONE, DeviceCliquePolicy.SAMPLE_LIMIT);
    boolean mayBeWhole = tuning.forced(Choice.SLICES).isEmpty();
    long every = Math.clamp(kernel.tasks() / roots(kernel), mayBeWhole ? 1 : 2, NONE);
    long most = mostEvery(kernel);
    double bound = 0;
    for (int i = 0; i < DeviceCliquePolicy.MOST_SAMPLES; i++) {
      CliqueRun.Sample sample = run.sample(kernel, every, limit);
      bound = Math.max(bound, nanos(kernel, sample, nothing));
      if (sample.ended()) {
        Optional<CliqueTally> whole = every == 1 ? Optional.of(run.whole()) : Optional.empty();
        return new Prediction(kernel, bound, false, whole);
      }
      if (bound > rival || every >= most) {
        break;
      }
      every = Math.min(every * DeviceCliquePolicy.RESAMPLING, most);
    }
    return new Prediction(kernel, bound, true, Optional.empty());
  }

  private static Duration limit(double rival) {
    double share =
        Math.clamp(
            rival / DeviceCliquePolicy.SAMPLE_SHARE,
            (double) DeviceCliquePolicy.LEAST_SAMPLE_LIMIT.toNanos(),
            (double) DeviceCliquePolicy.SAMPLE_LIMIT.toNanos());
    return Duration.ofNanos((long) share);
  }

  private double nanos(CliqueKernel kernel, CliqueRun.Sample sample, CliqueRun.Sample nothing) {
    double nanos =
        switch (kernel) {
          case OurKernel ours ->
              DeviceCliquePolicy.scale(lane)
                  * Math.max(0, sample.cycles() - nothing.cycles())
                  / DeviceCliquePolicy.cyclesPerNano(ours.method());
          case PaperKernel _ -> 1e6 * Math.max(0, sample.millis() - nothing.millis());
        };
    return DeviceCliquePolicy.FIXED_NANOS + nanos * sample.every();
  }
}
