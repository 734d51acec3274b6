package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every job through the command line on one small graph whose answers are worked out by hand. */
final class ComputeCommandTest {
  /** A 4-clique on 10, 20, 30, 40; a triangle 40-50-60; a tail 60-70. */
  private static final String GRAPH =
      """
      # a comment
      10 20
      10\t30
      10 40
      20 30
      20 40
      30 40
      40 50
      50 60
      40 60
      60 70
      70 60
      10 10
      """;

  @TempDir private Path folder;
  private String file;

  @BeforeEach
  void writeGraph() throws IOException {
    file = Files.writeString(folder.resolve("graph.txt"), GRAPH).toString();
  }

  private JsonNode result(String job, String... options) {
    String[] arguments = new String[options.length + 5];
    arguments[0] = "compute";
    arguments[1] = job;
    arguments[2] = "--graph";
    arguments[3] = file;
    arguments[4] = "--json";
    System.arraycopy(options, 0, arguments, 5, options.length);
    CommandLineRun run = CommandLineRun.of(arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode json = run.json();
    assertThat(json.get("job").asText()).isEqualTo(job);
    assertThat(json.at("/graph/vertices").asLong()).isEqualTo(7);
    assertThat(json.at("/graph/edges").asLong()).isEqualTo(10);
    assertThat(json.get("engine").asText()).isEqualTo("cpu");
    assertThat(json.get("plan").isObject()).isTrue();
    assertThat(json.at("/timings/computeMillis").isNumber()).isTrue();
    return json.get("result");
  }

  @Test
  void countsTriangles() {
    JsonNode result = result("triangles", "--per-vertex", "--per-edge", "--clustering");

    assertThat(result.get("triangles").isTextual()).isTrue();
    assertThat(result.get("triangles").asText()).isEqualTo("5");
    assertThat(result.at("/perVertex/3").toString()).isEqualTo("{\"vertex\":40,\"count\":\"4\"}");
    assertThat(result.at("/perEdge/0").toString())
        .isEqualTo("{\"from\":10,\"to\":20,\"count\":\"2\"}");
    assertThat(result.get("perEdge")).hasSize(10);
    assertThat(result.at("/localClustering/0/coefficient").asDouble()).isEqualTo(1.0);
    assertThat(result.get("wedges").asText()).isEqualTo("23");
  }

  @Test
  void countsTrianglesByTheMethodNamed() {
    assertThat(result("triangles", "--method", "wedges", "--tune", "slices=3").get("triangles"))
        .hasToString("\"5\"");
  }

  @Test
  void countsCliquesOfOneARangeAndEverySize() {
    assertThat(result("k-cliques", "--k", "4").get("cliques").toString())
        .isEqualTo("{\"4\":\"1\"}");
    assertThat(result("k-cliques", "--k", "4", "--tune", "slices=8").get("cliques").toString())
        .isEqualTo("{\"4\":\"1\"}");
    assertThat(result("k-cliques", "--k", "2..5").get("cliques").toString())
        .isEqualTo("{\"2\":\"10\",\"3\":\"5\",\"4\":\"1\",\"5\":\"0\"}");
    assertThat(result("k-cliques", "--k", "all").get("cliques").toString())
        .isEqualTo("{\"1\":\"7\",\"2\":\"10\",\"3\":\"5\",\"4\":\"1\"}");
    assertThat(result("k-cliques", "--k", "3", "--per-vertex").at("/perVertex/6/count").asText())
        .isEqualTo("0");
    JsonNode byEdge = result("k-cliques", "--k", "3", "--per-edge").get("perEdge");
    assertThat(byEdge).hasSize(10);
    assertThat(byEdge.get(0).toString()).isEqualTo("{\"from\":10,\"to\":20,\"count\":\"2\"}");
  }

  @Test
  void findsMaximumCliques() {
    JsonNode result = result("max-clique", "--all");

    assertThat(result.get("cliqueNumber").asText()).isEqualTo("4");
    assertThat(result.get("maximumCliqueCount").asText()).isEqualTo("1");
    assertThat(result.get("maximumCliques").toString()).isEqualTo("[[10,20,30,40]]");
    assertThat(result("max-clique").get("maximumCliques").toString()).isEqualTo("[[10,20,30,40]]");
    for (String search : List.of("depth-first", "vertex-cover", "symmetry")) {
      assertThat(result("max-clique", "--search", search).get("cliqueNumber").asText())
          .isEqualTo("4");
    }
  }

  @Test
  void countsMaximalCliques() {
    JsonNode result = result("maximal-cliques", "--limit", "10");

    assertThat(result.get("maximalCliques").asText()).isEqualTo("3");
    assertThat(result.get("bySize").toString()).isEqualTo("{\"2\":\"1\",\"3\":\"1\",\"4\":\"1\"}");
    assertThat(result.get("cliques")).hasSize(3);
  }

  @Test
  void countsMotifs() {
    assertThat(result("motifs", "--size", "3").get("motifs").toString())
        .isEqualTo("{\"triangle\":\"5\",\"wedge\":\"8\"}");
    assertThat(result("motifs", "--size", "4").get("motifs")).hasSize(6);
    assertThat(result("motifs", "--size", "5").get("motifs")).hasSize(21);
    assertThat(result("motifs", "--size", "6").get("motifs")).hasSize(112);
    assertThat(result("motifs", "--size", "4", "--method", "plans"))
        .isEqualTo(result("motifs", "--size", "4", "--method", "formulas"));
  }

  @Test
  void matchesPatterns() {
    assertThat(result("match", "--pattern", "0-1,1-2,2-0").get("matches").asText()).isEqualTo("5");
    assertThat(
            result("match", "--pattern", "0-1,1-2", "--induced", "vertex").get("matches").asText())
        .isEqualTo("8");
    JsonNode listed = result("match", "--pattern", "0-1,1-2,2-0", "--limit", "2");
    assertThat(listed.get("listedMatches")).hasSize(2);
  }

  @Test
  void aListingsLimitWasShownAsTheNumberOfMatches() {
    JsonNode limited = result("match", "--pattern", "triangle", "--limit", "2");
    assertThat(limited.get("matches").asText()).isEqualTo("5");
    assertThat(limited.get("exact").asBoolean()).isTrue();
    assertThat(limited.get("listed").asText()).isEqualTo("2");
    assertThat(limited.get("complete").asBoolean()).isFalse();
    JsonNode whole = result("match", "--pattern", "triangle", "--limit", "9");
    assertThat(whole.get("matches").asText()).isEqualTo("5");
    assertThat(whole.get("listed").asText()).isEqualTo("5");
    assertThat(whole.get("complete").asBoolean()).isTrue();
    JsonNode listed = result("match", "--pattern", "triangle", "--limit", "2", "--list-only");
    assertThat(listed.get("matches").asText()).isEqualTo("2");
    assertThat(listed.get("exact").asBoolean()).isFalse();

    CommandLineRun text =
        CommandLineRun.of(
            "compute", "match", "--graph", file, "--pattern", "triangle", "--limit", "2");
    assertThat(text.out()).startsWith("matches 5\nlisted 2 (limit reached)\n");
  }

  @Test
  void readingAndBuildingWereCalledATransfer() {
    JsonNode timings =
        CommandLineRun.of("compute", "triangles", "--graph", file, "--json").json().get("timings");
    for (String name : List.of("readMillis", "buildMillis", "totalMillis", "processorMillis")) {
      assertThat(timings.get(name).asDouble()).as(name).isPositive();
    }
    assertThat(timings.get("transferMillis").asDouble())
        .isCloseTo(
            timings.get("readMillis").asDouble() + timings.get("buildMillis").asDouble(),
            within(0.002));
  }

  @Test
  void matchesAlongTheGivenPlan() {
    for (String order : List.of("0,1,2,3", "3,2,1,0", "1,0,2,3")) {
      for (String restrictions : List.of("auto", "none")) {
        assertThat(
                result(
                        "match",
                        "--pattern",
                        "0-1,1-2,2-0,2-3",
                        "--order",
                        order,
                        "--restrictions",
                        restrictions)
                    .get("matches")
                    .asText())
            .as("%s, %s", order, restrictions)
            .isEqualTo(result("match", "--pattern", "0-1,1-2,2-0,2-3").get("matches").asText());
      }
    }
    assertThat(
            result(
                    "match",
                    "--pattern",
                    "0-1,1-2,2-0,2-3",
                    "--restrictions",
                    "1>0",
                    "--limit",
                    "1000")
                .get("listedMatches"))
        .hasSize(22);
  }

  @Test
  void matchesLabels() throws IOException {
    Path labels = folder.resolve("labels.txt");
    Files.writeString(labels, "10 1\n20 1\n30 2\n40 2\n50 3\n60 3\n70 3\n");
    assertThat(
            result(
                    "match",
                    "--pattern",
                    "0-1,1-2,2-0",
                    "--labels",
                    labels.toString(),
                    "--pattern-labels",
                    "1,1,*")
                .get("matches")
                .asText())
        .isEqualTo("2");
    JsonNode listed =
        result(
            "match",
            "--pattern",
            "0-1",
            "--labels",
            labels.toString(),
            "--pattern-labels",
            "3,2",
            "--limit",
            "10");
    assertThat(listed.get("listedMatches").toString()).isEqualTo("[[60,40],[50,40]]");
  }

  @Test
  void explainsAPlanWithoutRunningIt() {
    String[] house = {
      "compute", "match", "--graph", file, "--pattern", "0-1,1-2,2-3,3-4,4-0,0-2", "--explain"
    };
    CommandLineRun text = CommandLineRun.of(house);
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out())
        .contains("automorphisms", "order ", "restrictions ", "cost ", "s0 = N(v0)", "formulas")
        .contains("set elements by a sample")
        .doesNotContain("matches:");
    house[6] = "--json";
    String[] json = Arrays.copyOf(house, 8);
    json[7] = "--explain";
    JsonNode explained = CommandLineRun.of(json).json();
    assertThat(explained.get("predictedElements").asDouble()).isPositive();
    JsonNode plan = explained.get("plans").get(0);
    assertThat(plan.get("order")).hasSize(5);
    assertThat(plan.get("automorphisms").asInt()).isEqualTo(2);
    assertThat(plan.get("text").asText())
        .isEqualTo(
            text.out()
                .lines()
                .filter(line -> !line.contains("formulas") && !line.contains("by a sample"))
                .collect(Collectors.joining("\n", "", "\n")));
    CommandLineRun motifs =
        CommandLineRun.of("compute", "motifs", "--graph", file, "--size", "6", "--explain");
    assertThat(motifs.out().lines().filter(line -> line.startsWith("match "))).hasSize(112);
    CommandLineRun cliques =
        CommandLineRun.of("compute", "list-cliques", "--graph", file, "--k", "4", "--explain");
    assertThat(cliques.out()).startsWith("match 0-1,0-2,0-3,1-2,1-3,2-3, ").contains("orientation");
  }

