package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.CommandLineRun;
import org.junit.jupiter.api.Test;

final class SystemsBenchTest {
  private static final String[] MODEL = {"er", "50", "200", "1"};

  private static CommandLineRun run(String... options) {
    String[] words = new String[2 + options.length + MODEL.length];
    words[0] = "bench";
    words[1] = "systems";
    System.arraycopy(options, 0, words, 2, options.length);
    System.arraycopy(MODEL, 0, words, 2 + options.length, MODEL.length);
    return CommandLineRun.of(words);
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
  }
}
