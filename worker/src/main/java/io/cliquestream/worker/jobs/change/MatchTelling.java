package io.cliquestream.worker.jobs.change;

import io.cliquestream.contract.Checksums;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.match.MatchChange;
import io.cliquestream.kernels.change.match.MatchChanges;
import io.cliquestream.kernels.change.match.MatchQuery;
import io.cliquestream.kernels.change.match.MatchSink;
import io.cliquestream.kernels.change.match.MatchTotals;
import io.cliquestream.kernels.change.match.NamedMatches;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.v1.AlertCause;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.translation.AlertQuery;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Finds the matches that a job tells of, and hands them to its alerts. A match is what users know
 * it by: its vertices' names where they have some, else their ids.
 */
final class MatchTelling {
  private static final int ID_BYTES = 16;

  private final AlertQuery asked;
  private final MatchQuery query;
  private final NamedMatches named;
  private final AlertWriter alerts;
  private final CalledVertices called;
  private final JobControl control;
  private final MessageDigest digest = Checksums.sha256();

  /**
   * Tells of a version.
   *
   * @param called what its vertices are called
   */
  MatchTelling(AlertQuery asked, AlertWriter alerts, CalledVertices called, JobControl control) {
    this.asked = asked;
    this.query = query(asked);
    this.named = NamedMatches.of(query);
    this.alerts = alerts;
    this.called = called;
    this.control = control;
  }

  /** Tells of what changed between two versions of one evolving graph with the same names. */
  MatchTotals changes(VersionRows older, VersionRows newer) {
    return find(
        newer.graph().since(older.graph()),
        match -> tell(match, match.vertices(), called, Optional.of(cause(match, called))));
  }

  /**
   * Tells of what changed to a version that gives ids other names: a vertex is the one that is
   * called the same.
   *
   * @param graph the newer version as a whole; stays the caller's
   * @param before the names of the older one
   * @param most changed edges that it is done for
   * @param memory the account of the process
   * @return empty, with nothing told, for more, and where the job names vertices by ids that are
   *     others now
   */
  Optional<MatchTotals> changes(
      VersionRows older,
      VersionRows newer,
      PreparedGraph graph,
      GraphNames before,
      int most,
      HostMemory memory) {
    var difference = new NamedDifference(before, called.names().orElseThrow(), memory);
    if (!asked.allMatch(difference::isKept)) {
      return Optional.empty();
    }
    Optional<EdgeBatch> back = difference.back(older.graph(), newer.graph(), most, control);
    return back.map(batch -> changes(graph, batch, difference, before));
  }

  /** Goes back to the version before, by names, and forward again. */
  private MatchTotals changes(
      PreparedGraph graph, EdgeBatch back, NamedDifference difference, GraphNames before) {
    EdgeBatch forward = EdgeBatch.withRoom(Math.max(1, back.size()));
    for (int i = 0; i < back.size(); i++) {
      if (back.inserts(i)) {
        forward.delete(back.from(i), back.to(i));
      } else {
        forward.insert(back.from(i), back.to(i));
      }
    }
    var wasCalled = new CalledVertices(Optional.of(before));
    try (var evolving = EvolvingGraph.of(graph, () -> {}, neverMerged(), Optional.empty());
        GraphVersion older = evolving.apply(back).version();
        GraphVersion newer = evolving.apply(forward).version()) {
      return find(
          newer.since(older),
          match -> {
            CalledVertices names = match.appeared() ? called : wasCalled;
            long[] ids = match.appeared() ? match.vertices() : idsBefore(match, difference);
            AlertCause cause =
                match.causeInserted()
                    ? cause(match, called)
                    : wasCalled.cause(
                        difference.inBefore(match.causeFrom()),
                        difference.inBefore(match.causeTo()),
                        false);
            tell(match, ids, names, Optional.of(cause));
          });
    }
  }

  /** The rows beside the whole graph are gone with the run. */
  private static ChangePolicy neverMerged() {
    return new ChangePolicy(16, Long.MAX_VALUE, 1 << 28, 1);
  }

  private long[] idsBefore(MatchChange match, NamedDifference difference) {
    long[] ids = Arrays.stream(match.vertices()).map(difference::inBefore).toArray();
    if (query.pattern().isEmpty()) {
      // Those of a clique ascend; there are no names beyond 2^31.
      Arrays.sort(ids);
    }
    return ids;
  }

  /**
   * Tells of everything that is there: what appears when a graph without edges becomes this one.
   *
   * @param most edges that it is done for
   * @throws WorkerException GRAPH_TOO_LARGE for more
   */
  MatchTotals everything(Graph graph, int most) {
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
      return find(
          whole.since(empty), match -> tell(match, match.vertices(), called, Optional.empty()));
    }
  }

  private MatchTotals find(VersionChange change, MatchSink sink) {
    return MatchChanges.find(
        asked.labels().map(change::withLabels).orElse(change), query, sink, control);
  }

  private void tell(
      MatchChange match, long[] ids, CalledVertices names, Optional<AlertCause> cause) {
    String name = names.isCalled() ? named.id(ids, names::name) : match.matchId();
    alerts.match(match.appeared(), hash(name), ids, names, cause);
  }

  /** A name of any length as one of 128 bits, which no two matches of one graph share. */
  private String hash(String name) {
    byte[] hash = digest.digest(name.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, ID_BYTES);
  }

  private static AlertCause cause(MatchChange match, CalledVertices names) {
    return names.cause(match.causeFrom(), match.causeTo(), match.causeInserted());
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