  @Test
  void listsCliques() {
    JsonNode result = result("list-cliques", "--k", "3", "--limit", "3");

    assertThat(result.get("listed").asText()).isEqualTo("3");
    assertThat(result.get("complete").asBoolean()).isFalse();
    assertThat(result.get("cliques")).hasSize(3);
  }

  @Test
  void anEngineThatThisMachineHasNotIsNotFoundAndOneSentenceSaysWhy() {
    assumeFalse(
        Engines.survey().stream()
            .anyMatch(engine -> engine.kind() == EngineKind.CUDA && engine.available()),
        "this machine has a GPU");
    for (String line :
        List.of(
            "compute triangles --graph " + file + " --engine cuda",
            "bench triangles --graph " + file)) {
      CommandLineRun run = CommandLineRun.of(line.split(" ", -1));

      assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
      assertThat(run.err()).startsWith("cliquestream: ENGINE_UNAVAILABLE: ").hasLineCount(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3, compute triangles --graph GRAPH.missing",
    "2, compute k-cliques --graph GRAPH --k 0",
    "2, compute k-cliques --graph GRAPH --k many",
    "3, compute k-cliques --graph GRAPH --k 3..4 --per-edge",
    "3, compute k-cliques --graph GRAPH --k 3 --per-edge --tune group=8",
    "2, compute k-cliques --graph GRAPH --k 5..4",
    "2, compute triangles",
    "2, compute nothing --graph GRAPH",
    "2, compute triangles --graph GRAPH --method guess",
    "3, compute triangles --graph GRAPH --engine cpu --method hash-in-degree",
    "3, compute max-clique --graph GRAPH --engine cpu --search breadth-first",
    "3, compute max-clique --graph GRAPH --search depth-first --window 1024",
    "3, compute max-clique --graph GRAPH --search breadth-first --seeds -1",
    "3, compute triangles --graph GRAPH --tune core=2",
    "3, compute triangles --graph GRAPH --tune speed=1",
    "3, compute k-cliques --graph GRAPH --k 4 --tune group=12",
    "3, compute k-cliques --graph GRAPH --k 4 --engine cpu --tune paper=1",
    "3, compute k-cliques --graph GRAPH --k 2 --engine cpu --tune edges=0",
    "3, compute k-cliques --graph GRAPH --k 4 --tune speed=1",
    "3, compute motifs --graph GRAPH --size 9",
    "3, compute match --graph GRAPH --pattern 0-1;2-3",
    "3, compute match --graph GRAPH --pattern 0-1;1-2 --order 0;2;1",
    "3, compute match --graph GRAPH --pattern 0-1;1-2 --order 0;1",
    "3, compute match --graph GRAPH --pattern 0-1;1-2 --restrictions 0>1",
    "3, compute match --graph GRAPH --pattern 0-1;1-2 --restrictions some",
    "3, compute match --graph GRAPH --pattern 0-1;1-2 --restrictions none --limit 5",
    "3, compute motifs --graph GRAPH --size 7 --method formulas",
    "4, compute motifs --graph GRAPH --size 5 --engine cpu --method subgraphs",
    "3, compute match --graph GRAPH --pattern 0-1 --pattern-labels 1;2",
    "3, compute match --graph GRAPH --pattern 0-1 --labels GRAPH",
    "3, compute match --graph GRAPH --pattern 0-1 --labels GRAPH --pattern-labels 1;2",
    "3, compute match --graph GRAPH --pattern 0-1 --labels GRAPH --pattern-labels 1;x",
    "2, compute triangles --graph GRAPH --labels GRAPH --pattern-labels 1",
    "2, compute triangles --graph GRAPH --explain",
    "3, compute list-cliques --graph GRAPH --k 9 --explain",
    "3, compute motifs --graph GRAPH --method subgraphs --explain",
    "3, compute list-cliques --graph GRAPH --k 3 --limit 0",
    "3, compute triangles --graph GRAPH --format metis",
    "2, bench triangles",
    "3, bench triangles rmat 8 8 0.57 0.19 0.19 7 --variants guess",
    "2, bench k-cliques",
    "3, bench k-cliques rmat 8 8 0.57 0.19 0.19 7 --variants guess",
    "3, bench k-cliques rmat 8 8 0.57 0.19 0.19 7 --k many",
    "2, bench k-cliques rmat 8 8 0.57 0.19 0.19 7 --expect 4=many",
    "6, compute triangles --graph GRAPH --timeout 0ms",
    "2, compute triangles --graph GRAPH --timeout soon",
    "2, unknown",
  })
  void everyKindOfFailureHasItsExitCodeAndLeavesStandardOutputEmpty(int exitCode, String line) {
    CommandLineRun run =
        CommandLineRun.of(line.replace("GRAPH", file).replace(';', ',').split(" ", -1));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isNotBlank();
  }

  @Test
  void helpIsEverywhere() {
    for (String line :
        new String[] {
          "--help",
          "compute --help",
          "compute k-cliques --help",
          "submit --help",
          "submit match --help",
          "topics create --help",
          "serve --help",
          "demo --help",
          "watch --help",
          "generate --help",
          "load --help"
        }) {
      CommandLineRun run = CommandLineRun.of(line.split(" ", -1));
      assertThat(run.exitCode()).as(line).isZero();
      assertThat(run.out()).as(line).contains("Usage:");
    }
  }

  @Test
  void surveysTheEngines() {
    CommandLineRun run = CommandLineRun.of("engines");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("cpu").contains("cuda");
  }

  @Test
  void withEachOneDeadlineWasForAllGraphsTogether() throws IOException {
    StringBuilder dense = new StringBuilder();
    for (int v = 0; v < 600; v++) {
      for (int u = 0; u < v; u++) {
        if ((v * 31 + u * 17) % 3 != 0) {
          dense.append(u).append(' ').append(v).append('\n');
        }
      }
    }
    Path hard = Files.writeString(folder.resolve("hard.txt"), dense);
    CommandLineRun run =
        CommandLineRun.of(
            "compute",
            "motifs",
            "--size",
            "6",
            "--engine",
            "cpu",
            "--timeout",
            "3s",
            "--each",
            "--graph",
            hard.toString(),
            "--graph",
            file);
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(6);
    String last = run.out().substring(run.out().indexOf(file + ":"));
    assertThat(last).contains("7 vertices, 10 edges").doesNotContain("deadline");
    assertThat(run.out() + run.err()).contains("deadline");
  }

  @Test
  void oneJsonObjectHeldEveryVertexInMemory() throws IOException {
    var pairs = java.nio.ByteBuffer.allocate(1_000_002 * Integer.BYTES);
    pairs.order(java.nio.ByteOrder.LITTLE_ENDIAN);
    for (int v = 0; v < 1_000_002; v++) {
      pairs.putInt(v);
    }
    Path many = Files.write(folder.resolve("many.el32"), pairs.array());
    CommandLineRun refused = CommandLineRun.of("core", "--json", "--graph", many.toString());
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(refused.err()).contains("OPTION_INVALID", "1,000,000", "--output FILE.jsonl");
    CommandLineRun first =
        CommandLineRun.of("core", "--json", "--top", "2", "--graph", many.toString());
    assertThat(first.json().at("/result/perVertex")).hasSize(2);
  }

  private JsonNode estimated(String... words) {
    String[] all = Arrays.copyOf(words, words.length + 3);
    System.arraycopy(new String[] {"--json", "--graph", file}, 0, all, words.length, 3);
    CommandLineRun run = CommandLineRun.of(all);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.json().at("/result/engines/0");
  }

  @Test
  void whatFormulasCountHadNoPrediction() {
    for (JsonNode cpu :
        List.of(
            estimated("estimate", "motifs", "--size", "5"),
            estimated("estimate", "match", "--pattern", "house"))) {
      assertThat(cpu.get("seconds").isNumber()).isTrue();
      assertThat(cpu.get("basis").asText()).contains("at most", "formulas");
    }
  }

  @Test
  void estimateMatchKnewNoLabels() throws IOException {
    Path labels = folder.resolve("labels.txt");
    Files.writeString(labels, "10 1\n20 1\n30 2\n40 2\n50 3\n60 3\n70 3\n");
    String[] match = {
      "estimate",
      "match",
      "--pattern",
      "0-1,1-2,2-0",
      "--labels",
      labels.toString(),
      "--pattern-labels",
      "1,1,*"
    };
    JsonNode cpu = estimated(match);
    assertThat(cpu.get("seconds").isNumber()).isTrue();
    assertThat(cpu.get("basis").asText())
        .contains("a sample of its search")
        .doesNotContain("any label");
    Files.writeString(labels, "10 one\n");
    String[] all = Arrays.copyOf(match, match.length + 2);
    all[match.length] = "--graph";
    all[match.length + 1] = file;
    assertThat(CommandLineRun.of(all).err()).contains("FILE_LINE_INVALID");
  }

  @Test
  void whatAGpuWouldTakeWasKnownToTheHostAlone() {
    JsonNode engines =
        CommandLineRun.of("estimate", "k-cliques", "--k", "4", "--json", "--graph", file)
            .json()
            .at("/result/engines");
    assertThat(engines.get(1).get("engine").asText()).isEqualTo("cuda");
    assertThat(engines.get(1).get("seconds").asDouble()).isPositive();
    assertThat(engines.get(1).get("basis").asText()).contains("the host's model");
    assertThat(CommandLineRun.of("estimate", "k-cliques", "--k", "4", "--graph", file).out())
        .containsPattern("cuda .*H200");
  }
}
