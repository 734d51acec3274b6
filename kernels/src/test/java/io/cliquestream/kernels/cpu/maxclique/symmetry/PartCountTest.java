package io.cliquestream.kernels.cpu.maxclique.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraphs;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.ResidualPolicy;
import io.cliquestream.kernels.cpu.schedule.OneThread;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartCountTest {
  private static final long UNBOUNDED = Long.MAX_VALUE;

  private static PartCount count(BitGraph graph, int size, ResidualPolicy policy, long mostNodes) {
    List<SymmetricParts.Part> parts =
        SymmetricParts.of(graph, policy, size, true, true, StopCheck.NEVER).orElseThrow();
    PartCount count = new PartCount(parts, MaximumCliquePolicy.DEFAULT, size, mostNodes, 1_000_000);
    OneThread.run(count, JobControl.unbounded());
    return count;
  }

  @Test
  void partsCountAndMakeAllMaximumCliques() {
    for (long seed = 0; seed < 1_500; seed++) {
      BitGraph graph = SymmetricPartsTest.graph(new Random(seed));
      int size = BitGraphs.cliqueNumber(graph);
      List<int[]> expected = BitGraphs.cliques(graph, size);
      PartCount count = count(graph, size, SymmetricPartsTest.EAGER, UNBOUNDED);
      assertThat(count.total()).as("seed %d", seed).contains(BigInteger.valueOf(expected.size()));
      Set<SymmetricOrbit.VertexSet> all =
          SymmetricCliques.of(count.kept().orElseThrow(), 1_000_000, StopCheck.NEVER);
      assertThat(
              all.stream()
                  .map(SymmetricOrbit.VertexSet::vertices)
                  .sorted(CliqueCollector.LEXICOGRAPHIC)
                  .map(Arrays::toString))
          .as("seed %d", seed)
          .containsExactlyElementsOf(expected.stream().map(Arrays::toString).toList());
    }
  }

  @Test
  void perfectMatchingsAreCountedWithoutBeingMet() {
    BigInteger expected = BigInteger.ONE;
    for (int points = 2; points <= 32; points += 2) {
      expected = expected.multiply(BigInteger.valueOf(points - 1));
      if (points >= 20) {
        PartCount count =
            count(BitGraphs.disjointPairs(points), points / 2, ResidualPolicy.DEFAULT, UNBOUNDED);
        assertThat(count.total()).as("of %d points", points).contains(expected);
        assertThat(count.nodes()).as("of %d points", points).isLessThan(1_000_000);
      }
    }
  }

  @Test
  void nodesThatRunOutLeaveNoCount() {
    BitGraph graph = BitGraphs.disjointPairs(20);
    PartCount count = count(graph, 10, ResidualPolicy.DEFAULT, 1);
    assertThat(count.total()).isEmpty();
  }

  @Test
  void tooManyCliquesAreNotMade() {
    BitGraph graph = BitGraphs.disjointPairs(8);
    PartCount count = count(graph, 4, SymmetricPartsTest.EAGER, UNBOUNDED);
    assertThat(count.total()).contains(BigInteger.valueOf(105));
    assertThat(SymmetricCliques.of(count.kept().orElseThrow(), 50, StopCheck.NEVER))
        .hasSizeGreaterThan(50);
    assertThat(SymmetricCliques.of(count.kept().orElseThrow(), 105, StopCheck.NEVER)).hasSize(105);
  }
}
