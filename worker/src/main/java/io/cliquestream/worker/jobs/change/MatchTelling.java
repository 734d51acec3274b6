package io.cliquestream.worker.jobs.change;

import io.cliquestream.contract.Checksums;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.match.MatchChange;
import io.cliquestream.kernels.change.match.MatchChanges;
import io.cliquestream.kernels.change.match.MatchQuery;
import io.cliquestream.kernels.change.match.MatchTotals;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.v1.AlertCause;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.translation.AlertQuery;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Finds the matches that a job tells of, and hands them to its alerts. */
final class MatchTelling {
  private static final int ID_BYTES = 16;

  private MatchTelling() {}

  /** Tells of what changed between two versions of one evolving graph. */
  static MatchTotals changes(
      VersionRows older,
      VersionRows newer,
      AlertQuery query,
      AlertWriter alerts,
      JobControl control) {
    return MatchChanges.find(
        labelled(newer.graph().since(older.graph()), query),
        query(query),
        match -> alerts.match(match.appeared(), id(match), match.vertices(), cause(match)),
        control);
  }

  /**
   * Tells of everything that is there: what appears when a graph without edges becomes this one.
   *
   * @param most edges that it is done for
   * @throws WorkerException GRAPH_TOO_LARGE for more
   */
  static MatchTotals everything(
      Graph graph, AlertQuery query, AlertWriter alerts, int most, JobControl control) {
    if (graph.edgeCount() > most) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "the matches of %d edges were to be told of at once; jobs.changed-edges allows %d"
              .formatted(graph.edgeCount(), most));
    }
    var batch = EdgeBatch.withRoom((int) Math.max(1, graph.edgeCount()));
    graph.forEachEdge(batch::insert);
    try (EdgeArray nothing = EdgeArray.narrow();
        var growing = EvolvingGraph.of(GraphBuilder.build(nothing, Parallelism.available()));
        GraphVersion empty = growing.latest();
        GraphVersion whole = growing.apply(batch).version()) {
      VersionChange change = labelled(whole.since(empty), query);
      return MatchChanges.find(
          change,
          query(query),
          match -> alerts.match(match.appeared(), id(match), match.vertices(), Optional.empty()),
          control);
    }
  }

  private static VersionChange labelled(VersionChange change, AlertQuery query) {
    return query.labels().map(change::withLabels).orElse(change);
  }

  /** A name of any length as one of 128 bits, which no two matches of one graph share. */
  private static String id(MatchChange match) {
    byte[] hash = Checksums.sha256().digest(match.matchId().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, ID_BYTES);
  }

  private static Optional<AlertCause> cause(MatchChange match) {
    boolean swap = Long.compareUnsigned(match.causeFrom(), match.causeTo()) > 0;
    return Optional.of(
        AlertCause.newBuilder()
            .setFrom(swap ? match.causeTo() : match.causeFrom())
            .setTo(swap ? match.causeFrom() : match.causeTo())
            .setInserted(match.causeInserted())
            .build());
  }

  private static MatchQuery query(AlertQuery asked) {
    MatchQuery query =
        switch (asked.subject()) {
          case AlertQuery.Subject.Subgraphs(var pattern, var induced) ->
              MatchQuery.pattern(pattern, induced);
          case AlertQuery.Subject.Cliques(int minimumSize) ->
              // A single vertex without an edge is none of a graph.
              MatchQuery.maximalCliques(Math.max(2, minimumSize));
        };
    if (asked.label().isPresent()) {
      query = query.withLabel(asked.label().getAsInt());
    }
    return query
        .containing(List.copyOf(asked.contains()))
        .touching(asked.touches())
        .withLimit(asked.threshold() > 0 ? 0 : asked.limit());
  }
}
