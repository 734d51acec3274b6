package io.cliquestream.cli.bench;

import io.cliquestream.contract.ExitCode;
import io.cliquestream.kernels.cuda.triangle.Measurement;
import io.cliquestream.kernels.cuda.triangle.TriangleVariant;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench triangles}: every triangle kernel on one graph. */
@Command(
    name = "triangles",
    mixinStandardHelpOptions = true,
    description = {
      "Counts the triangles of a graph by every kernel of the GPU and prints medians:",
      "the kernel with graph and plan resident, its plan, the copy and the preparation of the edge"
          + " array, and all in from pinned host memory to the count.",
      "All counts must agree, with one another and with --expect.",
      "",
      "Models: see cliquestream generate --help.",
      ""
    })
final class TriangleBench implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private BenchSource source;

  @Option(
      names = "--repeats",
      defaultValue = "11",
      paramLabel = "N",
      description = "Measured runs of each, after two to warm up (${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--variants",
      split = ",",
      defaultValue = "wedges,merge,hash,local",
      paramLabel = "NAME",
      description =
          "Kernels: wedges, wedges-no-core, merge, hash, hash-in-degree, hash-collective, local"
              + " (${DEFAULT-VALUE}).")
  private List<String> variants;

  @Option(
      names = "--expect",
      paramLabel = "TRIANGLES",
      description = "The known count; another one is a failure.")
  private Long expected;

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
    List<TriangleVariant> chosen = variants.stream().map(TriangleVariant::of).toList();
    EngineOptions options = new EngineOptions(0, device, 1, 0, 0);
    try (CudaEngine engine = CudaEngine.open(options);
        BenchedGraph graph = source.open()) {
      Measurement measured = engine.measureTriangles(graph.graph(), chosen, repeats);
      requireExpected(measured.triangles());
      MeasurementTable table = new MeasurementTable(graph.name(), measured);
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

  private void requireExpected(long counted) {
    if (expected != null && expected != counted) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_INTERNAL,
          "counted " + counted + " triangles, expected " + expected);
    }
  }
}
