package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.cuda.enumerate.CudaMotifCensus;
import io.cliquestream.kernels.cuda.enumerate.CudaPatternMatch;
import io.cliquestream.kernels.cuda.enumerate.DividedSums;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.reference.LabelledMatches;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Matches and motifs counted by several devices, against one device and the CPU engine. */
@Tag("gpu")
final class SharedPatternsAndMotifsTest {
  /** Plans that bind one, two and more positions, with bit matrices and without, and by wedges. */
  private static final List<String> SHAPES =
      List.of(
          "0-1",
          "0-1,0-2,0-3",
          "0-1,1-2,2-0",
          "0-1,1-2,2-3,3-0",
          "0-1,1-2,2-3,3-4,4-0",
          "0-1,1-2,2-3,3-4,4-0,0-2",
          "0-1,0-2,1-2,0-3,1-3",
          "0-1,1-2,2-3,3-4",
          "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4",
          "0-1,1-2,2-3,3-0,4-0,4-1,4-2,4-3",
          "0-1,1-2,2-3,3-4,4-5,5-0");

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

  private static Supplier<CudaPatternMatch> match(
      Graph graph, Optional<VertexLabels> labels, PatternMatch job) {
    return () ->
        new CudaPatternMatch(gpus.library(), gpus.budget(), graph, labels, job, ListingSink.NONE);
  }

  private static Supplier<CudaMotifCensus> census(Graph graph, MotifCensus job) {
    return () -> new CudaMotifCensus(gpus.library(), gpus.budget(), graph, job);
  }

  @Test
  void everyPatternOfSmallGraphsIsCountedAsByTheCpu() throws Exception {
    for (int seed = 0; seed < 240; seed++) {
      Pattern pattern = Pattern.parse(SHAPES.get(seed % SHAPES.size()));
      PatternMatch job =
          PatternMatch.count(pattern, seed % 20 < 10 ? Induced.EDGE : Induced.VERTEX);
      RandomGraph random = RandomGraph.of(seed, 50);
      int devices = 1 + seed % EmulatedDevices.MOST;
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
        Graph graph = prepared.graph();
        var jobs = match(graph, Optional.empty(), job);
        Answer expected = cpu.run(prepared, job).answer();
        assertThat(gpus.alone(graph, jobs.get())).as("%s of %s", job, random).isEqualTo(expected);
        var turns = gpus.inTurn(graph, jobs, PieceQueue.of(devices, true, 0));
        assertThat(DividedSums.matches(EmulatedDevices.sums(turns)))
            .as("%s of %s by %d devices in turn", job, random, devices)
            .isEqualTo(expected);
        var parts = gpus.atOnce(graph, jobs, PieceQueue.of(devices, false, 0));
        assertThat(DividedSums.matches(EmulatedDevices.sums(parts)))
            .as("%s of %s by %d devices at once", job, random, devices)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void labelledPatternsAreCountedAsByTheCpu() throws Exception {
    Random random = new Random(17);
    Graph built = LargerGraphs.uniform(3_000, 60_000, 7);
    int[] of = LabelledMatches.labels(built.vertexCount(), 0, 3, random);
    try (var prepared = PreparedGraph.of(built, VertexLabels.of(of))) {
      for (String shape : SHAPES) {
        Pattern bare = Pattern.parse(shape);
        Pattern pattern = bare.withLabels(LabelledMatches.labels(bare.vertexCount(), 0, 3, random));
        PatternMatch job = PatternMatch.count(pattern, Induced.EDGE);
        var jobs = match(built, prepared.labels(), job);
        var parts = gpus.atOnce(built, jobs, PieceQueue.of(3, false, 0));
        assertThat(DividedSums.matches(EmulatedDevices.sums(parts)))
            .as("%s", job)
            .isEqualTo(cpu.run(prepared, job).answer());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = MotifMethod.class,
      names = {"PLANS", "SUBGRAPHS"})
  void motifsOfSmallGraphsAreCountedAsByTheCpu(MotifMethod method) throws Exception {
    for (int seed = 0; seed < 60; seed++) {
      MotifCensus job = new MotifCensus(3 + seed % 4, Optional.of(method));
      RandomGraph random = RandomGraph.of(seed, 30);
      int devices = 1 + seed % EmulatedDevices.MOST;
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
        Graph graph = prepared.graph();
        Answer expected = cpu.run(prepared, new MotifCensus(job.size(), Optional.empty())).answer();
        var jobs = census(graph, job);
        assertThat(gpus.alone(graph, jobs.get())).as("%s of %s", job, random).isEqualTo(expected);
        var turns = gpus.inTurn(graph, jobs, PieceQueue.of(devices, true, 0));
        assertThat(DividedSums.motifs(job.size(), EmulatedDevices.sums(turns)))
            .as("%s of %s by %d devices in turn", job, random, devices)
            .isEqualTo(expected);
        var parts = gpus.atOnce(graph, jobs, PieceQueue.of(devices, false, 0));
        assertThat(DividedSums.motifs(job.size(), EmulatedDevices.sums(parts)))
            .as("%s of %s by %d devices at once", job, random, devices)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void aCensusIsHandedOverInTheMiddleOfASearch() throws Exception {
    for (long seed = 0; seed < 3; seed++) {
      Graph graph = LargerGraphs.SKEWED.build(seed);
      try (PreparedGraph.Owned prepared = PreparedGraph.of(graph)) {
        var jobs = census(prepared.graph(), new MotifCensus(5, Optional.of(MotifMethod.PLANS)));
        Answer.Motifs expected = gpus.alone(prepared.graph(), jobs.get());
        for (boolean turns : List.of(true, false)) {
          PieceQueue queue = PieceQueue.of(3, turns, 50_000_000);
          var parts =
              turns
                  ? gpus.inTurn(prepared.graph(), jobs, queue)
                  : gpus.atOnce(prepared.graph(), jobs, queue);
          assertThat(queue.isShared()).isTrue();
          assertThat(queue.pieces()).isPositive();
          assertThat(DividedSums.motifs(5, EmulatedDevices.sums(parts))).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aPatternIsHandedOverInTheMiddleOfItsSearch() throws Exception {
    Graph graph = LargerGraphs.DENSE.build(3);
    try (PreparedGraph.Owned prepared = PreparedGraph.of(graph)) {
      for (String shape : List.of("0-1,1-2,2-3,3-4", "0-1,1-2,2-3,3-4,4-0,0-2")) {
        PatternMatch job = PatternMatch.count(Pattern.parse(shape), Induced.VERTEX);
        var jobs = match(prepared.graph(), Optional.empty(), job);
        Answer.Matches expected = gpus.alone(prepared.graph(), jobs.get());
        PieceQueue queue = PieceQueue.of(3, false, 1);
        var parts = gpus.atOnce(prepared.graph(), jobs, queue);
        assertThat(queue.isShared()).isTrue();
        assertThat(DividedSums.matches(EmulatedDevices.sums(parts))).isEqualTo(expected);
      }
    }
  }
}
