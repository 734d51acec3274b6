package io.cliquestream.cli.compute;

import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.formats.GraphData;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.List;

/**
 * A graph that was read from files, what its vertices are called, and how long that took. Closing
 * it frees the names; the graph is its user's.
 *
 * @param source the files
 * @param data the names; its edges are freed
 * @param readNanos bytes into an array of edges
 * @param buildNanos edges into rows
 */
public record GraphReading(
    String source, SimpleGraph graph, GraphData data, long readNanos, long buildNanos)
    implements AutoCloseable {

  /**
   * Reads files, all of them one graph.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException when they are none
   */
  public static GraphReading of(GraphFileOptions files, List<String> sources, JobControl control) {
    long start = System.nanoTime();
    GraphData data = files.readData(sources, control);
    boolean built = false;
    try {
      long read = System.nanoTime();
      SimpleGraph graph =
          GraphBuilder.buildSimple(data.edges(), Parallelism.available().until(control));
      data.freeEdges();
      built = true;
      return new GraphReading(
          String.join(", ", sources), graph, data, read - start, System.nanoTime() - read);
    } finally {
      if (!built) {
        data.close();
      }
    }
  }

  /** What the vertices are called; good until this is closed. */
  public VertexNames names() {
    return data.names();
  }

  @Override
  public void close() {
    data.close();
  }
}
