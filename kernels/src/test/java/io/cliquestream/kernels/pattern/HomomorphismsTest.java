package io.cliquestream.kernels.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HomomorphismsTest {
  private static long maps(SmallGraph graph, Pattern pattern, int[] image, int level) {
    if (level == image.length) {
      return 1;
    }
    long sum = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      image[level] = v;
      boolean fits = true;
      for (int earlier = 0; earlier < level && fits; earlier++) {
        fits = !pattern.hasEdge(earlier, level) || graph.hasEdge(image[earlier], v);
      }
      sum += fits ? maps(graph, pattern, image, level + 1) : 0;
    }
    return sum;
  }

  @Test
  void matchesOfEveryMotifFollowFromItsMaps() {
    for (long seed = 0; seed < 8; seed++) {
      RandomGraph random = RandomGraph.of(seed, 8);
      SmallGraph graph = SmallGraph.of(random.build());
      ReferencePatterns reference = new ReferencePatterns(graph);
      for (int size = 3; size <= 6; size++) {
        for (MotifClass motif : MotifClass.ofSize(size)) {
          Pattern pattern = motif.pattern();
          BigInteger maps = BigInteger.valueOf(maps(graph, pattern, new int[size], 0));
          assertThat(
                  Homomorphisms.matches(
                      pattern,
                      maps,
                      code -> BigInteger.valueOf(reference.matches(code.pattern(), Induced.EDGE))))
              .as("%s in %s", motif.name(), random)
              .isEqualTo(reference.matches(pattern, Induced.EDGE));
        }
      }
    }
  }

  @Test
  void aPathOfTwoEdgesFoldsToAnEdge() {
    assertThat(Homomorphisms.smaller(Pattern.parse("0-1,0-2")))
        .containsExactly(Map.entry(CanonicalCode.of(Pattern.parse("0-1")), 1));
    assertThat(Homomorphisms.smaller(Pattern.complete(4))).isEmpty();
  }
}
