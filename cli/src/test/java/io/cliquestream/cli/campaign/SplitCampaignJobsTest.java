package io.cliquestream.cli.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SplitCampaignJobsTest {
  @Test
  void aLongJobTakesSecondsHoweverFastTheMachineIs() {
    long sets = 14_515_529;
    for (double setsASecond = 1e6; setsASecond < 1e8; setsASecond *= 3) {
      for (int threads = 1; threads <= 64; threads *= 4) {
        int copies = SplitCampaignJobs.longCopies(sets, setsASecond, threads);
        assertThat(copies * sets / (setsASecond * threads))
            .as("%.0f sets a second by %d threads", setsASecond, threads)
            .isBetween(7.0, 20.0);
      }
    }
  }

  @Test
  void aMachineTooSlowForACopyGetsOneAndNoneGetsAGraphWithoutEnd() {
    assertThat(SplitCampaignJobs.longCopies(1_000_000, 10, 1)).isOne();
    assertThat(SplitCampaignJobs.longCopies(1, 1e12, 64)).isEqualTo(10_000);
  }
}
