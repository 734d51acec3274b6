package io.cliquestream.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import io.cliquestream.cli.CommandLineRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of random graphs, in every format and compression, beside the ordinary answer. */
final class RowsAgainstAnswersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> ENDINGS = List.of("", ".gz", ".zst");

  @TempDir private Path folder;

  /** A command and where its JSON answer has what its rows say. */
  private record Asked(String command, String array) {}

  private static final List<Asked> RECORDS =
      List.of(
          new Asked("compute triangles --per-vertex", "/result/perVertex"),
          new Asked("compute triangles --per-edge", "/result/perEdge"),
          new Asked("compute k-cliques --k 4 --per-vertex", "/result/perVertex"),
          new Asked("compute triangles --per-edge --top 7", "/result/perEdge"),
          new Asked("compute core-numbers --per-vertex", "/result/perVertex"),
          new Asked("compute core-numbers --per-vertex --top 5", "/result/perVertex"),
          new Asked("core", "/result/perVertex"),
          new Asked("core --top 5", "/result/perVertex"),
          new Asked("truss", "/result/perEdge"),
          new Asked("truss --top 5", "/result/perEdge"));

  private static final List<Asked> SETS =
      List.of(
          new Asked("compute max-clique --all", "/result/maximumCliques"),
          new Asked("compute maximal-cliques --limit 100000", "/result/cliques"),
          new Asked("compute maximal-cliques --limit 100000 --top 5", "/result/cliques"),
          new Asked("compute list-cliques --k 3 --limit 50", "/result/cliques"),
          new Asked("compute match --pattern house --limit 60", "/result/listedMatches"));

  @Test
  void rowsSayWhatTheAnswerSays() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 3; round++) {
      Path graph = folder.resolve("graph-" + round + ".txt");
      Files.writeString(graph, edges(random));
      for (Asked asked : RECORDS) {
        JsonNode rows = answer(asked.command, graph).at(asked.array);
        assertThat(jsonLines(asked.command, graph)).as("seed %d", seed).isEqualTo(lines(rows));
        List<List<String>> table = csv(asked.command, graph);
        assertThat(table.subList(1, table.size()))
            .as("seed %d, %s", seed, asked.command)
            .isEqualTo(values(rows));
      }
      for (Asked asked : SETS) {
        JsonNode sets = answer(asked.command, graph).at(asked.array);
        List<String> lines = new ArrayList<>();
        String name = asked.command.contains("match") ? "match" : "clique";
        sets.forEach(set -> lines.add("{\"" + name + "\":" + set + "}"));
        assertThat(jsonLines(asked.command, graph)).as("seed %d", seed).isEqualTo(lines);
        assertThat(sets(csv(asked.command, graph)))
            .as("seed %d, %s", seed, asked.command)
            .isEqualTo(setTexts(sets));
      }
    }
  }

  /** A random graph whose ids are spread over all of 64 bits. */
  private static String edges(Random random) {
    int n = 12 + random.nextInt(30);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      ids.add(Long.toUnsignedString(random.nextLong() >>> random.nextInt(60)));
    }
    StringBuilder text = new StringBuilder();
    double density = 0.3 + 0.4 * random.nextDouble();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (random.nextDouble() < density) {
          text.append(ids.get(i)).append(' ').append(ids.get(j)).append('\n');
        }
      }
    }
    return text.append(ids.get(0)).append(' ').append(ids.get(1)).append('\n').toString();
  }

  private static CommandLineRun run(String command, Path graph, String... more) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    Collections.addAll(words, "--graph", graph.toString());
    Collections.addAll(words, more);
    CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(words + run.err()).isZero();
    return run;
  }

  private static JsonNode answer(String command, Path graph) {
    return run(command, graph, "--json").json();
  }

  private List<String> jsonLines(String command, Path graph) throws IOException {
    return file(command, graph, ".jsonl");
  }

  /** The same file in every compression, which must all hold the same. */
  private List<String> file(String command, Path graph, String ending) throws IOException {
    List<List<String>> contents = new ArrayList<>();
    for (String compression : ENDINGS) {
      Path file = folder.resolve("rows" + ending + compression);
      run(command, graph, "--output", file.toString());
      contents.add(text(file).lines().toList());
    }
    assertThat(contents.get(1)).isEqualTo(contents.get(0));
    assertThat(contents.get(2)).isEqualTo(contents.get(0));
    return contents.getFirst();
  }

  private static String text(Path file) throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        InputStream in =
            file.toString().endsWith(".gz")
                ? new GZIPInputStream(raw)
                : file.toString().endsWith(".zst") ? new ZstdInputStream(raw) : raw) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private List<List<String>> csv(String command, Path graph) throws IOException {
    List<List<String>> table = new ArrayList<>();
    for (String line : file(command, graph, ".csv")) {
      table.add(Arrays.asList(line.split(",", -1)));
    }
    return table;
  }

  private static List<String> lines(JsonNode rows) {
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(row.toString()));
    return lines;
  }

  private static List<List<String>> values(JsonNode rows) {
    List<List<String>> table = new ArrayList<>();
    for (JsonNode row : rows) {
      List<String> values = new ArrayList<>();
      row.forEach(value -> values.add(value.asText()));
      table.add(values);
    }
    return table;
  }

  /** Sets of a table that has a column for each vertex, or a line for each. */
  private static List<List<String>> sets(List<List<String>> table) {
    if (!table.getFirst().equals(List.of("clique", "vertex"))) {
      assertThat(table.getFirst().getFirst()).isEqualTo("v0");
      return table.subList(1, table.size());
    }
    List<List<String>> sets = new ArrayList<>();
    for (List<String> line : table.subList(1, table.size())) {
      int number = Integer.parseInt(line.get(0));
      if (number > sets.size()) {
        sets.add(new ArrayList<>());
      }
      sets.get(number - 1).add(line.get(1));
    }
    return sets;
  }

  private static List<List<String>> setTexts(JsonNode sets) {
    List<List<String>> texts = new ArrayList<>();
    for (JsonNode set : sets) {
      List<String> ids = new ArrayList<>();
      set.forEach(id -> ids.add(id.asText()));
      texts.add(ids);
    }
    return texts;
  }

  @Test
  void coefficientsReadBackToTheSameNumbers() throws IOException {
    Path graph = folder.resolve("graph.txt");
    Files.writeString(graph, edges(new Random(7)));
    JsonNode rows = answer("compute triangles --clustering", graph).at("/result/localClustering");
    List<List<String>> table = csv("compute triangles --clustering", graph);
    assertThat(table.getFirst()).containsExactly("vertex", "coefficient");
    for (int i = 0; i < rows.size(); i++) {
      assertThat(Double.parseDouble(table.get(i + 1).get(1)))
          .isEqualTo(rows.get(i).get("coefficient").asDouble());
    }
    assertThat(JSON.readTree(jsonLines("compute triangles --clustering", graph).getFirst()))
        .isEqualTo(rows.get(0));
  }

  @Test
  void aTableEndsItsLinesAsTheStandardSays() throws IOException {
    Path graph = folder.resolve("graph.txt");
    Files.writeString(graph, "1 2\n2 3\n1 3\n");
    Path file = folder.resolve("rows.csv");
    run("compute triangles --per-vertex", graph, "--output", file.toString());
    assertThat(Files.readString(file)).isEqualTo("vertex,count\r\n1,1\r\n2,1\r\n3,1\r\n");
  }
}
