package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job {@code core-numbers} says what the question {@code core} says. */
final class CoreNumbersCommandTest {
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_128L);

  @TempDir private Path folder;

  private static String edges(Random random) {
    StringBuilder text = new StringBuilder();
    int n = 5 + random.nextInt(40);
    double density = random.nextDouble();
    for (int a = 1; a < n; a++) {
      for (int b = 0; b < a; b++) {
        if (b == a - 1 || random.nextDouble() < density) {
          text.append(7 * a).append(' ').append(7 * b).append('\n');
        }
      }
    }
    return text.toString();
  }

  private static JsonNode result(Path graph, String... words) {
    CommandLineRun run = CommandLineRun.of(words);
    assertThat(run.exitCode()).as("%s of %s, seed %d", run.err(), graph, SEED).isZero();
    return run.json().get("result");
  }

  @Test
  void theJobSaysWhatTheQuestionSays() throws IOException {
    Random random = new Random(SEED);
    for (int round = 0; round < 20; round++) {
      Path graph = Files.writeString(folder.resolve(round + ".txt"), edges(random));
      String file = graph.toString();
      JsonNode question = result(graph, "core", "--json", "--graph", file);
      JsonNode job =
          result(graph, "compute", "core-numbers", "--per-vertex", "--json", "--graph", file);
      assertThat(job.get("degeneracy")).isEqualTo(question.get("degeneracy"));
      Map<String, String> wanted = new TreeMap<>();
      Map<String, Integer> vertices = new TreeMap<>();
      for (JsonNode vertex : question.get("perVertex")) {
        wanted.put(vertex.get("vertex").asText(), vertex.get("core").asText());
        vertices.merge(vertex.get("core").asText(), 1, Integer::sum);
      }
      Map<String, String> found = new TreeMap<>();
      job.get("perVertex")
          .forEach(
              vertex -> found.put(vertex.get("vertex").asText(), vertex.get("count").asText()));
      assertThat(found).as("seed %d, round %d", SEED, round).isEqualTo(wanted);
      Map<String, Integer> byCore = new TreeMap<>();
      job.get("verticesByCore")
          .properties()
          .forEach(entry -> byCore.put(entry.getKey(), entry.getValue().asInt()));
      assertThat(byCore).as("seed %d, round %d", SEED, round).isEqualTo(vertices);
    }
  }
}
