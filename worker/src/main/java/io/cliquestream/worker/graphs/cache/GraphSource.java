package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.util.Optional;

/** Where a version can be made from again when neither memory nor disk has it any more. */
@FunctionalInterface
public interface GraphSource {
  /**
   * Makes the graph again; blocks for as long as that takes.
   *
   * @param names of its vertices, if they have names; pinned by the caller
   * @return the same graph; the caller closes it
   * @throws io.cliquestream.worker.failure.WorkerException when it cannot be had any more
   */
  SimpleGraph read(Optional<GraphNames> names);
}
