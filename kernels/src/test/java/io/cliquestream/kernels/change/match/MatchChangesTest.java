package io.cliquestream.kernels.change.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.ChangeStream;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The matches that a stream of changes tells of add up to those that the last graph has. */
final class MatchChangesTest {
  private static final ChangePolicy SMALL = new ChangePolicy(0.7, 16, 1 << 12, 1);
  private static final long STREAMS = Long.getLong("cliquestream.streams", 24);

  private static int label(long id) {
    return (int) Math.floorMod(id, 3L);
  }

  /** Names of all matches of a graph, found by the engine's listing. */
  private static Set<String> all(CpuEngine engine, Graph graph, MatchQuery query) {
    int[] labels = new int[graph.vertexCount()];
    for (int v = 0; v < labels.length; v++) {
      labels[v] = label(graph.originalId(v));
    }
    TreeSet<String> names = new TreeSet<>();
    Job job =
        query.pattern().isPresent()
            ? new PatternMatch(query.pattern().get(), query.induced(), true, Long.MAX_VALUE)
            : new MaximalCliques(query.leastSize(), true, Long.MAX_VALUE);
    try (PreparedGraph.Owned prepared = PreparedGraph.of(graph, VertexLabels.of(labels))) {
      engine.run(
          prepared,
          job,
          JobControl.unbounded(),
          vertices -> {
            long[] ids = new long[vertices.length];
            boolean labelled = query.label().isEmpty();
            boolean touching = query.touching().isEmpty();
            List<Long> missing = new ArrayList<>(query.containing());
            for (int i = 0; i < ids.length; i++) {
              ids[i] = graph.originalId(vertices[i]);
              labelled |= query.label().equals(Optional.of(label(ids[i])));
              touching |= query.touching().contains(ids[i]);
              missing.remove((Long) ids[i]);
            }
            if (labelled && touching && missing.isEmpty()) {
              MatchNames patternNames = query.pattern().map(MatchNames::new).orElse(null);
              names.add(
                  patternNames == null
                      ? MatchNames.cliqueId(MatchNames.ascending(ids))
                      : patternNames.id(patternNames.canonical(ids)));
            }
          });
    }
    return names;
  }

  private static void replay(MatchQuery query, long streams, int largest) {
    try (CpuEngine engine = new CpuEngine(1)) {
      for (long seed = 0; seed < streams; seed++) {
        ChangeStream stream = ChangeStream.of(seed, 4 + (int) (seed % (largest - 3)));
        String what = query + ", " + stream;
        TreeSet<String> known = new TreeSet<>();
        try (EdgeArray none = EdgeArray.of();
            EvolvingGraph graph = evolving(GraphBuilder.build(none))) {
          GraphVersion before = graph.latest();
          for (int round = 0; round < 10; round++) {
            EdgeBatch batch = round == 0 ? all(stream) : stream.next();
            GraphVersion version = graph.apply(batch).version();
            if (round % 4 == 3) {
              version.close();
              version = graph.apply(stream.next()).version();
            }
            List<MatchChange> vanished = new ArrayList<>();
            List<MatchChange> appeared = new ArrayList<>();
            MatchTotals totals =
                MatchChanges.find(
                    version.since(before),
                    query,
                    match -> (match.appeared() ? appeared : vanished).add(match),
                    StopCheck.NEVER);
            assertThat(totals.appeared()).as(what).isEqualTo(appeared.size());
            assertThat(totals.vanished()).as(what).isEqualTo(vanished.size());
            for (MatchChange match : vanished) {
              assertThat(known.remove(match.matchId()))
                  .as("%s: %s", what, match.matchId())
                  .isTrue();
              checkCause(match, before, version, what);
              checkFirst(query, match, before, version, what);
            }
            for (MatchChange match : appeared) {
              assertThat(known.add(match.matchId())).as("%s: %s", what, match.matchId()).isTrue();
              checkCause(match, before, version, what);
              checkFirst(query, match, before, version, what);
            }
            MatchTotals few =
                MatchChanges.find(
                    version.since(before), query.withLimit(2), MatchSink.NONE, StopCheck.NEVER);
            assertThat(few.appeared()).as(what).isEqualTo(appeared.size());
            assertThat(few.vanished()).as(what).isEqualTo(vanished.size());
            assertThat(few.listed())
                .as(what)
                .isEqualTo(Math.min(2, appeared.size()) + Math.min(2, vanished.size()));
            assertThat(known)
                .as("%s, round %d", what, round)
                .isEqualTo(all(engine, stream.rebuilt(), query));
            before.close();
            before = version;
          }
          before.close();
        }
      }
    }
  }

