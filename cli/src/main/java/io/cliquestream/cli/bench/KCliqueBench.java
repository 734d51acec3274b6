package io.cliquestream.cli.bench;

import io.cliquestream.benchmarks.device.KCliqueBenchmark;
import io.cliquestream.benchmarks.device.KCliqueMeasurement;
import io.cliquestream.benchmarks.device.KCliqueMeasurement.Count;
import io.cliquestream.benchmarks.device.KCliqueVariant;
import io.cliquestream.cli.bench.BenchTable.Column;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench k-cliques}: ways to count cliques of one graph. */
@Command(
    name = "k-cliques",
    mixinStandardHelpOptions = true,
    description = {
      "Counts the cliques of a graph on the GPU, size by size and way by way, and prints medians:",
      "the kernel with graph and plan resident, and complete from an edge array in pinned host"
          + " memory (copy, preparation, order, plan, count). Counts of one size must agree, with"
          + " one another and with --expect.",
      "",
      "Models: see cliquestream generate --help.",
      ""
    })
final class KCliqueBench extends KernelBench {
  private enum Order {
    degree,
    approximate,
    degeneracy
  }

  @Option(
      names = "--k",
      split = ",",
      defaultValue = "4,6,8,all",
      paramLabel = "K",
      description = "Sizes, each a number or all (${DEFAULT-VALUE}).")
  private List<String> sizes;

  @Option(
      names = "--repeats",
      defaultValue = "5",
      paramLabel = "N",
      description = "Measured runs of each, after one to warm up (${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--limit",
      defaultValue = "60000",
      paramLabel = "MS",
      description =
          "A count that takes longer is stopped and not repeated, milliseconds (${DEFAULT-VALUE}).")
  private long limitMillis;

  @Option(
      names = "--variants",
      split = ",",
      defaultValue = "orientation,pivoting",
      paramLabel = "NAME",
      description =
          "Ways to count: orientation, pivoting, or one of the paper's, such as"
              + " paper-pivoting-vertex-binary-32; matrix stands for all of those"
              + " (${DEFAULT-VALUE}).")
  private List<String> variants;

  @Option(
      names = "--expect",
      split = ",",
      paramLabel = "K=COUNT",
      description = "Known counts, all=COUNT of the largest size; another one is a failure.")
  private Map<String, BigInteger> expected = Map.of();

  @Option(
      names = "--ordering",
      split = ",",
      defaultValue = "degeneracy",
      paramLabel = "ORDER",
      description =
          "Orders of the orientation: degree, approximate (near degeneracy, in a few passes),"
              + " degeneracy (${DEFAULT-VALUE}).")
  private List<Order> orders;

  @Override
  void check() {
    chosen();
    asked();
    limit();
  }

  private List<KCliqueVariant> chosen() {
    return variants.stream().flatMap(KCliqueBench::variant).toList();
  }

  private List<Integer> asked() {
    return sizes.stream().map(KCliqueBench::size).toList();
  }

  @Override
  BenchTable<Count> measure(CudaEngine engine, BenchedGraph graph) {
    List<String> by = orders.stream().map(Order::name).toList();
    KCliqueMeasurement measured =
        KCliqueBenchmark.measure(engine, graph.graph(), chosen(), asked(), by, repeats, limit());
    measured.counts().forEach(this::requireExpected);
    return table(graph.name(), measured);
  }

  private static BenchTable<Count> table(String graph, KCliqueMeasurement measured) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("graph", graph);
    about.put("device", measured.device());
    about.put("vertices", measured.vertices());
    about.put("edges", measured.edges());
    about.put("repeats", measured.repeats());
    about.put("copyMillis", measured.copyMillis());
    about.put("prepareMillis", measured.prepareMillis());
    List<String> head =
        List.of(
            "graph      " + graph,
            "gpu        " + measured.device(),
            String.format(
                Locale.ROOT,
                "%d vertices, %d edges; copy %.3f ms, prepare %.3f ms, medians of %d",
                measured.vertices(),
                measured.edges(),
                measured.copyMillis(),
                measured.prepareMillis(),
                measured.repeats()));
    List<Column<Count>> columns =
        List.of(
            new Column<>("variant", -34, "variant", Count::variant),
            new Column<>("order", -11, "ordering", Count::ordering),
            new Column<>("order ms", 9, "orderMillis", Count::orderMillis),
            new Column<>("largest", 7, "maximumOutDegree", Count::maximumOutDegree),
            new Column<>("k", 4, "k", Count::size),
            new Column<>("", 0, "largest", Count::largest),
            new Column<>("", 0, "cliques", count -> count.cliques().toString()),
            new Column<>("kernel ms", 12, "kernelMillis", Count::kernelMillis),
            new Column<>("", 0, "countMillis", Count::countMillis),
            new Column<>("complete ms", 12, "completeMillis", measured::completeMillis),
            new Column<>("", 0, "nodes", Count::nodes),
            new Column<>("", 0, "sweeps", Count::sweeps),
            new Column<>("", 0, "deviceBytes", Count::deviceBytes),
            new Column<>("", 0, "ended", Count::ended),
            new Column<>("G steps/s", 10, "", KCliqueBench::rate),
            new Column<>("cliques", 0, "", KCliqueBench::cliques));
    return new BenchTable<>(about, head, "counts", columns, measured.counts());
  }

  private static String cliques(Count count) {
    if (!count.ended()) {
      return "stopped at the limit";
    }
    return count.size().equals("all")
        ? "omega " + count.largest() + ": " + count.cliques()
        : count.cliques().toString();
  }

  /** Billions of nodes of pivot trees, or of sweeps, in a second of the kernel. */
  private static double rate(Count count) {
    long work = count.sweeps() > 0 ? count.sweeps() : count.nodes();
    return count.kernelMillis() == 0 ? 0 : work / count.kernelMillis() / 1e6;
  }

  private Duration limit() {
    if (limitMillis < 1) {
      throw WorkerException.optionInvalid("the limit must be 1 ms or more");
    }
    return Duration.ofMillis(limitMillis);
  }

  private void requireExpected(Count count) {
    BigInteger known = expected.get(count.size());
    if (known != null && count.ended() && !known.equals(count.cliques())) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_INTERNAL,
          "counted %s cliques of size %s, expected %s"
              .formatted(count.cliques(), count.size(), known));
    }
  }

  private static Stream<KCliqueVariant> variant(String name) {
    return name.equals("matrix")
        ? KCliqueVariant.matrix().stream()
        : Stream.of(KCliqueVariant.of(name));
  }

  private static int size(String text) {
    if (text.equals("all")) {
      return KCliqueCount.ALL;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw WorkerException.optionInvalid("'" + text + "' is neither a number nor all");
    }
  }
}
