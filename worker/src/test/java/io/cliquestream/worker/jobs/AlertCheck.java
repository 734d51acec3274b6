package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertKind;
import io.cliquestream.worker.jobs.EvolvingReference.Edge;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;

/**
 * Holds a job's alerts against what a reference says of each version: every match that appeared or
 * vanished is told of once, in its version, by an edge that changed, and under one id for ever.
 *
 * @param there every match of a version, as something equal for equal matches
 * @param match what an alert's match is, in the same form
 * @param vertices of a match
 */
record AlertCheck<M>(
    EvolvingReference reference,
    LongFunction<Set<M>> there,
    java.util.function.Function<Alert, M> match,
    java.util.function.Function<M, Set<Long>> vertices) {

  static AlertCheck<Set<Edge>> ofPattern(
      EvolvingReference reference, Pattern pattern, Induced induced) {
    return new AlertCheck<>(
        reference,
        version -> reference.matches(version, pattern, induced),
        alert -> EvolvingReference.edges(pattern, alert.getVerticesList()),
        edges -> {
          var ends = new TreeSet<Long>();
          edges.forEach(
              edge -> {
                ends.add(edge.from());
                ends.add(edge.to());
              });
          return ends;
        });
  }

  static AlertCheck<Set<List<Long>>> ofLabelledPattern(
      EvolvingReference reference, Pattern pattern, Induced induced, LongToIntFunction labels) {
    return new AlertCheck<>(
        reference,
        version -> reference.labelled(version, pattern, induced, labels),
        alert -> EvolvingReference.symmetric(pattern, alert.getVerticesList()),
        ways -> new TreeSet<>(ways.iterator().next()));
  }

  static AlertCheck<Set<Long>> ofCliques(EvolvingReference reference, int minimumSize) {
    return new AlertCheck<>(
        reference,
        version -> reference.maximalCliques(version, minimumSize),
        alert -> new TreeSet<>(alert.getVerticesList()),
        vertices -> vertices);
  }

  /**
   * Checks all alerts of a job that told of every version in turn.
   *
   * @param wanted which matches it tells of, by their vertices
   * @param fromTheStart whether its first run told of all
   */
  void require(List<Alert> alerts, Predicate<Set<Long>> wanted, boolean fromTheStart, String seed) {
    Map<M, String> ids = new HashMap<>();
    Set<M> now = new HashSet<>();
    long first = reference.versions.firstKey();
    if (!fromTheStart) {
      now.addAll(of(first, wanted));
    }
    long sequence = 0;
    long version = first;
    for (Alert alert : alerts) {
      assertThat(alert.getSequence()).as(seed).isEqualTo(++sequence);
      while (version < alert.getGraphVersion()) {
        assertThat(now).as("version %d, %s", version, seed).isEqualTo(of(version, wanted));
        version++;
      }
      assertThat(alert.getGraphVersion()).as(seed).isEqualTo(version);
      M found = match.apply(alert);
      String id = ids.putIfAbsent(found, alert.getMatchId());
      assertThat(alert.getMatchId())
          .as(seed)
          .hasSize(32)
          .isEqualTo(id == null ? alert.getMatchId() : id);
      boolean appeared = alert.getKind() == AlertKind.ALERT_KIND_APPEARED;
      assertThat(appeared ? now.add(found) : now.remove(found)).as("%s, %s", alert, seed).isTrue();
      if (version > first) {
        requireCause(alert, seed);
      } else {
        assertThat(alert.hasCause()).isFalse();
      }
    }
    for (; version <= reference.versions.lastKey(); version++) {
      assertThat(now).as("version %d, %s", version, seed).isEqualTo(of(version, wanted));
    }
    assertThat(new HashSet<>(ids.values())).as(seed).hasSameSizeAs(ids.keySet());
  }

  private void requireCause(Alert alert, String seed) {
    var edge = Edge.of(alert.getCause().getFrom(), alert.getCause().getTo());
    boolean before = reference.versions.get(alert.getBaseVersion()).contains(edge);
    boolean after = reference.versions.get(alert.getGraphVersion()).contains(edge);
    assertThat(before).as("%s, %s", alert, seed).isEqualTo(!alert.getCause().getInserted());
    assertThat(after).as("%s, %s", alert, seed).isEqualTo(alert.getCause().getInserted());
  }

  private Set<M> of(long version, Predicate<Set<Long>> wanted) {
    var matches = new HashSet<M>();
    for (M found : there.apply(version)) {
      if (wanted.test(vertices.apply(found))) {
        matches.add(found);
      }
    }
    return matches;
  }
}