  private static void checkCause(
      MatchChange match, GraphVersion before, GraphVersion after, String what) {
    assertThat(before.hasEdge(match.causeFrom(), match.causeTo()))
        .as(what)
        .isEqualTo(!match.causeInserted());
    assertThat(after.hasEdge(match.causeFrom(), match.causeTo()))
        .as(what)
        .isEqualTo(match.causeInserted());
  }

  /** No changed edge among the match's own is before the one that is told. */
  private static void checkFirst(
      MatchQuery query, MatchChange match, GraphVersion before, GraphVersion after, String what) {
    boolean own = match.causeInserted() == match.appeared();
    boolean any = query.pattern().isPresent() && query.induced() == Induced.VERTEX;
    if (query.pattern().isEmpty() && !own) {
      return;
    }
    assertThat(Long.compareUnsigned(match.causeFrom(), match.causeTo())).as(what).isNegative();
    long[] ids = match.vertices();
    for (int i = 0; i < ids.length; i++) {
      for (int j = 0; j < i; j++) {
        long low = Math.min(ids[i], ids[j]);
        long high = Math.max(ids[i], ids[j]);
        boolean came = !before.hasEdge(low, high) && after.hasEdge(low, high);
        boolean went = before.hasEdge(low, high) && !after.hasEdge(low, high);
        boolean isEdge = query.pattern().isEmpty() || any || query.pattern().get().hasEdge(i, j);
        if (isEdge && (any ? came || went : match.appeared() ? came : went)) {
          assertThat(
                  match.causeFrom() < low || (match.causeFrom() == low && match.causeTo() <= high))
              .as("%s: %d %d is before the cause of %s", what, low, high, match)
              .isTrue();
        }
      }
    }
  }

  /** Two graphs that gave out their slots in another order told of another edge. */
  @Test
  void theCauseOfAMatchDependedOnWhichIdsHadComeFirst() {
    for (boolean late : new boolean[] {false, true}) {
      try (EdgeArray first = late ? EdgeArray.of(7, 9) : EdgeArray.of(1, 2);
          EvolvingGraph graph = evolving(GraphBuilder.build(first));
          GraphVersion before = graph.latest()) {
        EdgeBatch batch = EdgeBatch.withRoom(8);
        batch.insert(9, 7);
        batch.insert(9, 1);
        batch.insert(7, 1);
        batch.insert(2, 1);
        try (GraphVersion after = graph.apply(batch).version()) {
          List<MatchChange> found = new ArrayList<>();
          MatchChanges.find(
              after.since(before),
              MatchQuery.pattern(Pattern.complete(3), Induced.EDGE),
              found::add,
              StopCheck.NEVER);
          assertThat(found).hasSize(1);
          assertThat(found.getFirst().causeFrom()).isEqualTo(1);
          assertThat(found.getFirst().causeTo()).isEqualTo(7);
        }
      }
    }
  }

  private static EvolvingGraph evolving(Graph graph) {
    PreparedGraph.Owned base = PreparedGraph.of(graph);
    return EvolvingGraph.of(base, base::close, SMALL, Optional.of(MatchChangesTest::label));
  }

  private static EdgeBatch all(ChangeStream stream) {
    EdgeBatch batch = EdgeBatch.withRoom(1 << 12);
    for (long[] edge : stream.edges()) {
      batch.insert(edge[0], edge[1]);
    }
    return batch;
  }

