package io.cliquestream.cli.bench;

import io.cliquestream.benchmarks.device.TriangleBenchmark;
import io.cliquestream.benchmarks.device.TriangleMeasurement;
import io.cliquestream.benchmarks.device.TriangleMeasurement.Kernel;
import io.cliquestream.benchmarks.device.TriangleVariant;
import io.cliquestream.cli.bench.BenchTable.Column;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
final class TriangleBench extends KernelBench {
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

  @Override
  void check() {
    chosen();
  }

  private List<TriangleVariant> chosen() {
    return variants.stream().map(TriangleVariant::of).toList();
  }

  @Override
  BenchTable<Kernel> measure(CudaEngine engine, BenchedGraph graph) {
    TriangleMeasurement measured =
        TriangleBenchmark.measure(engine, graph.graph(), chosen(), repeats);
    requireExpected(measured.triangles());
    return table(graph.name(), measured);
  }

  private static BenchTable<Kernel> table(String graph, TriangleMeasurement measured) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("graph", graph);
    about.put("device", measured.device());
    about.put("vertices", measured.vertices());
    about.put("edges", measured.edges());
    about.put("orientedWedges", measured.orientedWedges());
    about.put("triangles", Long.toString(measured.triangles()));
    about.put("repeats", measured.repeats());
    about.put("copyMillis", measured.copyMillis());
    about.put("prepareMillis", measured.prepareMillis());
    about.put("allInMillis", measured.allInMillis());
    about.put("peakDeviceBytes", measured.deviceBytes());
    List<String> head =
        List.of(
            "graph      " + graph,
            "gpu        " + measured.device(),
            "vertices %d, edges %d, oriented wedges %d, triangles %d"
                .formatted(
                    measured.vertices(),
                    measured.edges(),
                    measured.orientedWedges(),
                    measured.triangles()),
            String.format(
                Locale.ROOT,
                "copy %.3f ms, prepare %.3f ms, all in %.3f ms, medians of %d",
                measured.copyMillis(),
                measured.prepareMillis(),
                measured.allInMillis(),
                measured.repeats()));
    List<Column<Kernel>> columns =
        List.of(
            new Column<>("variant", -16, "variant", Kernel::variant),
            new Column<>("kernel ms", 12, "kernelMillis", Kernel::kernelMillis),
            new Column<>("plan ms", 12, "planMillis", Kernel::planMillis),
            new Column<>("predicted ms", 12, "predictedMillis", Kernel::predictedMillis),
            new Column<>("slices", 8, "slices", Kernel::slices),
            new Column<>("sliced ms", 12, "slicedMillis", Kernel::slicedMillis));
    return new BenchTable<>(about, head, "kernels", columns, measured.kernels());
  }

  private void requireExpected(long counted) {
    if (expected != null && expected != counted) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_INTERNAL,
          "counted " + counted + " triangles, expected " + expected);
    }
  }
}
