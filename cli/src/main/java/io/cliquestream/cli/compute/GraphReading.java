package io.cliquestream.cli.compute;

import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.cli.output.Measured;
import io.cliquestream.formats.GraphData;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.RawEdges;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.names.NameBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;

/**
 * A graph that was read from files, what its vertices are called, and how long that took. Rows are
 * built at once for the host's engine, or later, when somebody asks for them: a GPU prepares its
 * own from the pairs. Closing it frees the names, and pairs that nobody took; the graph is its
 * user's.
 */
public final class GraphReading implements AutoCloseable {
  private final String source;
  private final GraphData data;
  private final JobControl control;
  private final long readNanos;
  private final long readProcessorNanos;
  private volatile long buildNanos;

  private GraphReading(
      String source, GraphData data, JobControl control, long readNanos, long readProcessorNanos) {
    this.source = source;
    this.data = data;
    this.control = control;
    this.readNanos = readNanos;
    this.readProcessorNanos = readProcessorNanos;
  }

  /**
   * Reads the pairs of files, all of them one graph.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException when they are none
   */
  public static GraphReading of(GraphFileOptions files, List<String> sources, JobControl control) {
    long start = System.nanoTime();
    long processor = Measured.processorTime();
    GraphData data = files.readData(sources, control);
    return new GraphReading(
        String.join(", ", sources),
        data,
        control,
        System.nanoTime() - start,
        Measured.processorTime() - processor);
  }

  /** Builds the graph and frees the pairs; once, and not after {@link #unbuilt}. */
  public SimpleGraph build() {
    long start = System.nanoTime();
    // Nothing tells how far the building is; the bytes that were read would look like the end.
    control.beginPhase(Phase.PREPARING, 0);
    SimpleGraph graph =
        GraphBuilder.buildSimple(data.edges(), Parallelism.available().until(control));
    data.freeEdges();
    buildNanos = System.nanoTime() - start;
    return graph;
  }

  /** Whether so many vertices are possible that only {@link #build} can tell which graph it is. */
  boolean mayBeWide() {
    long most = 2 * data.edges().size();
    long bits = data.edges().idBits();
    return !DenseLimits.configured().holds(bits < 0 ? most : Math.min(1 + bits, most));
  }

  /** The graph as its pairs, which it keeps; rows are built when they are asked for. */
  PreparedGraph.Owned unbuilt() {
    return PreparedGraph.of(new RawEdges(data.takeEdges()), this::rows);
  }

  private Graph rows(RawEdges raw) {
    long start = System.nanoTime();
    Graph graph = GraphBuilder.build(raw.edges(), Parallelism.available().until(control));
    buildNanos = System.nanoTime() - start;
    return graph;
  }

  /** The files. */
  public String source() {
    return source;
  }

  /** What the vertices are called; good until this is closed. */
  public VertexNames names() {
    return data.names();
  }

  /**
   * The original id of a name; where vertices are numbers, of a number in its one way to be
   * written.
   */
  public OptionalLong find(String name) {
    return names().areText() ? data.find(name) : number(name);
  }

  /** A number in its one way to be written. */
  public static OptionalLong number(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return NameBytes.isNumber(bytes, 0, bytes.length)
        ? OptionalLong.of(Long.parseUnsignedLong(name))
        : OptionalLong.empty();
  }

  /** Time from bytes to an array of pairs. */
  public long readNanos() {
    return readNanos;
  }

  /** Processor time of every thread of the process meanwhile. */
  public long readProcessorNanos() {
    return readProcessorNanos;
  }

  /** Time from pairs to rows; 0 as long as there are none. */
  public long buildNanos() {
    return buildNanos;
  }

  @Override
  public void close() {
    data.close();
  }
}
