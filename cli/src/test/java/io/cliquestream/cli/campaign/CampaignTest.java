package io.cliquestream.cli.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.Main;
import io.cliquestream.worker.config.ByteSize;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small campaign; a large one is {@code ./cliquestream campaign}. */
@Tag("long")
@Tag("campaign")
final class CampaignTest {
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_122L);

  @TempDir private Path folder;

  @Test
  void nothingIsLostDoubledOrWrongUnderKillsAndPoison() throws Exception {
    System.out.println("CampaignTest seed " + SEED);
    var plan =
        new CampaignPlan(
            500,
            500,
            2,
            4,
            1,
            1,
            Duration.ofSeconds(15),
            25,
            1,
            2,
            2,
            0,
            0,
            SEED,
            "384m",
            ByteSize.parse("900MiB"),
            Map.of(),
            Duration.ofMinutes(3),
            folder);
    CampaignReport report =
        new Campaign(Main.class, plan, new PrintWriter(Writer.nullWriter())).run();
    assertThat(report.passed()).as("seed %d%n%s", SEED, report.text()).isTrue();
    assertThat(report.deadLetters()).as("%s", report.text()).isPositive();
  }
}
