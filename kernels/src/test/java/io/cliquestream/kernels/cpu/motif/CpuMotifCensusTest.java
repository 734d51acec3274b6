package io.cliquestream.kernels.cpu.motif;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuMotifCensusTest {
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void everyMotifOfRandomGraphsMatchesBruteForce(int size) {
    try (CpuEngine engine = new CpuEngine(2)) {
      for (long seed = 0; seed < 600; seed++) {
        RandomGraph random = RandomGraph.of(seed, 13);
        try (var graph = PreparedGraph.of(random.build())) {
          var reference = new ReferencePatterns(SmallGraph.of(graph.graph())).motifs(size);
          Map<String, BigInteger> expected = new TreeMap<>();
          for (Motif motif : Motif.ofSize(size)) {
            int code = ReferencePatterns.code(motif.pattern());
            expected.put(motif.label(), BigInteger.valueOf(reference.getOrDefault(code, 0L)));
          }
          var answer = (Answer.Motifs) engine.run(graph, new MotifCensus(size)).answer();
          assertThat(answer.counts()).as(random.toString()).isEqualTo(expected);
        }
      }
    }
  }
}
