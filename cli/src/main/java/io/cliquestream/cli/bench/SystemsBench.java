package io.cliquestream.cli.bench;

import io.cliquestream.cli.bench.BenchTable.Column;
import io.cliquestream.cli.job.JobOptions;
import io.cliquestream.contract.JobKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench systems}: the methods of the published systems and the product's, side by side. */
@Command(
    name = "systems",
    mixinStandardHelpOptions = true,
    description = {
      "Answers the same questions about a graph by the methods of five published systems and by the"
          + " product's own choice, on one GPU, the graph resident: Polak 2016 and TRUST"
          + " (triangles), Almasri et al. 2022 (k-cliques), Geil et al. 2023 (maximum cliques),"
          + " DuMato (motifs).",
      "Least time of the repeats, each job from its start to its answer. All answers must agree."
          + " A method that takes longer than --limit is stopped and says so.",
      "",
      "Models: see cliquestream generate --help.",
      ""
    })
final class SystemsBench extends KernelBench {
  @Option(
      names = "--repeats",
      defaultValue = "5",
      paramLabel = "N",
      description = "Measured runs of each, after one that makes plans (${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--k",
      defaultValue = "4",
      paramLabel = "K",
      description = "Size of cliques (${DEFAULT-VALUE}).")
  private int k;

  @Option(
      names = "--motif-size",
      defaultValue = "4",
      paramLabel = "K",
      description = "Size of motifs, 3 to 6 (${DEFAULT-VALUE}).")
  private int motifSize;

  @Option(
      names = "--limit",
      defaultValue = "10s",
      paramLabel = "DURATION",
      description = "Longest time of one job (${DEFAULT-VALUE}).")
  private Duration limit;

  @Option(
      names = "--expect",
      paramLabel = "QUESTION=ANSWER",
      description =
          "The known answer to a question of the table, such as triangles=45; another one is a"
              + " failure.")
  private Map<String, String> expected = Map.of();

  /** A way to answer a question. */
  private record Method(String question, JobKind kind, String system, List<String> words) {}

  private record Row(
      String question, String system, String options, String answer, Object millis) {}

  private List<Method> methods() {
    String cliques = k + "-cliques";
    String size = Integer.toString(k);
    String motifs = "motifs of " + motifSize;
    String vertices = Integer.toString(motifSize);
    return List.of(
        new Method("triangles", JobKind.TRIANGLES, "Polak", List.of("--method", "merge")),
        new Method("triangles", JobKind.TRIANGLES, "TRUST", List.of("--method", "hash")),
        trust("warp"),
        trust("half-warp"),
        trust("quarter-warp"),
        trust("physical"),
        new Method("triangles", JobKind.TRIANGLES, "TRUST", List.of("--method", "hash-in-degree")),
        new Method("triangles", JobKind.TRIANGLES, "TRUST", List.of("--method", "hash-collective")),
        new Method("triangles", JobKind.TRIANGLES, "Cliquestream", List.of()),
        new Method(
            cliques,
            JobKind.K_CLIQUES,
            "Almasri",
            List.of("--k", size, "--tune", "paper=1", "--method", "orientation")),
        new Method(
            cliques,
            JobKind.K_CLIQUES,
            "Almasri",
            List.of("--k", size, "--tune", "paper=1", "--method", "pivoting")),
        new Method(cliques, JobKind.K_CLIQUES, "Cliquestream", List.of("--k", size)),
        new Method(
            "maximum clique", JobKind.MAX_CLIQUE, "Geil", List.of("--search", "breadth-first")),
        new Method("maximum clique", JobKind.MAX_CLIQUE, "Cliquestream", List.of()),
        new Method(
            motifs, JobKind.MOTIFS, "DuMato", List.of("--size", vertices, "--method", "subgraphs")),
        duMato("threads"),
        duMato("static"),
        duMato("round-robin"),
        duMato("weighted"),
        new Method(motifs, JobKind.MOTIFS, "Cliquestream", List.of("--size", vertices)));
  }

