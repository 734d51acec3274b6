package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An analyst's way from a table of names to an answer, a file and a page: who lies in the most
 * triangles, which cliques there are, how they look. Answers are held against the table itself.
 */
final class AnalystWalkTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> PEOPLE =
      List.of(
          "Ana",
          "Bo",
          "Çelik, Dr.",
          "D'Arc",
          "Emil \"the elder\"",
          "Fay",
          "Güneş",
          "Hal",
          "Ines",
          "Jón",
          "Kofi & sons",
          "<Lia>");

  @TempDir private Path folder;
  private Path table;

  /** Who knows whom, both ways. */
  private final Map<String, Set<String>> friends = new TreeMap<>();

  @BeforeEach
  void writeTable() throws IOException {
    Random random = new Random(11);
    StringBuilder csv = new StringBuilder("\ufefffrom,to,since\r\n");
    for (String first : PEOPLE) {
      for (String second : PEOPLE) {
        boolean group = PEOPLE.indexOf(first) < 5 && PEOPLE.indexOf(second) < 5;
        if (first.compareTo(second) < 0 && (group || random.nextInt(3) == 0)) {
          csv.append(quoted(first)).append(',').append(quoted(second)).append(",2020\r\n");
          friends.computeIfAbsent(first, name -> new TreeSet<>()).add(second);
          friends.computeIfAbsent(second, name -> new TreeSet<>()).add(first);
        }
      }
    }
    table = Files.writeString(folder.resolve("friends.csv"), csv);
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private CommandLineRun compute(String command, String... more) {
    List<String> words = new ArrayList<>(List.of("compute"));
    Collections.addAll(words, command.split(" "));
    Collections.addAll(words, "--graph", table.toString(), "--ignore", "since");
    Collections.addAll(words, more);
    CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private Map<String, Integer> triangles() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    friends.forEach(
        (name, known) -> {
          int count = 0;
          for (String first : known) {
            for (String second : known) {
              count += first.compareTo(second) < 0 && friends.get(first).contains(second) ? 1 : 0;
            }
          }
          counts.put(name, count);
        });
    return counts;
  }

  @Test
  void theTopVerticesAreTheTablesOwn() throws IOException {
    Path top = folder.resolve("top.csv");
    compute("triangles --per-vertex --top 4", "--output", top.toString());
    List<String> lines = List.of(Files.readString(top).split("\r\n"));
    assertThat(lines).hasSize(5).first().isEqualTo("vertex,count");
    Map<String, Integer> counts = triangles();
    List<Integer> largest =
        counts.values().stream().sorted(Comparator.reverseOrder()).limit(4).toList();
    for (int i = 0; i < 4; i++) {
      String line = lines.get(i + 1);
      int comma = line.lastIndexOf(',');
      String name = line.substring(0, comma);
      if (name.startsWith("\"")) {
        name = name.substring(1, name.length() - 1).replace("\"\"", "\"");
      }
      assertThat(Integer.parseInt(line.substring(comma + 1)))
          .as(line)
          .isEqualTo(largest.get(i))
          .isEqualTo(counts.get(name));
    }
    JsonNode json =
        compute("triangles --per-vertex --top 4", "--json").json().at("/result/perVertex");
    assertThat(counts).containsKey(json.get(0).get("vertex").asText());
  }

  @Test
  void theFileOfCliquesHoldsEveryMaximalCliqueOnce() throws IOException {
    Path file = folder.resolve("cliques.jsonl.gz");
    Path plain = folder.resolve("cliques.jsonl");
    String answer =
        compute("maximal-cliques --limit 100000", "--output", plain.toString(), "--json")
            .json()
            .at("/result/maximalCliques")
            .asText();
    compute("maximal-cliques --limit 100000", "--output", file.toString());
    assertThat(file).isNotEmptyFile();
    List<String> lines = Files.readAllLines(plain);
    Set<Set<String>> cliques = new java.util.HashSet<>();
    for (String line : lines) {
      Set<String> clique = new TreeSet<>();
      JSON.readTree(line).get("clique").forEach(name -> clique.add(name.asText()));
      for (String first : clique) {
        for (String second : clique) {
          assertThat(first.equals(second) || friends.get(first).contains(second)).isTrue();
        }
      }
      for (String other : friends.keySet()) {
        assertThat(!clique.contains(other) && friends.get(other).containsAll(clique)).isFalse();
      }
      assertThat(cliques.add(clique)).isTrue();
    }
    assertThat(answer).isEqualTo(Integer.toString(cliques.size()));
    assertThat(cliques).contains(new TreeSet<>(PEOPLE.subList(0, 5)));
  }

  @Test
  void thePageShowsNamesAsText() throws IOException {
    Path page = folder.resolve("page.html");
    compute("max-clique", "--report", page.toString());
    assertThat(Files.readString(page))
        .contains("Emil &quot;the eld")
        .contains("A clique of ")
        .doesNotContain("<Lia>");
    compute("triangles --per-vertex", "--report", page.toString());
    assertThat(Files.readString(page)).contains("Top vertices").contains("Çelik, Dr.");
  }

  @Test
  void questionsBesideJobsSpeakOfNames() throws IOException {
    CommandLineRun core =
        CommandLineRun.of("core", "--graph", table.toString(), "--ignore", "since", "--top", "3");
    assertThat(core.exitCode()).as(core.err()).isZero();
    assertThat(core.out()).contains("vertex ").doesNotContain("vertex 0 ");
    Path changed = folder.resolve("changed.csv");
    // The same table in another order, so that every name has another number, and one more edge.
    List<String> lines = new ArrayList<>(Files.readAllLines(table).stream().skip(1).toList());
    Collections.reverse(lines);
    Files.writeString(
        changed, "from,to,since\r\n" + String.join("\r\n", lines) + "\r\nAna,Zoë,2021\r\n");
    CommandLineRun compare =
        CommandLineRun.of(
            "compare",
            "--graph",
            table.toString(),
            "--with",
            changed.toString(),
            "--ignore",
            "since");
    assertThat(compare.exitCode()).as(compare.err()).isZero();
    assertThat(compare.out()).contains("added Ana-Zoë").doesNotContain("\nremoved ");
  }
}
