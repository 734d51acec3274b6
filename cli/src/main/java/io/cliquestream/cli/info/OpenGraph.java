package io.cliquestream.cli.info;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.compute.GraphReading;
import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.cli.report.QuestionReport;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** A graph of one file or several, read for a question about it. */
record OpenGraph(GraphReading reading, Graph graph, PreparedGraph.Owned prepared)
    implements AutoCloseable {
  /**
   * Reads files, all of them one graph.
   *
   * @throws ComputeException when it is no graph, or one of more vertices than an engine can number
   */
  static OpenGraph of(GraphFileOptions files, List<String> sources, WatchedWork work) {
    return work.show(() -> read(files, sources, work.control()));
  }

  private static OpenGraph read(GraphFileOptions files, List<String> sources, JobControl control) {
    GraphReading reading = GraphReading.of(files, sources, control);
    return switch (built(reading)) {
      case Graph dense -> {
        // What is asked of it next has no estimate of its work.
        control.beginPhase(Phase.COMPUTING, 0);
        yield new OpenGraph(reading, dense, PreparedGraph.of(dense));
      }
      case WideGraph wide -> {
        wide.close();
        reading.close();
        throw tooLarge();
      }
    };
  }

  static ComputeException tooLarge() {
    return new ComputeException(
        FailureCode.GRAPH_TOO_LARGE, "this question is answered for graphs of up to 2^31 vertices");
  }

  private static SimpleGraph built(GraphReading reading) {
    try {
      return reading.build();
    } catch (Throwable failure) {
      reading.close();
      throw failure;
    }
  }

  VertexNames names() {
    return reading.names();
  }

  /** Writes what a vertex of an original id is called: text, or a number. */
  void put(ObjectNode row, String member, long id) {
    if (names().areText()) {
      row.put(member, names().of(id));
    } else {
      row.put(member, new BigInteger(Long.toUnsignedString(id)));
    }
  }

  /** The beginning of an answer for programs: what was asked, and of which graph. */
  ObjectNode question(String name) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("question", name);
    describe(root);
    return root;
  }

  void describe(ObjectNode root) {
    root.putObject("graph").put("vertices", graph.vertexTotal()).put("edges", graph.edgeCount());
  }

  /** The beginning of an answer's page: what was asked, and of which graph. */
  QuestionReport page(String heading, CommandSpec spec) {
    return new QuestionReport(
            heading, reading.source(), spec.root().commandLine().getParseResult().originalArgs())
        .card("vertices", graph.vertexTotal())
        .card("edges", graph.edgeCount());
  }

  /** Counts the triangles of a graph. */
  static BigInteger triangles(PreparedGraph graph, JobControl control) {
    try (Engine engine = Engines.open(EngineChoice.AUTO, 0)) {
      var answer = engine.run(graph, TriangleCount.total(), control, ListingSink.NONE).answer();
      return ((Answer.Triangles) answer).triangles();
    }
  }

  /** What a vertex is called, for people. */
  String shown(int vertex) {
    return names().shown().of(graph.originalId(vertex));
  }

  @Override
  public void close() {
    prepared.close();
    reading.close();
  }
}
