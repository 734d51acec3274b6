package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A graph of more vertices than the engines take, on the command line and through the broker: the
 * bound is set so low that a small graph is beyond it.
 */
final class WideGraphCommandTest {
  private static final String DENSE = "cliquestream.maximumDenseVertices";
  private static final String SHARD = "cliquestream.shardVertices";

  /** Cliques of five vertices in a row, their ids beyond 2^40; a chain leads through them. */
  private static final int CLIQUES = 14;

  private static final int SIZE = 5;

  @TempDir private Path folder;
  private String file;

  @BeforeEach
  void writeGraph() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int c = 0; c < CLIQUES; c++) {
      for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < i; j++) {
          text.append(id(c, i)).append(' ').append(id(c, j)).append('\n');
        }
      }
      if (c > 0) {
        text.append(id(c - 1, SIZE - 1)).append(' ').append(id(c, 0)).append('\n');
      }
    }
    file = Files.writeString(folder.resolve("chain.txt"), text).toString();
  }

  private static long id(int clique, int member) {
    return (1L << 40) + 100L * clique + member;
  }

  private static void bound() {
    System.setProperty(DENSE, "16");
    System.setProperty(SHARD, "40");
  }

  @AfterEach
  void unbound() {
    System.clearProperty(DENSE);
    System.clearProperty(SHARD);
  }

  private JsonNode compute(String line) {
    CommandLineRun run =
        CommandLineRun.of(("compute " + line + " --json --graph " + file).split(" ", -1));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.json();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "triangles --per-vertex --per-edge --clustering",
        "k-cliques --k all",
        "k-cliques --k 4 --per-vertex",
        "k-cliques --k 4 --per-edge",
        "max-clique --all",
        "maximal-cliques",
        "motifs --size 3",
        "motifs --size 4",
        "match --pattern 0-1,1-2,2-3,3-0",
        "match --pattern 0-1,1-2,2-3 --induced vertex",
      })
  void aWideGraphIsAnsweredLikeAnyOther(String line) {
    JsonNode expected = compute(line);
    bound();

    JsonNode found = compute(line);

    assertThat(found.get("result")).isEqualTo(expected.get("result"));
    assertThat(found.get("graph")).isEqualTo(expected.get("graph"));
    assertThat(expected.get("plan").has("shards")).isFalse();
    assertThat(found.at("/plan/shards").asInt()).isBetween(1, 70);
  }

  @Test
  void aWideGraphsCliquesAreListedUnderTheirIds() {
    bound();

    JsonNode found = compute("list-cliques --k 5 --limit 100");

    assertThat(found.at("/result/listed").asText()).isEqualTo(Integer.toString(CLIQUES));
    for (JsonNode clique : found.at("/result/cliques")) {
      long first = clique.get(0).asLong();
      assertThat((first - (1L << 40)) % 100).isZero();
      assertThat(clique.get(SIZE - 1).asLong()).isEqualTo(first + SIZE - 1);
    }
  }

  @Test
  void oneVertexWhoseNeighboursDoNotFitIsBeyondTheBound() {
    System.setProperty(DENSE, "16");
    System.setProperty(SHARD, "2");

    CommandLineRun run = CommandLineRun.of("compute", "triangles", "--graph", file);

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("GRAPH_TOO_LARGE").contains("a shard may hold");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void coreNumbersOfAWideGraphAreRefused() {
    bound();

    CommandLineRun run = CommandLineRun.of("compute", "core-numbers", "--graph", file);

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("GRAPH_TOO_LARGE").contains("core numbers");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aWideGraphGoesThroughTheBrokerLikeAnyOther() {
    bound();

    CommandLineRun run = CommandLineRun.of("demo", "--graph", file);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("triangles 140")
        .contains("4-cliques 70")
        .contains("clique number 5")
        .contains("maximal cliques 27")
        .contains("matches 420")
        .contains("listed 70");
  }
}