  @Test
  void edgeInducedMatches() {
    for (String pattern :
        List.of(
            "0-1",
            "0-1,1-2",
            "0-1,1-2,2-0",
            "0-1,0-2,1-2,0-3,1-3",
            "0-1,1-2,2-3,3-0",
            "0-1,1-2,2-3,3-4,4-0,0-2",
            "0-1,1-2,2-0;0,1,*")) {
      replay(MatchQuery.pattern(Pattern.parse(pattern), Induced.EDGE), STREAMS, 12);
    }
  }

  @Test
  void vertexInducedMatches() {
    for (String pattern :
        List.of(
            "0-1",
            "0-1,1-2",
            "0-1,1-2,2-0",
            "0-1,0-2,1-2,0-3,1-3",
            "0-1,1-2,2-3,3-0",
            "0-1,1-2;1,*,1")) {
      replay(MatchQuery.pattern(Pattern.parse(pattern), Induced.VERTEX), STREAMS, 12);
    }
  }

  @Test
  void maximalCliques() {
    for (int least = 2; least <= 5; least++) {
      replay(MatchQuery.maximalCliques(least), 3 * STREAMS, 20);
    }
  }

  @Test
  void matchesThatHoldOrTouchVertices() {
    MatchQuery triangles = MatchQuery.pattern(Pattern.complete(3), Induced.EDGE);
    for (MatchQuery query : List.of(triangles, MatchQuery.maximalCliques(3))) {
      replay(query.containing(List.of(1L)), STREAMS, 16);
      replay(query.containing(List.of(2L, 0L)), STREAMS, 16);
      replay(query.touching(Set.of(0L, 3L)), STREAMS, 16);
      replay(query.touching(Set.of(9_999L)), STREAMS / 8, 16);
      replay(query.withLabel(2), STREAMS, 16);
    }
  }

  @Test
  void aNameIsTheSameHoweverTheMatchIsFound() {
    MatchNames path = new MatchNames(Pattern.parse("0-1,1-2"));
    assertThat(path.id(path.canonical(new long[] {9, 5, -1})))
        .isEqualTo("3:6/9.5.18446744073709551615");
    assertThat(path.id(path.canonical(new long[] {-1, 5, 9})))
        .isEqualTo("3:6/9.5.18446744073709551615");
    assertThat(MatchNames.cliqueId(MatchNames.ascending(new long[] {7, -2, 1})))
        .isEqualTo("clique/1.7.18446744073709551614");
  }

  @Test
  void aNameByNamesIsTheSameWhateverIdsTheVerticesHave() {
    var path = NamedMatches.of(MatchQuery.pattern(Pattern.parse("0-1,1-2"), Induced.EDGE));
    assertThat(path.id(new long[] {0, 1, 2}, id -> List.of("z", "mid.", "ann").get((int) id)))
        .isEqualTo("3:6//3.ann4.mid.1.z");
    assertThat(path.id(new long[] {9, 5, 7}, id -> id == 9 ? "ann" : id == 5 ? "mid." : "z"))
        .isEqualTo("3:6//3.ann4.mid.1.z");
    assertThat(path.id(new long[] {5, 9, 7}, id -> id == 9 ? "ann" : id == 5 ? "mid." : "z"))
        .isEqualTo("3:6//4.mid.3.ann1.z");
    var cliques = NamedMatches.of(MatchQuery.maximalCliques(2));
    assertThat(cliques.id(new long[] {1, 2}, id -> id == 1 ? "b" : "a"))
        .isEqualTo(cliques.id(new long[] {1, 2}, id -> id == 1 ? "a" : "b"))
        .isEqualTo("clique//1.a1.b");
  }

  @Test
  void labelsOfAGraphWithoutAnyAreRefused() {
    try (EdgeArray pair = EdgeArray.of(1, 2);
        EvolvingGraph graph = EvolvingGraph.of(GraphBuilder.build(pair));
        GraphVersion version = graph.latest()) {
      assertThatThrownBy(
              () ->
                  MatchChanges.find(
                      version.since(version),
                      MatchQuery.maximalCliques(2).withLabel(1),
                      MatchSink.NONE,
                      StopCheck.NEVER))
          .isInstanceOf(ComputeException.class)
          .hasMessageContaining("labels");
    }
  }
}
