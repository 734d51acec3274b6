package io.cliquestream.cli.bench;

import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.loadgen.generate.GeneratedGraph;
import io.cliquestream.loadgen.generate.GeneratorLimits;
import io.cliquestream.loadgen.generate.GraphModel;
import io.cliquestream.loadgen.generate.GraphModelParser;
import io.cliquestream.worker.failure.WorkerException;
import java.nio.file.Path;
import java.util.List;

/**
 * A graph to measure on.
 *
 * @param name of the file, or the words of the model
 */
record BenchedGraph(String name, Graph graph) implements AutoCloseable {

  /** Reads a file. */
  static BenchedGraph read(Path file, GraphFileOptions files) {
    try (EdgeArray edges = files.readEdges(file, JobControl.unbounded())) {
      return new BenchedGraph(file.getFileName().toString(), GraphBuilder.build(edges));
    }
  }

  /**
   * Generates a model, as {@code cliquestream generate} does.
   *
   * @throws WorkerException OPTION_INVALID when the words name no model
   */
  static BenchedGraph generate(List<String> words) {
    GraphModel model = model(words);
    try (GeneratedGraph generated = GeneratedGraph.open(model, GeneratorLimits.defaults());
        EdgeArray edges = EdgeArray.narrow()) {
      generated.forEach(edges::add);
      return new BenchedGraph(String.join(" ", words), GraphBuilder.build(edges));
    }
  }

  private static GraphModel model(List<String> words) {
    try {
      return GraphModelParser.parse(words);
    } catch (IllegalArgumentException e) {
      throw WorkerException.optionInvalid(e.getMessage() + "; a file goes after --graph");
    }
  }

  @Override
  public void close() {
    graph.close();
  }
}
