package io.cliquestream.kernels.cpu.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class BinomialIntervalTest {
  private static BinomialInterval interval(long hits, long samples, double confidence) {
    return BinomialInterval.of(hits, samples, confidence, new StopMeter(StopCheck.NEVER));
  }

  /** Probability of {@code least} hits or more. */
  private static double tail(int samples, double probability, int least) {
    double term = Math.pow(1 - probability, samples);
    double below = 0;
    for (int hits = 0; hits < least; hits++) {
      below += term;
      term *= (double) (samples - hits) / (hits + 1) * probability / (1 - probability);
    }
    return 1 - below;
  }

  @Test
  void itsEndsLeaveHalfTheRiskOnEachSide() {
    for (int samples = 1; samples <= 60; samples++) {
      for (int hits = 0; hits <= samples; hits++) {
        for (double confidence : new double[] {0.5, 0.9, 0.95, 0.999}) {
          double risk = (1 - confidence) / 2;
          var interval = interval(hits, samples, confidence);
          if (hits == 0) {
            assertThat(interval.low()).isZero();
          } else {
            assertThat(tail(samples, interval.low(), hits)).isCloseTo(risk, within(1e-9));
          }
          if (hits == samples) {
            assertThat(interval.high()).isEqualTo(1);
          } else {
            assertThat(1 - tail(samples, interval.high(), hits + 1)).isCloseTo(risk, within(1e-9));
          }
        }
      }
    }
  }

  @Test
  void aConfidenceNextToOneOnceLostWhatWasLeftOfItsRisk() {
    for (double confidence :
        new double[] {
          1 - 1e-12, 1 - 1e-15, Math.nextDown(1 - 0x1p-52), 1 - 0x1p-52, Math.nextDown(1.0)
        }) {
      double risk = (1 - confidence) / 2;
      for (int samples : new int[] {10, 1_000, 1_000_000_000}) {
        // With no hit at all the interval has a formula: (1 - high)^samples is the risk.
        double high = interval(0, samples, confidence).high();
        assertThat(samples * Math.log1p(-high)).isCloseTo(Math.log(risk), within(1e-3));
      }
    }
  }

  @Test
  void manySamplesComeNearTheNormalDistribution() {
    for (long samples = 1_000_000; samples <= 1_000_000_000; samples *= 10) {
      long hits = samples / 3;
      var interval = interval(hits, samples, 0.95);
      double half = 1.959964 * Math.sqrt(2.0 / 9 / samples);
      assertThat(interval.high() - interval.low()).isCloseTo(2 * half, within(0.01 * half));
      assertThat(interval(0, samples, 0.95).high() * samples)
          .isCloseTo(-Math.log(0.025), within(1e-3));
    }
  }

  /** A confidence so near 1 that one less its risk is rounded to 1. */
  @Test
  void theLastRiskThatADoubleLeavesIsNotRoundedAway() {
    for (double confidence : new double[] {1 - 1e-9, 1 - 1e-14, Math.nextDown(1.0)}) {
      double risk = (1 - confidence) / 2;
      for (long samples : new long[] {1, 10, 1_000, 1_000_000}) {
        double most = -Math.expm1(Math.log(risk) / samples);
        assertThat(interval(0, samples, confidence).high()).isCloseTo(most, within(1e-6 * most));
        double least = Math.pow(risk, 1.0 / samples);
        assertThat(interval(samples, samples, confidence).low())
            .isCloseTo(least, within(1e-6 * least));
      }
      int samples = 400;
      for (int hits = 1; hits < samples; hits += 19) {
        var found = interval(hits, samples, confidence);
        var mirrored = interval(samples - hits, samples, confidence);
        assertThat(found.low()).isLessThan((double) hits / samples);
        assertThat(found.high()).isGreaterThan((double) hits / samples);
        assertThat(mirrored.high()).isCloseTo(1 - found.low(), within(1e-9));
        assertThat(between(samples, found.high(), 0, hits)).isCloseTo(risk, within(1e-6 * risk));
        assertThat(between(samples, found.low(), hits, samples))
            .isCloseTo(risk, within(1e-6 * risk));
      }
    }
  }

  /** Probability of {@code least} to {@code most} hits, of positive terms alone. */
  private static double between(int samples, double probability, int least, int most) {
    double sum = 0;
    double binomial = 0;
    for (int i = 0; i <= most; i++) {
      if (i >= least) {
        sum +=
            Math.exp(
                binomial + i * Math.log(probability) + (samples - i) * Math.log1p(-probability));
      }
      binomial += Math.log((double) (samples - i) / (i + 1));
    }
    return sum;
  }

  @Test
  void aBillionSamplesAskWhetherToStop() {
    AtomicLong asked = new AtomicLong();
    var _ =
        BinomialInterval.of(
            500_000_000, 1_000_000_000, 0.99, new StopMeter(asked::incrementAndGet));
    assertThat(asked.get()).isPositive();
  }
}
