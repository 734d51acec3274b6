package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every answer of the command line about a graph whose vertices have names. */
final class NamedGraphCommandTest {
  @TempDir private Path folder;
  private String file;

  @BeforeEach
  void writeGraph() throws IOException {
    file =
        Files.writeString(
                folder.resolve("people.csv"),
                """
                source,target,since
                ann,bob,2001
                bob,"Zoë M.",2002
                "Zoë M.",ann,2003
                ann,"red\u001b[31m",2004
                """)
            .toString();
  }

  private CommandLineRun run(String job, String... options) {
    String[] words = new String[options.length + 6];
    words[0] = "compute";
    words[1] = job;
    words[2] = "--graph";
    words[3] = file;
    words[4] = "--ignore";
    words[5] = "since";
    System.arraycopy(options, 0, words, 6, options.length);
    return CommandLineRun.of(words);
  }

  private String json(String job, String path, String... options) {
    String[] words = new String[options.length + 1];
    words[0] = "--json";
    System.arraycopy(options, 0, words, 1, options.length);
    CommandLineRun run = run(job, words);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.json().at("/result" + path).toString();
  }

  @Test
  void namesStandInEveryJsonAnswer() {
    assertThat(json("triangles", "/perVertex", "--per-vertex"))
        .isEqualTo(
            "[{\"vertex\":\"ann\",\"count\":\"1\"},{\"vertex\":\"bob\",\"count\":\"1\"},"
                + "{\"vertex\":\"Zoë M.\",\"count\":\"1\"},"
                + "{\"vertex\":\"red\\u001B[31m\",\"count\":\"0\"}]");
    assertThat(json("triangles", "/perEdge/0", "--per-edge"))
        .isEqualTo("{\"from\":\"ann\",\"to\":\"bob\",\"count\":\"1\"}");
    assertThat(json("triangles", "/localClustering/2/vertex", "--clustering"))
        .isEqualTo("\"Zoë M.\"");
    assertThat(json("max-clique", "/maximumCliques")).isEqualTo("[[\"ann\",\"bob\",\"Zoë M.\"]]");
    assertThat(json("maximal-cliques", "/cliques", "--limit", "9"))
        .contains("\"Zoë M.\"")
        .contains("\"red\\u001B[31m\"");
    assertThat(json("list-cliques", "/cliques", "--k", "3"))
        .isEqualTo("[[\"ann\",\"bob\",\"Zoë M.\"]]");
    assertThat(json("match", "/listedMatches", "--pattern", "0-1,1-2,0-2", "--limit", "9"))
        .contains("\"bob\"");
    assertThat(json("k-cliques", "/perVertex/3", "--k", "3", "--per-vertex"))
        .isEqualTo("{\"vertex\":\"red\\u001B[31m\",\"count\":\"0\"}");
  }

  @Test
  void namesStandInTextOnOneLineAndMoveNoTerminal() {
    CommandLineRun run = run("triangles", "--per-vertex", "--per-edge");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("ann", "\"Zoë M.\"", "red\\x1b[31m").doesNotContain("\u001b");
    assertThat(run("max-clique").out()).contains("{ann, bob, \"Zoë M.\"}");
  }

  @Test
  void labelsAreGivenToNames() throws IOException {
    Path labels = folder.resolve("labels");
    Files.writeString(
        labels, "# who\nann 1\nbob 2\nZoë M. 2\nred\u001b[31m\t1\nnobody 9\n\nann\t1\n");
    CommandLineRun matched = match(labels);
    assertThat(matched.exitCode()).as(matched.err()).isZero();
    // Ann with Bob and with Zoë.
    assertThat(matched.json().at("/result/matches").asText()).isEqualTo("2");
    Files.writeString(labels, "ann 1\nbob 2\nZoë M. x\n");
    assertThat(match(labels).err()).contains("FILE_LINE_INVALID", "labels:3", "'Zoë M. x'");
    Files.writeString(labels, "ann 1\nbob 2\nann 3\n");
    assertThat(match(labels).err()).contains("FILE_LINE_INVALID", "labels:3", "a second label");
    Files.writeString(labels, "ann 1\nbob 2\n");
    assertThat(match(labels).err()).contains("FILE_TRUNCATED", "no label for vertex \"Zoë M.\"");
    assertThat(match(folder.resolve("nowhere")).err()).contains("FILE_UNREADABLE");
  }

