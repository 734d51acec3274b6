package io.cliquestream.kernels.cuda.enumerate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.MappedMotif;
import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class MotifMapsTest {
  private static final Pattern TRIANGLE = Pattern.complete(3);

  private static long maps(Pattern pattern, int[] image, int level) {
    if (level == image.length) {
      return 1;
    }
    long sum = 0;
    for (int v = 0; v < TRIANGLE.vertexCount(); v++) {
      image[level] = v;
      boolean fits = true;
      for (int earlier = 0; earlier < level && fits; earlier++) {
        fits = !pattern.hasEdge(earlier, level) || TRIANGLE.hasEdge(image[earlier], v);
      }
      sum += fits ? maps(pattern, image, level + 1) : 0;
    }
    return sum;
  }

  /** All that devices add up on a triangle. */
  private static SortedMap<String, BigInteger> sumsOfATriangle() {
    long[] words = new long[54];
    Map.of(0, 3, 3, 6, 5, 6, 6, 3, 12, 6, 13, 6).forEach((sum, value) -> words[2 * sum] = value);
    SortedMap<String, BigInteger> sums = new TreeMap<>(MotifSums.named(words));
    for (MappedMotif motif : MappedMotif.values()) {
      long maps = maps(motif.pattern(), new int[motif.pattern().vertexCount()], 0);
      sums.put(motif.sumName() + "/1", BigInteger.valueOf(maps));
    }
    MotifSums.searched(5).forEach(motif -> sums.put(motif.name() + "/1", BigInteger.ZERO));
    MappedMotif.others().forEach(motif -> sums.put(motif.name() + "/1", BigInteger.ZERO));
    return sums;
  }

  @Test
  void aTriangleHoldsNoMotifOfSixHoweverManyMaps() {
    SortedMap<String, BigInteger> sums = sumsOfATriangle();
    assertThat(sums.get("maps 2:1/1")).isEqualTo(6);
    assertThat(DividedSums.motifs(6, sums).counts())
        .hasSize(112)
        .allSatisfy((name, count) -> assertThat(count).as(name).isZero());
  }

  @Test
  void sumsThatLackOneAreNoAnswer() {
    for (String name : sumsOfATriangle().keySet()) {
      SortedMap<String, BigInteger> sums = sumsOfATriangle();
      sums.remove(name);
      assertThatThrownBy(() -> DividedSums.motifs(6, sums))
          .as(name)
          .isInstanceOf(ComputeException.class);
    }
  }

  @Test
  void aThirdOfTheMotifsIsNotSearchedFor() {
    assertThat(MappedMotif.others()).hasSize(76);
    assertThatThrownBy(() -> MotifMaps.named(new long[72])).isInstanceOf(ComputeException.class);
  }
}
