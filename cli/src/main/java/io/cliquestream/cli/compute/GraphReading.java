package io.cliquestream.cli.compute;

import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.nio.file.Path;
import java.util.List;

/**
 * A graph that was read from files, what its vertices are called, and how long that took. Closing
 * it frees the names; the graph is its user's.
 *
 * @param source the files
 * @param readNanos bytes into an array of edges
 * @param buildNanos edges into rows
 */
public record GraphReading(
    String source, SimpleGraph graph, VertexNames names, long readNanos, long buildNanos)
    implements AutoCloseable {

  /**
   * Reads files, all of them one graph.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException when they are none
   */
  public static GraphReading of(GraphFileOptions files, List<String> sources, JobControl control) {
    long start = System.nanoTime();
    try (EdgeArray edges = files.read(Path.of(sources.getFirst()), control)) {
      long read = System.nanoTime();
      SimpleGraph graph = GraphBuilder.buildSimple(edges, Parallelism.available().until(control));
      return new GraphReading(
          String.join(", ", sources),
          graph,
          VertexNames.NUMBERS,
          read - start,
          System.nanoTime() - read);
    }
  }

  @Override
  public void close() {}
}
