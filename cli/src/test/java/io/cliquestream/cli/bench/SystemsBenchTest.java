package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.cli.CommandLineRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SystemsBenchTest {
  @TempDir private Path folder;

  private static final String[] MODEL = {"er", "50", "200", "1"};

  private static CommandLineRun run(String... options) {
    String[] words = new String[2 + options.length + MODEL.length];
    words[0] = "bench";
    words[1] = "systems";
    System.arraycopy(options, 0, words, 2, options.length);
    System.arraycopy(MODEL, 0, words, 2 + options.length, MODEL.length);
    return CommandLineRun.of(words);
  }

  /** As docs/walks.md has it: one table, and an answer that is known. */
  @Test
  @Tag("gpu")
  void theResearchersWalk() {
    String count =
        CommandLineRun.of("generate", "er", "50", "200", "1", folder + "/er.txt").exitCode() == 0
            ? CommandLineRun.of(
                    "compute",
                    "triangles",
                    "--engine",
                    "cpu",
                    "--json",
                    "--graph",
                    folder + "/er.txt")
                .json()
                .at("/result/triangles")
                .asText()
            : "";
    CommandLineRun run = run("--expect", "triangles=" + count);
    assumeTrue(!run.err().contains("the CUDA engine is not available"), run.err());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("Polak", "TRUST", "Almasri", "Geil", "DuMato", count);
    assertThat(run("--expect", "triangles=1" + count).err()).contains("expected was 1" + count);
  }

  /** Every method is a job that the catalogue takes; without a GPU that is as far as it goes. */
  @Test
  void everySystemAnswersOrThereIsNoGpu() {
    CommandLineRun run = run();
    if (run.exitCode() == 0) {
      assertThat(run.out()).contains("Polak", "TRUST", "Almasri", "Geil", "DuMato");
    } else {
      assertThat(run.err()).contains("the CUDA engine is not available");
    }
  }

  @Test
  void sizesThatNoJobTakesAreRefusedBeforeADeviceIsOpened() {
    assertThat(run("--motif-size", "99").err()).doesNotContain("the CUDA engine").isNotBlank();
    assertThat(run("--repeats", "0").err()).contains("--repeats");
    assertThat(run("--expect", "triangle=3").err())
        .contains("--expect triangle is none of the questions [triangles, 4-cliques");
  }
}
