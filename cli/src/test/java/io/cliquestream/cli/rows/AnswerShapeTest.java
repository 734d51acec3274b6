package io.cliquestream.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.cli.CommandLineRun;
import io.cliquestream.cli.StrictSchema;
import io.cliquestream.contract.JobKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real answers of every kind of job and question, held against the schemas that are published. */
final class AnswerShapeTest {
  /** Each line a command without its graph. */
  private static final List<String> COMMANDS =
      List.of(
          "compute triangles --per-vertex --per-edge --clustering",
          "compute triangles --top 2 --per-vertex",
          "compute k-cliques --k all",
          "compute k-cliques --k 3 --per-vertex --per-edge",
          "compute max-clique --all",
          "compute maximal-cliques --limit 10",
          "compute motifs --size 4",
          "compute motifs --size 6",
          "compute motifs --size 4 --explain",
          "compute match --pattern house",
          "compute match --pattern triangle --limit 2",
          "compute match --pattern triangle --limit 2 --list-only",
          "compute match --pattern triangle --limit 200",
          "compute match --pattern diamond --explain",
          "compute list-cliques --k 3",
          "compute list-cliques --k 3 --limit 1",
          "compute clique-estimate --k 3..6 --samples 100",
          "compute core-numbers",
          "compute core-numbers --per-vertex",
          "info --triangles",
          "core",
          "core --top 2",
          "truss",
          "truss --top 2",
          "compare --triangles",
          "estimate triangles",
          "estimate k-cliques --k 5",
          "estimate max-clique",
          "estimate max-clique --all",
          "estimate maximal-cliques",
          "estimate core-numbers",
          "estimate list-cliques --k 3 --limit 2",
          "estimate motifs --size 5",
          "estimate motifs --size 6",
          "estimate match --pattern house",
          "estimate match --pattern triangle --limit 2",
          "estimate match --pattern triangle --limit 2 --list-only",
          "estimate list-cliques --k 3",
          "estimate maximal-cliques --limit 5",
          "estimate match --pattern 0-1,1-2,2-3,3-4,4-5",
          "patterns");

  /** The same with rows of every kind. */
  private static final List<String> ROWS =
      List.of(
          "compute triangles --per-vertex --per-edge --clustering",
          "compute triangles",
          "compute k-cliques --k all",
          "compute max-clique --all",
          "compute maximal-cliques",
          "compute maximal-cliques --limit 10",
          "compute motifs --size 5",
          "compute match --pattern house",
          "compute match --pattern triangle --limit 2",
          "compute list-cliques --k 3",
          "compute clique-estimate --k 4 --samples 100",
          "compute core-numbers",
          "compute core-numbers --per-vertex",
          "core",
          "truss",
          "compare");

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private String graph;
  private String changed;

  @BeforeEach
  void writeGraphs() throws IOException {
    // A 5-clique with a tail, and ids that need the whole of 64 bits.
    String edges =
        "1 2\n1 3\n1 4\n1 5\n2 3\n2 4\n2 5\n3 4\n3 5\n4 5\n5 6\n6 7\n7 18446744073709551615\n";
    graph = Files.writeString(folder.resolve("graph.txt"), edges).toString();
    changed = Files.writeString(folder.resolve("changed.txt"), edges + "7 9\n").toString();
  }

  private List<String> words(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    if (!command.startsWith("patterns")) {
      Collections.addAll(words, "--graph", graph);
    }
    if (command.startsWith("compare")) {
      Collections.addAll(words, "--with", changed);
    }
    return words;
  }

  @Test
  void everyAnswerHasTheShapeThatItsSchemaSays() throws IOException {
    StrictSchema schema = StrictSchema.named("answer");
    Set<String> seen = new TreeSet<>();
    for (String command : COMMANDS) {
      List<String> words = words(command);
      words.add("--json");
      CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
      assertThat(run.exitCode()).as(command + run.err()).isZero();
      schema.assertHolds(run.json());
      seen.add(run.json().path("job").asText());
    }
    for (JobKind kind : JobKind.values()) {
      assertThat(seen).contains(kind.text());
    }
  }

  @Test
  void anAnswerThatWasStoppedHasItToo() throws IOException {
    StringBuilder clique = new StringBuilder();
    for (int v = 0; v < 400; v++) {
      for (int u = 0; u < v; u++) {
        if ((v * 31 + u * 17) % 5 != 0) {
          clique.append(u).append(' ').append(v).append('\n');
        }
      }
    }
    graph = Files.writeString(folder.resolve("hard.txt"), clique).toString();
    List<String> words = words("compute max-clique --all --timeout 300ms");
    words.add("--json");
    CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isIn(0, 6);
    if (!run.out().isEmpty()) {
      StrictSchema.named("answer").assertHolds(run.json());
    }
  }

  @Test
  void everyLineOfEveryFileHasTheShapeThatItsSchemaSays() throws IOException {
    StrictSchema answer = StrictSchema.named("answer");
    StrictSchema row = StrictSchema.named("row");
    Path file = folder.resolve("rows.jsonl");
    Set<String> members = new TreeSet<>();
    for (String command : ROWS) {
      List<String> words = words(command);
      Collections.addAll(words, "--json", "--output", file.toString());
      CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
      assertThat(run.exitCode()).as(command + run.err()).isZero();
      answer.assertHolds(run.json());
      List<String> lines = Files.readAllLines(file);
      assertThat(run.json().at("/output/rows").asLong()).as(command).isEqualTo(lines.size());
      assertThat(lines).as(command).isNotEmpty();
      for (String line : lines) {
        JsonNode tree = JSON.readTree(line);
        row.assertHolds(tree);
        tree.fieldNames().forEachRemaining(members::add);
      }
    }
    // Every kind of row was there.
    for (RowKind kind : RowKind.values()) {
      assertThat(members).containsAll(kind.columns());
    }
  }

  @Test
  void aSchemaRefusesWhatBreaksItsRule() throws IOException {
    StrictSchema row = StrictSchema.named("row");
    for (String broken :
        List.of(
            "{\"vertex\":1,\"count\":2}",
            "{\"vertex\":-1,\"count\":\"2\"}",
            "{\"vertex\":1,\"count\":\"02\"}",
            "{\"vertex\":1}",
            "{\"clique\":[1,2],\"size\":\"2\"}")) {
      JsonNode tree = JSON.readTree(broken);
      assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> row.assertHolds(tree)))
          .as(broken)
          .isInstanceOf(AssertionError.class);
    }
  }
}
