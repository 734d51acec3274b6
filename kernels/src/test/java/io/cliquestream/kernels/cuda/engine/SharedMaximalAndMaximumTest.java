package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.cuda.maxclique.CudaMaximumClique;
import io.cliquestream.kernels.cuda.maximalclique.CudaMaximalCliques;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Maximal cliques and maximum cliques by several devices, against one device and the CPU engine.
 */
@Tag("gpu")
final class SharedMaximalAndMaximumTest {
  private static EmulatedDevices gpus;
  private static CpuEngine cpu;

  @BeforeAll
  static void open() {
    gpus = EmulatedDevices.open();
    cpu = new CpuEngine(2);
  }

  @AfterAll
  static void close() {
    if (gpus != null) {
      gpus.close();
      cpu.close();
    }
  }

  private static Supplier<CudaMaximalCliques> maximal(Graph graph, int minimumSize) {
    return () ->
        new CudaMaximalCliques(
            gpus.library(),
            gpus.budget(),
            graph,
            new MaximalCliques(minimumSize, false, 1),
            ListingSink.NONE);
  }

  private static Supplier<CudaMaximumClique> maximum(Graph graph) {
    MaximumClique job =
        new MaximumClique(
            false,
            1,
            Optional.empty(),
            Optional.of(CliqueSearch.DEPTH_FIRST),
            BreadthFirst.DEFAULT);
    return () -> new CudaMaximumClique(gpus.library(), gpus.budget(), graph, job);
  }

