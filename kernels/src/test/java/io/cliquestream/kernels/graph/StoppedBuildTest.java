package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds that are stopped at one of their questions whether to go on, whichever it is. */
final class StoppedBuildTest {
  private static final int VERTICES = 40_000;

  /** Stops at the question of a number, and keeps count. */
  private static final class StopAt implements StopCheck {
    private final int number;
    private final AtomicInteger asked = new AtomicInteger();

    StopAt(int number) {
      this.number = number;
    }

    @Override
    public void checkStopped() {
      if (asked.incrementAndGet() >= number) {
        throw new StoppedException(FailureCode.CANCELLED, "stopped at question " + number);
      }
    }
  }

  /** Hubs, many short rows, duplicates; ids near together or 64 bits wide. */
  private static EdgeArray edges(boolean sparseIds) {
    EdgeArray edges = EdgeArray.wide();
    long factor = sparseIds ? 0x9E37_79B9_7F4A_7C15L : 1;
    for (long v = 1; v < VERTICES; v++) {
      edges.add(v * factor, (v / 2) * factor);
      edges.add((v / 3) * factor, v * factor);
      edges.add((v % 5) * factor, v * factor);
    }
    return edges;
  }

  private static void stopEverywhere(int threads, Consumer<Parallelism> build) {
    StopAt never = new StopAt(Integer.MAX_VALUE);
    build.accept(new Parallelism(threads, never));
    int questions = never.asked.get();
    assertThat(questions).isGreaterThan(10);
    for (int number = 1; number <= questions; number += 1 + questions / 40) {
      StopAt stop = new StopAt(number);
      assertThatThrownBy(() -> build.accept(new Parallelism(threads, stop)))
          .as("question %d of %d", number, questions)
          .isInstanceOfSatisfying(
              StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
    }
    build.accept(new Parallelism(threads));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void graphBuildsEndAtAnyQuestion(boolean sparseIds) {
    try (EdgeArray edges = edges(sparseIds)) {
      stopEverywhere(1, parallelism -> GraphBuilder.build(edges, parallelism).close());
      stopEverywhere(3, parallelism -> GraphBuilder.build(edges, parallelism).close());
    }
  }

  @Test
  void deltasEndAtAnyQuestion() {
    try (EdgeArray edges = edges(false);
        EdgeArray inserted = EdgeArray.wide();
        EdgeArray deleted = EdgeArray.wide();
        Graph base = GraphBuilder.build(edges)) {
      for (long v = 1; v < VERTICES; v += 3) {
        inserted.add(v, v + VERTICES);
        deleted.add(v, v / 2);
      }
      stopEverywhere(
          1,
          parallelism ->
              GraphBuilder.applyDelta(base, inserted, deleted, parallelism).graph().close());
    }
  }

  @ParameterizedTest
  @EnumSource(Ordering.class)
  void orientationsEndAtAnyQuestion(Ordering ordering) {
    try (EdgeArray edges = edges(false);
        Graph graph = GraphBuilder.build(edges)) {
      stopEverywhere(2, parallelism -> Orientation.orient(graph, ordering, parallelism).close());
    }
  }

  @Test
  void waiterThatIsCancelledLeavesAndTheOthersGetTheResult() throws Exception {
    CountDownLatch mayEnd = new CountDownLatch(1);
    SharedBuild<String> build = SharedBuild.start("test", self -> built(self, mayEnd));
    JobControl cancelled = JobControl.unbounded();
    assertThat(build.join()).isTrue();
    var leaving = CompletableFuture.supplyAsync(() -> build.await(cancelled));
    cancelled.cancel("changed my mind");
    assertThatThrownBy(leaving::get).hasCauseInstanceOf(StoppedException.class);
    mayEnd.countDown();
    assertThat(build.await(JobControl.unbounded())).isEqualTo("built for 1");
    assertThat(build.join()).as("a closed build").isFalse();
  }

  @Test
  void buildThatNobodyWaitsForEnds() {
    SharedBuild<String> build =
        SharedBuild.start(
            "test",
            self -> {
              while (true) {
                self.checkStopped();
                Thread.onSpinWait();
              }
            });
    JobControl control = JobControl.unbounded();
    control.cancel("before it starts");
    assertThatThrownBy(() -> build.await(control))
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("before it starts");
    build.awaitEnd();
    assertThat(build.join()).as("an abandoned build").isFalse();
  }

  private static String built(SharedBuild<String> self, CountDownLatch mayEnd) {
    try {
      mayEnd.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return "built for " + self.close();
  }

  @Test
  void preparedGraphBuildsAgainAfterAStoppedCaller() {
    try (EdgeArray edges = edges(false);
        PreparedGraph.Owned prepared = PreparedGraph.of(GraphBuilder.build(edges))) {
      for (int round = 0; round < 20; round++) {
        JobControl control = JobControl.unbounded();
        control.cancel("round " + round);
        try {
          prepared.oriented(Ordering.DEGENERACY, control);
        } catch (StoppedException e) {
          assertThat(e).hasMessageContaining("round " + round);
        }
        if (round % 5 == 0) {
          prepared.releaseOrientations();
        }
      }
      assertThat(prepared.oriented(Ordering.DEGENERACY).edgeCount())
          .isEqualTo(prepared.graph().edgeCount());
    }
  }
}