  private CommandLineRun match(Path labels) {
    return run(
        "match",
        "--pattern",
        "0-1",
        "--labels",
        labels.toString(),
        "--pattern-labels",
        "1,2",
        "--json");
  }

  @Test
  void readsStandardInputAndSeveralFiles() throws IOException {
    CommandLineRun run =
        CommandLineRun.reading(
            new ByteArrayInputStream("bob dan\nann dan\n".getBytes(StandardCharsets.UTF_8)),
            "compute",
            "triangles",
            "--json",
            "--graph",
            file,
            "--graph",
            "-",
            "--ignore",
            "since");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().at("/result/triangles").asText()).isEqualTo("2");
  }

  @Test
  void saysWhichOptionHelps() {
    CommandLineRun run = CommandLineRun.of("compute", "triangles", "--graph", file);
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .contains("FILE_LINE_INVALID", "people.csv line 1", "--ignore 'since'")
        .hasLineCount(1);
  }

  @Test
  void aColumnWhoseNameHasACommaCouldNotBeIgnoredAsTheRefusalSaid() throws IOException {
    String table = "source;target;amount, net;say \"when\"\n1;2;9;x\n2;3;9;y\n";
    String path = Files.writeString(folder.resolve("payments.csv"), table).toString();
    String refused = CommandLineRun.of("compute", "triangles", "--graph", path).err();
    assertThat(refused).contains("--ignore '\"amount, net\",4' says");
    CommandLineRun read =
        CommandLineRun.of(
            "compute", "triangles", "--json", "--graph", path, "--ignore", "\"amount, net\",4");
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.json().at("/graph/edges").asInt()).isEqualTo(2);
  }

  @Test
  void theDelimiterOfDatabasesThatTheRefusalAskedForWasRefused() throws IOException {
    String path =
        Files.writeString(folder.resolve("export.csv"), "source\1target\nann\1bob\n").toString();
    String refused = CommandLineRun.of("compute", "triangles", "--graph", path).err();
    assertThat(refused).contains("source\\x01target", "--delimiter says", "\\x01");
    for (String delimiter : new String[] {"\\x01", "\1"}) {
      CommandLineRun read =
          CommandLineRun.of(
              "compute", "triangles", "--json", "--graph", path, "--delimiter", delimiter);
      assertThat(read.exitCode()).as(read.err()).isZero();
      assertThat(read.json().at("/graph/edges").asInt()).isEqualTo(1);
    }
    for (String delimiter : new String[] {"\\x0a", "\n", "\\x00", "a"}) {
      assertThat(
              CommandLineRun.of("compute", "triangles", "--graph", path, "--delimiter", delimiter)
                  .exitCode())
          .as(delimiter)
          .isEqualTo(2);
    }
  }

  @Test
  void whatDatabasesEscapeAndPartByTwoCharactersWasRefused() throws IOException {
    String text = "source::target\nann::\"bob \\\"b\\\"\"\n\"bob \\\"b\\\"\"::cy\n";
    String path = Files.writeString(folder.resolve("export.csv"), text).toString();
    assertThat(triangles(path).err()).contains("source::target", "--delimiter says", "'::'");
    assertThat(triangles(path, "--delimiter", "::").err()).contains("line 2", "--escape '\\'");
    CommandLineRun read = triangles(path, "--delimiter", "::", "--escape", "\\");
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.json().at("/graph/edges").asInt()).isEqualTo(2);
  }

  private static CommandLineRun triangles(String path, String... options) {
    return CommandLineRun.of(
        Stream.concat(
                Stream.of("compute", "triangles", "--json", "--graph", path), Stream.of(options))
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "--delimiter=,                       is looked for",
        "--delimiter=a:,                     neither letters nor digits",
        "--delimiter=:::::::::,              longer than 8",
        "--delimiter=\\t\\t,                 --delimiter blank",
        "--delimiter=:\",                    --quote none",
        "--escape=\",                        leave --escape out",
        "--escape=n,                         not one character of ASCII",
        "--escape=\\\\,                      is not one character, or none",
        "--escape=: --delimiter=::,          stands in the delimiter",
        "--escape=\\ --delimiter=blank,      between blanks nothing is escaped",
        "--escape-in=quotes,                 no --escape is given",
        "--escape-in=names,                  neither quotes nor everywhere"
      })
  void dialectsThatCannotBeSayWhy(String options, String sentence) throws IOException {
    String path = Files.writeString(folder.resolve("a.csv"), "ann,bob\nbob,cy\n").toString();
    CommandLineRun run = triangles(path, options.split(" ", -1));
    // What one option says is refused before anything is read, what several say then.
    assertThat(run.exitCode()).as(run.err()).isIn(2, 3);
    assertThat(run.err()).contains(sentence);
  }

  @Test
  void comparingNamesWithNumbersMixedTextAndNumbers() throws IOException {
    String names =
        Files.writeString(folder.resolve("a.csv"), "source,target\n1,2\n2,ann\n").toString();
    String numbers = Files.writeString(folder.resolve("b.txt"), "1 2\n2 3\n").toString();
    for (String ending : new String[] {"parquet", "arrow", "csv", "jsonl"}) {
      Path rows = folder.resolve("rows." + ending);
      for (boolean turned : new boolean[] {false, true}) {
        CommandLineRun run =
            CommandLineRun.of(
                "compare",
                "--json",
                "--graph",
                turned ? numbers : names,
                "--with",
                turned ? names : numbers,
                "--output",
                rows.toString());
        assertThat(run.exitCode()).as(ending + run.err()).isZero();
        assertThat(run.json().at("/result/edges").toString())
            .isEqualTo("{\"common\":\"1\",\"added\":\"1\",\"removed\":\"1\"}");
        assertThat(run.json().at("/result/vertices/common").asText()).isEqualTo("2");
        if (ending.equals("jsonl")) {
          assertThat(Files.readAllLines(rows))
              .containsExactlyInAnyOrder(
                  edge(turned ? "added" : "removed", "ann"),
                  edge(turned ? "removed" : "added", "3"));
        }
      }
    }
  }

  private static String edge(String change, String to) {
    return "{\"change\":\"" + change + "\",\"from\":\"2\",\"to\":\"" + to + "\"}";
  }

  @Test
  void severalFilesWereOneGraphForSomeCommandsOnly() throws IOException {
    String one = Files.writeString(folder.resolve("one.txt"), "1 2\n2 3\n").toString();
    String two = Files.writeString(folder.resolve("two.txt"), "3 1\n3 4\n").toString();
    for (String command : new String[] {"info", "core", "truss", "estimate triangles"}) {
      String[] words = command.split(" ", -1);
      String[] all = java.util.Arrays.copyOf(words, words.length + 5);
      System.arraycopy(
          new String[] {"--json", "--graph", one, "--graph", two}, 0, all, words.length, 5);
      CommandLineRun run = CommandLineRun.of(all);
      assertThat(run.exitCode()).as(command + run.err()).isZero();
      assertThat(run.json().at("/graph").toString()).isEqualTo("{\"vertices\":4,\"edges\":4}");
    }
    CommandLineRun compared =
        CommandLineRun.of(
            "compare", "--json", "--graph", one, "--graph", two, "--with", one, "--with", two);
    assertThat(compared.json().at("/result/edges/common").asText()).isEqualTo("4");
    CommandLineRun twice = CommandLineRun.of("compare", "--graph", "-", "--with", "-");
    assertThat(twice.err()).contains("OPTION_INVALID", "read once");
  }
}
