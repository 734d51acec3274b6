package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import java.util.Optional;

/** A graph that others own, with labels that one job brought along. */
public record LabelledGraph(PreparedGraph bare, VertexLabels given) implements PreparedGraph {
  /** The graph as it is, if the job brought none. */
  public static PreparedGraph of(PreparedGraph bare, Optional<int[]> labels) {
    return labels.isEmpty() ? bare : new LabelledGraph(bare, VertexLabels.of(labels.get()));
  }

  @Override
  public Graph graph() {
    return bare.graph();
  }

  @Override
  public OrientedGraph oriented(Ordering ordering, StopCheck stop) {
    return bare.oriented(ordering, stop);
  }

  @Override
  public Optional<VertexLabels> labels() {
    return Optional.of(given);
  }
}
