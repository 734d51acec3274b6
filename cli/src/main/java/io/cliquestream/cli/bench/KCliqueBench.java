package io.cliquestream.cli.bench;

import io.cliquestream.contract.ExitCode;
import io.cliquestream.kernels.cuda.kclique.CliqueOrder;
import io.cliquestream.kernels.cuda.kclique.KCliqueMeasurement;
import io.cliquestream.kernels.cuda.kclique.KCliqueVariant;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench k-cliques}: ways to count cliques of one graph. */
@Command(
    name = "k-cliques",
    mixinStandardHelpOptions = true,
    description = {
      "Counts the cliques of a graph on the GPU, size by size and way by way, and prints medians:",
      "the kernel with graph and plan resident, and complete from an edge array in pinned host"
          + " memory (copy, preparation, order, plan, count). Counts of one size must agree, with one another"
          + " and with --expect.",
      "",
      "Models: see cliquestream generate --help.",
      ""
    })
final class KCliqueBench implements Callable<Integer> {
  private enum Order {
    degree(CliqueOrder.DEGREE),
    approximate(CliqueOrder.APPROXIMATE),
    degeneracy(CliqueOrder.DEGENERACY);

    private final CliqueOrder order;

    Order(CliqueOrder order) {
      this.order = order;
    }
  }

  @Spec private CommandSpec spec;

  @Mixin private BenchSource source;

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

  @Option(
      names = "--device",
      defaultValue = "0",
      paramLabel = "N",
      description = "Index of the GPU (${DEFAULT-VALUE}).")
  private int device;

  @Option(
      names = "--output",
      defaultValue = "text",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private TableFormat format;

  @Override
  public Integer call() {
    List<KCliqueVariant> chosen = variants.stream().flatMap(KCliqueBench::variant).toList();
    List<Integer> asked = sizes.stream().map(KCliqueBench::size).toList();
    List<CliqueOrder> by = orders.stream().map(order -> order.order).toList();
    EngineOptions options = new EngineOptions(0, device, 1, 0, 0);
    try (CudaEngine engine = CudaEngine.open(options);
        BenchedGraph graph = source.open()) {
      KCliqueMeasurement measured =
          engine.measureKCliques(graph.graph(), chosen, asked, by, repeats, limit());
      measured.counts().forEach(this::requireExpected);
      KCliqueTable table = new KCliqueTable(graph.name(), measured);
      var out = spec.commandLine().getOut();
      switch (format) {
        case text -> table.text().forEach(out::println);
        case markdown -> table.markdown().forEach(out::println);
        case json -> out.println(table.json());
      }
      out.flush();
      return ExitCode.OK.number();
    }
  }

  private Duration limit() {
    if (limitMillis < 1) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID, "the limit must be 1 ms or more");
    }
    return Duration.ofMillis(limitMillis);
  }

  private void requireExpected(KCliqueMeasurement.Count count) {
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
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID, "'" + text + "' is neither a number nor all");
    }
  }
}
