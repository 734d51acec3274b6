package io.cliquestream.cli.compute;

import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.nio.file.Path;

/**
 * A graph that was read from a file, what its vertices are called, and how long that took.
 *
 * @param readNanos bytes into an array of edges
 * @param buildNanos edges into rows
 */
public record GraphReading(
    SimpleGraph graph, VertexNames names, long readNanos, long buildNanos) {

  /**
   * Reads a file.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException when it is no graph
   */
  public static GraphReading of(GraphFileOptions files, Path file, JobControl control) {
    long start = System.nanoTime();
    try (EdgeArray edges = files.read(file, control)) {
      long read = System.nanoTime();
      SimpleGraph graph = GraphBuilder.buildSimple(edges, Parallelism.available().until(control));
      return new GraphReading(graph, VertexNames.NUMBERS, read - start, System.nanoTime() - read);
    }
  }
}
