package io.cliquestream.worker.api;

import io.cliquestream.worker.directory.listed.ListedStream;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.catalog.GraphState;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a worker tells of itself. Called from threads that may wait. */
public interface OwnWorker {
  /** Its name, which its records carry, too. */
  String id();

  /**
   * How it is now: the fields of the schemas Worker and Lanes, {@code device}, {@code memory},
   * {@code cache}, and {@code stages} of its partitions.
   */
  JsonObject report();

  /** The graphs that it knows. */
  List<GraphState> graphs();

  /**
   * A version of a graph that it holds, leased; the caller closes it. By the rows that it shares
   * with others where it has such, so that no whole graph is made; waits for one that has to be
   * read from the disk or the topic.
   *
   * @throws io.cliquestream.worker.failure.WorkerException when it has not that version, or not
   *     within {@code wait}
   */
  GraphLease lease(String graphId, long version, Duration wait);

  /** The streams of changes of these graphs, by graph. */
  Map<String, ListedStream> streams();

  /** Partitions whose graphs and jobs it has wholly taken in. */
  Set<Integer> activePartitions();

  /** The schema Build. */
  JsonObject build();

  /** The items of the schema Configuration. */
  List<JsonObject> configuration();

  /** Is to take no more jobs and to end in order. */
  void drain(String why);
}
