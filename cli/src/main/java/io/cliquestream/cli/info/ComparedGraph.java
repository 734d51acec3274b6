package io.cliquestream.cli.info;

import io.cliquestream.cli.compute.GraphReading;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.intake.reread.TopicGraph;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * One of two graphs that are compared, from files or from a topic.
 *
 * @param source what it was read from
 * @param published what it is called on the broker, where it comes from there
 * @param names what its vertices are called
 * @param ids the original id of a name, or of a number as it is written
 * @param closing frees all of it
 */
record ComparedGraph(
    String source,
    Optional<PublishedName> published,
    PreparedGraph prepared,
    VertexNames names,
    Function<String, OptionalLong> ids,
    Runnable closing)
    implements AutoCloseable {
  /** A graph of files, taken over. */
  static ComparedGraph of(OpenGraph open) {
    return new ComparedGraph(
        open.reading().source(),
        Optional.empty(),
        open.prepared(),
        open.names(),
        open.reading()::find,
        open::close);
  }

  /**
   * A version that was published, taken over.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException when it has more vertices than an
   *     engine can number
   */
  static ComparedGraph of(TopicGraph read, JobControl control) {
    if (!(read.graph() instanceof Graph dense)) {
      read.close();
      throw OpenGraph.tooLarge();
    }
    // What is asked of it next has no estimate of its work.
    control.beginPhase(Phase.COMPUTING, 0);
    PreparedGraph.Owned prepared = PreparedGraph.of(dense);
    var name = new PublishedName(read.graphId(), OptionalLong.of(read.version()));
    return new ComparedGraph(
        name.text(),
        Optional.of(name),
        prepared,
        read.names().<VertexNames>map(TopicNames::new).orElse(VertexNames.NUMBERS),
        text ->
            read.names().map(names -> find(names, text)).orElseGet(() -> GraphReading.number(text)),
        () -> {
          prepared.close();
          read.names().ifPresent(GraphNames::unpin);
        });
  }

  private static OptionalLong find(GraphNames names, String text) {
    long id = names.find(text.getBytes(StandardCharsets.UTF_8));
    return id < 0 ? OptionalLong.empty() : OptionalLong.of(id);
  }

  Graph graph() {
    return prepared.graph();
  }

  /** What a vertex is called. */
  String name(int vertex) {
    return names.of(graph().originalId(vertex));
  }

  /** What a vertex is called, for people. */
  String shown(int vertex) {
    return names.shown().of(graph().originalId(vertex));
  }

  /** The vertex of a name, or of a number as it is written; -1 where none is called so. */
  int find(String name) {
    OptionalLong id = ids.apply(name);
    return id.isPresent() ? graph().ids().dense(id.getAsLong()) : -1;
  }

  @Override
  public void close() {
    closing.run();
  }

  private record TopicNames(GraphNames names) implements VertexNames {
    @Override
    public boolean areText() {
      return true;
    }

    @Override
    public String of(long id) {
      return names.name(id);
    }
  }
}
