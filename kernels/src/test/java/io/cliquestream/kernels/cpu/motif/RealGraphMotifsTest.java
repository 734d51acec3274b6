package io.cliquestream.kernels.cpu.motif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.reference.RealGraphs;
import io.cliquestream.kernels.reference.ReferencePatterns;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts on which independent programs agree. */
class RealGraphMotifsTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          ca-AstroPh,     299164428,   420440446,   178445014,  1302079,   14873225,  9580415,  64997961
          email-Enron,    4479591993,  1371828020,  375691411,  6758870,   22478442,  2341639,  5809356
          socfb-Cornell5, 17917372411, 15995839990, 2863277802, 112011596, 206030308, 36489220, 212201618
          """)
  void motifsOfRealGraphs(
      String name,
      long star,
      long path,
      long tailedTriangle,
      long cycle,
      long diamond,
      long clique4,
      long clique5) {
    assumeTrue(RealGraphs.folder().isPresent(), "cliquestream.graphs names no folder");
    try (CpuEngine engine = new CpuEngine(2);
        var graph = PreparedGraph.of(RealGraphs.read(name))) {
      assertThat(census(engine, graph, 4))
          .isEqualTo(
              Map.of(
                  "3-star", BigInteger.valueOf(star),
                  "4-path", BigInteger.valueOf(path),
                  "tailed-triangle", BigInteger.valueOf(tailedTriangle),
                  "4-cycle", BigInteger.valueOf(cycle),
                  "diamond", BigInteger.valueOf(diamond),
                  "4-clique", BigInteger.valueOf(clique4)));
      Map<String, BigInteger> five = census(engine, graph, 5);
      assertThat(five).hasSize(21).containsEntry("5-clique", BigInteger.valueOf(clique5));
      assertEdgeInducedFollows(engine, graph, five);
    }
  }

  private static Map<String, BigInteger> census(CpuEngine engine, PreparedGraph graph, int size) {
    return ((Answer.Motifs) engine.run(graph, new MotifCensus(size)).answer()).counts();
  }

  /** Edge-induced counts are sums of induced ones over all motifs on the same vertices. */
  private static void assertEdgeInducedFollows(
      CpuEngine engine, PreparedGraph graph, Map<String, BigInteger> induced) {
    for (Motif motif : new Motif[] {Motif.HOUSE, Motif.CYCLE_5, Motif.BICLIQUE_2_3}) {
      Map<Motif, BigInteger> parts = new EnumMap<>(Motif.class);
      for (Motif host : Motif.ofSize(5)) {
        long copies = ReferencePatterns.copies(motif.pattern(), host.pattern());
        parts.put(host, induced.get(host.label()).multiply(BigInteger.valueOf(copies)));
      }
      BigInteger sum = parts.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
      assertThat(edgeInduced(engine, graph, motif)).as(motif.label()).isEqualTo(sum);
    }
  }

  private static BigInteger edgeInduced(CpuEngine engine, PreparedGraph graph, Motif motif) {
    var job = PatternMatch.count(motif.pattern(), Induced.EDGE);
    return ((Answer.Matches) engine.run(graph, job).answer()).matches();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          ca-AstroPh,     72355715,  44916549,  7393489380,  2005678732
          email-Enron,    36528276,  36262229,  5677082981,  2587839764
          socfb-Cornell5, 424965628, 427509564, 90566753780, 44318468427
          """)
  void edgeInducedPatternsOfRealGraphs(
      String name, long diamond, long cycle, long house, long pentagon) {
    assumeTrue(RealGraphs.folder().isPresent(), "cliquestream.graphs names no folder");
    try (CpuEngine engine = new CpuEngine(2);
        var graph = PreparedGraph.of(RealGraphs.read(name))) {
      assertThat(edgeInduced(engine, graph, Motif.DIAMOND)).isEqualTo(diamond);
      assertThat(edgeInduced(engine, graph, Motif.CYCLE_4)).isEqualTo(cycle);
      assertThat(edgeInduced(engine, graph, Motif.HOUSE)).isEqualTo(house);
      assertThat(edgeInduced(engine, graph, Motif.CYCLE_5)).isEqualTo(pentagon);
    }
  }
}