  /** Every pair is an edge with a probability of so many percent. */
  private static Graph random(int vertices, int percent, long seed) {
    Random random = new Random(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int u = 0; u < vertices; u++) {
        for (int v = u + 1; v < vertices; v++) {
          if (random.nextInt(100) < percent) {
            edges.add(u, v);
          }
        }
      }
      return GraphBuilder.build(edges);
    }
  }

  @Test
  void theMaximalCliquesOfPiecesAreThoseOfTheCpu() throws Exception {
    for (int seed = 0; seed < 240; seed++) {
      RandomGraph random = RandomGraph.of(seed, 80);
      int devices = 1 + seed % EmulatedDevices.MOST;
      int minimumSize = 1 + seed % 4;
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
        Graph graph = prepared.graph();
        var jobs = maximal(graph, minimumSize);
        Answer expected = cpu.run(prepared, new MaximalCliques(minimumSize, false, 1)).answer();
        assertThat(gpus.alone(graph, jobs.get())).as("%s", random).isEqualTo(expected);
        for (boolean turns : List.of(true, false)) {
          PieceQueue queue = PieceQueue.joined(devices, turns, "pieces");
          var parts = turns ? gpus.inTurn(graph, jobs, queue) : gpus.atOnce(graph, jobs, queue);
          assertThat(CudaMaximalCliques.answer(EmulatedDevices.sums(parts)))
              .as("%s by %d devices, in turn: %s", random, devices, turns)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void anEnumerationThatTakesLongBeginsAgainInPieces() throws Exception {
    for (long seed = 0; seed < 3; seed++) {
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random(190, 80, seed))) {
        Graph graph = prepared.graph();
        var jobs = maximal(graph, 1);
        Answer.Maximal expected = gpus.alone(graph, jobs.get());
        PieceQueue queue = PieceQueue.of(3, false, 1);
        var parts = gpus.atOnce(graph, jobs, queue);
        assertThat(queue.isShared()).isTrue();
        assertThat(CudaMaximalCliques.answer(EmulatedDevices.sums(parts))).isEqualTo(expected);
      }
    }
  }

  @Test
  void theLargestCliqueOfAllPartsIsAMaximumOne() throws Exception {
    for (int seed = 0; seed < 400; seed++) {
      RandomGraph random = RandomGraph.of(seed, 80);
      int devices = 1 + seed % EmulatedDevices.MOST;
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
        Graph graph = prepared.graph();
        if (graph.edgeCount() == 0) {
          continue;
        }
        var expected = (Answer.Maximum) cpu.run(prepared, MaximumClique.one()).answer();
        for (boolean turns : List.of(true, false)) {
          PieceQueue queue = PieceQueue.joined(devices, turns, "parts");
          var parts =
              turns
                  ? gpus.inTurn(graph, maximum(graph), queue)
                  : gpus.atOnce(graph, maximum(graph), queue);
          requireOne(random.toString(), graph, expected.cliqueNumber(), parts);
        }
      }
    }
  }

  @Test
  void aSearchThatTakesLongGoesOnInPartsUnderOneBound() throws Exception {
    int shared = 0;
    // Which of them outlasts its first slice is the device's business.
    for (int density = 80; density <= 88 && shared == 0; density += 4) {
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random(240, density, density))) {
        Graph graph = prepared.graph();
        Answer.Maximum expected = gpus.alone(graph, maximum(graph).get());
        PieceQueue queue = PieceQueue.of(3, false, 1);
        var parts = gpus.atOnce(graph, maximum(graph), queue);
        shared += queue.isShared() ? 1 : 0;
        requireOne("random graph " + density, graph, expected.cliqueNumber(), parts);
      }
    }
    assertThat(shared).isPositive();
  }

  private static Supplier<CudaMaximumClique> allOf(Graph graph, MaximumClique job) {
    return () -> new CudaMaximumClique(gpus.library(), gpus.budget(), graph, job);
  }

  /** The sum of all parts, as the devices' host makes it. */
  private static Answer.Maximum sumOfAll(MaximumClique job, List<PartialAnswer> parts) {
    List<int[]> listed = new ArrayList<>();
    parts.forEach(part -> listed.addAll(part.listed()));
    int size = parts.stream().mapToInt(PartialAnswer::cliqueNumber).max().orElseThrow();
    return CudaMaximumClique.answer(
        job, PartialAnswer.ofMaximum(size, EmulatedDevices.sums(parts), listed));
  }

  @Test
  void allMaximumCliquesOfPartsAreThoseOfTheCpuInTheSameOrder() throws Exception {
    for (int seed = 0; seed < 240; seed++) {
      RandomGraph random = RandomGraph.of(seed, 80);
      int devices = 1 + seed % EmulatedDevices.MOST;
      MaximumClique job = MaximumClique.all(1 + seed % 7);
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
        Graph graph = prepared.graph();
        if (graph.edgeCount() == 0) {
          continue;
        }
        var expected = (Answer.Maximum) cpu.run(prepared, job).answer();
        for (boolean turns : List.of(true, false)) {
          PieceQueue queue =
              PieceQueue.joined(devices, turns, Integer.toString(expected.cliqueNumber()));
          var jobs = allOf(graph, job);
          var parts = turns ? gpus.inTurn(graph, jobs, queue) : gpus.atOnce(graph, jobs, queue);
          assertThat(sumOfAll(job, parts))
              .as("%s by %d devices, in turn: %s", random, devices, turns)
              .usingRecursiveComparison()
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aCountOfAllThatTakesLongBeginsAgainInParts() throws Exception {
    MaximumClique job =
        new MaximumClique(
            true, 5, Optional.empty(), Optional.of(CliqueSearch.DEPTH_FIRST), BreadthFirst.DEFAULT);
    int shared = 0;
    // Which of them outlasts its first slice is the device's business.
    for (int density = 80; density <= 88 && shared == 0; density += 4) {
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random(240, density, density))) {
        Graph graph = prepared.graph();
        Answer.Maximum expected = gpus.alone(graph, allOf(graph, job).get());
        PieceQueue queue = PieceQueue.of(3, false, 1);
        var parts = gpus.atOnce(graph, allOf(graph, job), queue);
        shared += queue.isShared() ? 1 : 0;
        assertThat(sumOfAll(job, parts)).usingRecursiveComparison().isEqualTo(expected);
      }
    }
    assertThat(shared).isPositive();
  }

  private static void requireOne(
      String about, Graph graph, int cliqueNumber, List<PartialAnswer> parts) {
    PartialAnswer best =
        parts.stream().max(Comparator.comparingInt(PartialAnswer::cliqueNumber)).orElseThrow();
    Answer.Maximum found = CudaMaximumClique.answer(best.cliqueNumber(), best.listed());
    assertThat(found.cliqueNumber()).as(about).isEqualTo(cliqueNumber);
    assertThat(found.cliques()).as(about).hasSize(1);
    int[] clique = found.cliques().getFirst();
    assertThat(clique).as(about).hasSize(cliqueNumber).isSorted().doesNotHaveDuplicates();
    for (int u : clique) {
      for (int v : clique) {
        assertThat(u == v || graph.hasEdge(u, v)).as(about).isTrue();
      }
    }
  }
}
