package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.job.KCliqueTuning;
import java.util.Optional;

/**
 * Predicts the time of a count from a sample of its roots, run on the device for some milliseconds.
 * A sample that finds no end is drawn again of fewer roots; when the last finds none either, the
 * prediction is a lower bound. A sample of every root that ends is the answer.
 *
 * <p>Our kernels count the clock cycles of their warps, waiting left out, which a sample of few
 * roots tells far better than its time: that is the time of its longest root. The paper's kernels
 * are predicted from the time.
 */
final class CliqueSampler {
  /** Slices are numbered with 32 bits. */
  private static final long MOST_EVERY = 1L << 31;

  private final Lane lane;
  private final CliqueRun run;
  private final long roots;
  private final boolean mayBeWhole;

  CliqueSampler(Lane lane, CliqueRun run, KCliqueTuning tuning) {
    this.lane = lane;
    this.run = run;
    this.roots = tuning.get(KCliqueTuning.Choice.SAMPLED_ROOTS, KCliquePolicy.SAMPLED_ROOTS);
    this.mayBeWhole = tuning.forced(KCliqueTuning.Choice.SLICES).isEmpty();
  }

  /** Whether anything is sampled at all. */
  boolean isOn() {
    return roots > 0;
  }

  /** Samples a kernel. */
  Prediction predict(CliqueKernel kernel) {
    long every = Math.clamp(kernel.tasks() / Math.max(1, roots), mayBeWhole ? 1 : 2, MOST_EVERY);
    double bound = 0;
    for (int i = 0; i < KCliquePolicy.MOST_SAMPLES; i++) {
      CliqueRun.Sample sample = run.sample(kernel, every, KCliquePolicy.SAMPLE_LIMIT);
      bound = Math.max(bound, nanos(kernel, sample));
      if (sample.ended()) {
        Optional<CliqueTally> whole = every == 1 ? Optional.of(run.tally()) : Optional.empty();
        return new Prediction(kernel, bound, false, whole);
      }
      every = Math.min(every * KCliquePolicy.RESAMPLING, MOST_EVERY);
    }
    return new Prediction(kernel, bound, true, Optional.empty());
  }

  private double nanos(CliqueKernel kernel, CliqueRun.Sample sample) {
    double nanos =
        switch (kernel) {
          case OurKernel _ ->
              KCliquePolicy.scale(lane)
                  * sample.cycles()
                  * sample.every()
                  / KCliquePolicy.CYCLES_PER_NANO;
          case PaperKernel _ ->
              Math.max(0, 1e6 * sample.millis() - KCliquePolicy.FIXED_NANOS) * sample.every();
        };
    return KCliquePolicy.FIXED_NANOS + nanos;
  }
}
