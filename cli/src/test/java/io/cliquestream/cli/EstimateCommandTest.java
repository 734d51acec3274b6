package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code estimate} says of jobs whose length was not predicted once. */
final class EstimateCommandTest {
  @TempDir private Path folder;
  private String file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("graph.txt"), "1 2\n2 3\n3 1\n3 4\n4 1\n").toString();
  }

  private CommandLineRun estimate(String... job) {
    String[] words = Arrays.copyOf(job, job.length + 2);
    words[job.length] = "--graph";
    words[job.length + 1] = file;
    return CommandLineRun.of(words);
  }

  @Test
  void searchesAndListsHadNoPrediction() {
    for (String[] job :
        new String[][] {
          {"estimate", "max-clique", "--json"},
          {"estimate", "maximal-cliques", "--json"},
          {"estimate", "maximal-cliques", "--limit", "5", "--json"},
          {"estimate", "list-cliques", "--k", "3", "--json"},
          {"estimate", "match", "--pattern", "house", "--limit", "5", "--json"}
        }) {
      CommandLineRun run = estimate(job);
      assertThat(run.exitCode()).as(run.err()).isZero();
      JsonNode cpu = run.json().at("/result/engines/0");
      assertThat(cpu.get("seconds").asDouble()).as(String.join(" ", job)).isPositive();
      assertThat(cpu.get("basis").asText()).containsAnyOf("a sample", "at most", "order");
    }
    assertThat(estimate("estimate", "maximal-cliques").out())
        .containsPattern("cuda .*the host's model of one H200");
    assertThat(estimate("estimate", "list-cliques", "--k", "3").out())
        .containsPattern("cuda .*what its rows take, as JSON: the host's model of one H200");
  }
}
