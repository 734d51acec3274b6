package io.cliquestream.worker.api;

import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.graphs.Neighborhood;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What lies around some vertices of a graph, whoever holds it. Who asks is checked here; the holder
 * is asked for no more than what the asker may see.
 */
record NeighborhoodResources(
    GroupDirectory directory,
    GraphResources graphs,
    String own,
    Duration patience,
    NeighborhoodReader reader,
    NeighborhoodExchange exchange,
    WorkerExecutor executor) {
  private static final int USUALLY_SHOWN = 60;

  /** A question, and who is to answer it. */
  private record Addressed(String holder, NeighborhoodQuestion question) {}

  Future<Reply> read(Query query) {
    return executor
        .executeBlocking(() -> addressed(query), false)
        .compose(
            to ->
                to.holder().equals(own)
                    ? reader.read(to.question())
                    : exchange.ask(to.holder(), to.question()))
        .map(Reply::ok);
  }

  /** May wait for the directory. */
  private Addressed addressed(Query query) {
    ListedGraph graph = graphs.find(query, query.part(1));
    List<Long> asked = vertices(query);
    int most = query.text("limit", 9).isEmpty() ? USUALLY_SHOWN : query.limit();
    if (most > Neighborhood.MOST_VERTICES) {
      throw ApiException.invalid("limit is at most " + Neighborhood.MOST_VERTICES + " here");
    }
    long version =
        query
            .text("version", 20)
            .map(Query::version)
            .orElseGet(() -> graph.newest() == null ? 0 : graph.newest().version());
    String holder = graph.worker() == null ? "" : graph.worker();
    if (!holder.equals(own)
        && directory.workers(System.currentTimeMillis()).stream()
            .noneMatch(worker -> worker.id().equals(holder))) {
      throw ApiException.unavailable(
          "worker " + holder + ", which held graph " + graph.id() + ", is not heard of");
    }
    return new Addressed(
        holder, new NeighborhoodQuestion(graph.id(), version, asked, most, patience));
  }

  private static List<Long> vertices(Query query) {
    int most = NeighborhoodQuestion.MOST_ASKED;
    String[] texts = query.text("of", 21 * most).orElse("").split(",", -1);
    if (texts.length > most) {
      throw ApiException.invalid("of names at most " + most + " vertices");
    }
    try {
      return NeighborhoodQuestion.ids(Stream.of(texts));
    } catch (NumberFormatException e) {
      throw ApiException.invalid("of is ids of vertices such as 7,9");
    }
  }
}
