package io.cliquestream.cli.kafka;

import io.cliquestream.contract.EdgeConsumer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.loadgen.cli.GivenGraphFiles;
import io.cliquestream.loadgen.load.GivenGraph;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;

/** The graph that a load of edge events begins with, in every format that {@code publish} takes. */
public final class LoadGraphFiles implements GivenGraphFiles {
  @Mixin private GraphFileOptions files;

  @Override
  public GivenGraph read(Path file) {
    EdgeArray edges = files.readEdges(file, JobControl.unbounded());
    var source = new EdgeArraySource(edges);
    return new GivenGraph() {
      @Override
      public void forEach(EdgeConsumer consumer) {
        source.forEach(consumer);
      }

      @Override
      public void close() {
        edges.close();
      }
    };
  }
}
