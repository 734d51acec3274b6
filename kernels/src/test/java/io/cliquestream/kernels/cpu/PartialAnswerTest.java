package io.cliquestream.kernels.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.maxclique.RandomGraphs;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a stop leaves, kind by kind: never more than the whole answer, on a graph where that is
 * known, and something on graphs where the whole would take years.
 */
final class PartialAnswerTest {
  private static final CpuEngine ENGINE = new CpuEngine(2);
  private static final PreparedGraph.Owned SMALL =
      PreparedGraph.of(RandomGraphs.uniform(new Random(3), 90, 0.5));
  private static final PreparedGraph.Owned HOPELESS =
      PreparedGraph.of(RandomGraphs.uniform(new Random(4), 600, 0.9));

  @AfterAll
  static void close() {
    ENGINE.close();
    SMALL.close();
    HOPELESS.close();
  }

  /** Stops a job of its own accord when it asks for the n-th time, wherever that is. */
  private static Optional<Answer> stopped(
      PreparedGraph graph, Job job, double fraction, ListingSink sink) throws Exception {
    JobControl control = JobControl.unbounded();
    try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
      Callable<Optional<Answer>> run =
          () -> {
            try {
              return Optional.of(ENGINE.run(graph, job, control, sink).answer());
            } catch (StoppedException e) {
              return e.partial();
            }
          };
      Future<Optional<Answer>> answer = caller.submit(run);
      while (!answer.isDone()
          && (control.progress().phase() != io.cliquestream.kernels.control.Phase.COMPUTING
              || control.progress().fraction() < fraction)) {
        LockSupport.parkNanos(10_000);
      }
      control.cancel("by the test");
      return answer.get();
    }
  }

  private static Optional<Answer> stopped(Job job, double fraction) throws Exception {
    return stopped(SMALL, job, fraction, ListingSink.NONE);
  }

  private static void requireBounds(
      SortedMap<Integer, BigInteger> found, SortedMap<Integer, BigInteger> whole, int exactTo) {
    found.forEach(
        (size, count) -> {
          BigInteger all = whole.getOrDefault(size, BigInteger.ZERO);
          if (size <= exactTo) {
            assertThat(count).as("size %d", size).isEqualTo(all);
          } else {
            assertThat(count).as("size %d", size).isBetween(BigInteger.ONE, all);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(KCliqueMethod.class)
  void countsOfCliquesAreNeverTooLarge(KCliqueMethod method) throws Exception {
    for (int largest : new int[] {9, KCliqueCount.ALL}) {
      var job = new KCliqueCount(1, largest, false, Optional.of(method), Optional.empty());
      var whole = ((Answer.KCliques) ENGINE.run(SMALL, job).answer()).counts();
      for (double fraction = 0; fraction < 0.9; fraction += 0.15) {
        var partial = (Answer.KCliques) stopped(job, fraction).orElseThrow();
        requireBounds(partial.counts(), whole, partial.exactTo());
        assertThat(partial.counts()).containsKeys(1, 2);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(KCliqueMethod.class)
  void totalsOfLocalCountsAreNeverTooLarge(KCliqueMethod method) throws Exception {
    for (boolean edges : new boolean[] {false, true}) {
      var job =
          new KCliqueCount(
              6,
              6,
              !edges,
              edges,
              Optional.of(method),
              Optional.empty(),
              io.cliquestream.kernels.job.KCliqueTuning.none());
      var whole = ((Answer.KCliques) ENGINE.run(SMALL, job).answer()).counts();
      for (double fraction = 0; fraction < 0.9; fraction += 0.2) {
        var found = stopped(job, fraction);
        if (found.isPresent()) {
          BigInteger count = ((Answer.KCliques) found.get()).counts().get(6);
          assertThat(count).isBetween(BigInteger.ZERO, whole.get(6));
        }
      }
    }
  }

  @Test
  void otherCountsAreNeverTooLarge() throws Exception {
    Pattern pattern = Pattern.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0);
    var triangles = (Answer.Triangles) ENGINE.run(SMALL, TriangleCount.total()).answer();
    var maximal = (Answer.Maximal) ENGINE.run(SMALL, MaximalCliques.count()).answer();
    var match = PatternMatch.count(pattern, Induced.VERTEX);
    var matches = (Answer.Matches) ENGINE.run(SMALL, match).answer();
    for (double fraction = 0; fraction < 0.9; fraction += 0.1) {
      var some = stopped(TriangleCount.total(), fraction);
      if (some.isPresent()) {
        assertThat(((Answer.Triangles) some.get()).triangles())
            .isBetween(BigInteger.ZERO, triangles.triangles());
      }
      var larger = stopped(MaximalCliques.count(), fraction);
      if (larger.isPresent()) {
        requireBounds(((Answer.Maximal) larger.get()).bySize(), maximal.bySize(), 0);
      }
      var met = stopped(match, fraction);
      if (met.isPresent()) {
        assertThat(((Answer.Matches) met.get()).matches())
            .isBetween(BigInteger.ZERO, matches.matches());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = MotifMethod.class,
      names = {"FORMULAS", "PLANS"})
  void motifsThatWereCountedAreExact(MotifMethod method) throws Exception {
    var job = new MotifCensus(5, Optional.of(method));
    Map<String, BigInteger> whole = ((Answer.Motifs) ENGINE.run(SMALL, job).answer()).counts();
    for (double fraction = 0.05; fraction < 0.95; fraction += 0.1) {
      var found = stopped(job, fraction);
      if (found.isPresent()) {
        assertThat(whole).containsAllEntriesOf(((Answer.Motifs) found.get()).counts());
      }
    }
  }

  @Test
  void listingsKeepWhatWasListed() throws Exception {
    Pattern pattern = Pattern.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0);
    for (Job job :
        List.of(
            new CliqueListing(8, Long.MAX_VALUE),
            new PatternMatch(pattern, Induced.EDGE, true, Long.MAX_VALUE))) {
      List<int[]> listed = new ArrayList<>();
      Answer partial = stopped(HOPELESS, job, 0, listed::add).orElseThrow();
      switch (partial) {
        case Answer.Listed some -> {
          assertThat(some.listed()).isEqualTo(listed.size());
          assertThat(some.complete()).isFalse();
        }
        case Answer.Matches some -> {
          assertThat(some.matches()).isEqualTo(BigInteger.valueOf(listed.size()));
          assertThat(some.complete()).isFalse();
        }
        default -> throw new AssertionError(partial);
      }
    }
  }

  /** Every size is hopeless, triangles are not: they and their like are there all the same. */
  @Test
  void smallSizesOfAHopelessRangeAreExact() {
    assertThatThrownBy(() -> ENGINE.run(HOPELESS, KCliqueCount.all()))
        .isInstanceOfSatisfying(
            StoppedException.class,
            stop -> {
              assertThat(stop.code()).isEqualTo(FailureCode.HOPELESS);
              var partial = (Answer.KCliques) stop.partial().orElseThrow();
              assertThat(partial.exactTo()).isGreaterThanOrEqualTo(3);
              assertThat(partial.counts()).containsKeys(1, 2, 3);
              partial
                  .counts()
                  .forEach(
                      (size, count) -> {
                        var alone = ENGINE.run(HOPELESS, KCliqueCount.of(size)).answer();
                        assertThat(((Answer.KCliques) alone).counts().get(size)).isEqualTo(count);
                      });
            });
  }

  @Test
  void maximumCliquesKeepTheirBounds() throws Exception {
    var partial =
        (Answer.Maximum) stopped(HOPELESS, MaximumClique.one(), 0, ListingSink.NONE).orElseThrow();
    assertThat(partial.cliqueNumber()).isPositive().isLessThanOrEqualTo(partial.upperBound());
  }
}
