package io.cliquestream.cli.bench;

import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import java.io.PrintWriter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A benchmark of one graph on one GPU. */
abstract class KernelBench extends PrintingCommand {

  @Mixin private BenchSource source;

  @Option(
      names = "--device",
      defaultValue = "0",
      paramLabel = "N",
      description = "Index of the GPU (${DEFAULT-VALUE}).")
  private int device;

  @Mixin private BenchTable.Output output;

  /** Refuses what was asked for before a device is opened. */
  abstract void check();

  /** Measures, and refuses an answer that is not the one expected. */
  abstract BenchTable<?> measure(CudaEngine engine, BenchedGraph graph);

  @Override
  protected final void run(PrintWriter out) {
    check();
    try (CudaEngine engine = CudaEngine.open(new EngineOptions(0, device, 1, 0, 0));
        BenchedGraph graph = source.open()) {
      output.print(measure(engine, graph), out);
    }
  }
}
