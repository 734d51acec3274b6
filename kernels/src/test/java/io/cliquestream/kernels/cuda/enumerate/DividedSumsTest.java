package io.cliquestream.kernels.cuda.enumerate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class DividedSumsTest {
  private static SortedMap<String, BigInteger> sums(Map<String, Integer> values) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    values.forEach((name, value) -> sums.put(name, BigInteger.valueOf(value)));
    return sums;
  }

  private static void requireInternal(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.INTERNAL));
  }

  @Test
  void onlyTheWholeSumIsDivided() {
    assertThat(DividedSums.matches(sums(Map.of("matches/6", 42))).matches()).isEqualTo(7);
    requireInternal(() -> DividedSums.matches(sums(Map.of("matches/6", 41))));
  }

  @Test
  void aGraphWithoutEdgesHasNoSums() {
    assertThat(DividedSums.matches(new TreeMap<>()).matches()).isZero();
    assertThat(DividedSums.motifs(3, new TreeMap<>()).counts())
        .hasSize(2)
        .allSatisfy((_, count) -> assertThat(count).isZero());
  }

  @Test
  void sumsOfTwoPlansAreNoAnswer() {
    requireInternal(() -> DividedSums.matches(sums(Map.of("matches/6", 6, "matches/2", 2))));
  }

  @Test
  void vertexInducedCountsOfPlansAreThoseOfTheEdgeInducedOnes() {
    var names = DividedSums.motifs(3, new TreeMap<>()).counts().keySet().stream().toList();
    String triangle =
        names.stream().filter(name -> name.contains("triangle")).findAny().orElseThrow();
    String path = names.stream().filter(name -> !name.equals(triangle)).findAny().orElseThrow();
    // A triangle holds three paths of its edges: of five paths two are left.
    var counts = DividedSums.motifs(3, sums(Map.of(triangle + "/6", 6, path + "/2", 10))).counts();
    assertThat(counts).containsEntry(triangle, BigInteger.ONE);
    assertThat(counts).containsEntry(path, BigInteger.TWO);
    assertThat(DividedSums.motifs(3, sums(Map.of(triangle, 1, path, 2))).counts())
        .isEqualTo(counts);
  }

  @Test
  void motifsFollowFromThePassOverTheVertices() {
    // Two triangles that share an edge: degrees 3, 3, 2, 2.
    long[] words = new long[54];
    Map.of(0, 8, 1, 6, 3, 24, 6, 6, 7, 4, 8, 2, 22, 2)
        .forEach((sum, value) -> words[2 * sum] = value);
    SortedMap<String, BigInteger> sums = new TreeMap<>(MotifSums.named(words));
    assertThat(DividedSums.motifs(4, sums).counts())
        .containsEntry("diamond", BigInteger.ONE)
        .allSatisfy(
            (name, count) ->
                assertThat(count.signum()).as(name).isEqualTo(name.equals("diamond") ? 1 : 0));
    sums.remove("WALKS_3/1");
    requireInternal(() -> DividedSums.motifs(4, sums));
  }

  @Test
  void aMotifThatNoDeviceCountedIsAnError() {
    String one = DividedSums.motifs(3, new TreeMap<>()).counts().firstKey();
    requireInternal(() -> DividedSums.motifs(3, sums(Map.of(one + "/1", 1))));
    requireInternal(() -> DividedSums.motifs(3, sums(Map.of(one, 1))));
  }
}