  /** How TRUST's paper compares to read two-hop lists. */
  private static Method trust(String reading) {
    return new Method(
        "triangles",
        JobKind.TRIANGLES,
        "TRUST",
        List.of("--method", "hash", "--tune", "two-hop-lists=" + reading));
  }

  /** DuMato's versions, of which the first row's balance is none. */
  private Method duMato(String balance) {
    String size = Integer.toString(motifSize);
    return new Method(
        "motifs of " + size,
        JobKind.MOTIFS,
        "DuMato",
        List.of("--size", size, "--method", "subgraphs", "--tune", "balance=" + balance));
  }

  @Override
  void check() {
    Options.require(repeats >= 1, "--repeats is 1 or more");
    methods().forEach(SystemsBench::job);
    List<String> questions = methods().stream().map(Method::question).distinct().toList();
    for (String question : expected.keySet()) {
      Options.require(
          questions.contains(question),
          "--expect " + question + " is none of the questions " + questions);
    }
  }

  private static Job job(Method method) {
    return JobOptions.parse(method.kind(), method.words());
  }

  @Override
  BenchTable<?> measure(CudaEngine engine, BenchedGraph graph) {
    List<Row> rows = new ArrayList<>();
    Map<String, String> answers = new LinkedHashMap<>(expected);
    // Its graph is the caller's to close.
    PreparedGraph.Owned prepared = PreparedGraph.of(graph.graph());
    try {
      for (Method method : methods()) {
        Row row = row(engine, prepared, method);
        if (!row.answer().isEmpty()) {
          String known = answers.putIfAbsent(method.question(), row.answer());
          if (known != null && !known.equals(row.answer())) {
            throw WholeRun.failure(
                "%s: %s says %s, expected was %s"
                    .formatted(method.question(), method.system(), row.answer(), known));
          }
        }
        rows.add(row);
      }
      Map<String, Object> about = new LinkedHashMap<>();
      about.put("graph", graph.name());
      about.put("device", engine.device().orElseThrow().name());
      about.put("vertices", graph.graph().vertexCount());
      about.put("edges", graph.graph().edgeCount());
      about.put("repeats", repeats);
      return new BenchTable<>(
          about,
          List.of(
              "graph      " + graph.name(),
              "gpu        " + about.get("device"),
              "vertices %s, edges %s, least of %d"
                  .formatted(about.get("vertices"), about.get("edges"), repeats)),
          "methods",
          List.of(
              new Column<>("question", -16, "question", Row::question),
              new Column<>("system", -14, "system", Row::system),
              new Column<>("options", -42, "options", Row::options),
              new Column<>("ms", 12, "millis", Row::millis),
              new Column<>("  answer", 0, "answer", Row::answer)),
          rows);
    } finally {
      prepared.releaseOrientations();
    }
  }

  private Row row(CudaEngine engine, PreparedGraph graph, Method method) {
    Job job = job(method);
    String options = String.join(" ", method.words());
    double least = Double.POSITIVE_INFINITY;
    String answer = "";
    try {
      for (int run = 0; run <= repeats; run++) {
        long start = System.nanoTime();
        JobOutcome outcome = engine.run(graph, job, JobControl.within(limit), ListingSink.NONE);
        double millis = (System.nanoTime() - start) / 1e6;
        least = run == 0 ? least : Math.min(least, millis);
        answer = ComparedAnswer.of(outcome.answer());
      }
    } catch (StoppedException stopped) {
      return new Row(
          method.question(),
          method.system(),
          options,
          "",
          String.format(Locale.ROOT, "over %d", limit.toMillis()));
    } catch (ComputeException refused) {
      return new Row(
          method.question(),
          method.system(),
          options,
          "",
          refused.code().name().toLowerCase(Locale.ROOT));
    }
    return new Row(method.question(), method.system(), options, answer, least);
  }
}
