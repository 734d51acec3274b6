package io.cliquestream.kernels.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.ReferencePatterns;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternAlgebraTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          edge,      0-1,                                                                  2
          5-path,    '0-1,1-2,2-3,3-4',                                                    2
          6-cycle,   '0-1,1-2,2-3,3-4,4-5,5-0',                                            12
          7-star,    '0-1,0-2,0-3,0-4,0-5,0-6,0-7',                                        5040
          cube,      '0-1,1-2,2-3,3-0,4-5,5-6,6-7,7-4,0-4,1-5,2-6,3-7',                    48
          K(3+3),    '0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5',                                72
          house,     '0-1,1-2,2-3,3-4,4-0,0-2',                                            2
          no symmetry, '0-1,1-2,2-0,0-3,1-4,4-5',                                          1
          K8, '0-1,0-2,0-3,0-4,0-5,0-6,0-7,1-2,1-3,1-4,1-5,1-6,1-7,2-3,2-4,2-5,2-6,2-7,3-4,3-5,3-6,3-7,4-5,4-6,4-7,5-6,5-7,6-7', 40320
          """)
  void knownGraphsHaveTheirAutomorphisms(String name, String edges, int automorphisms) {
    assertThat(AutomorphismGroup.of(Pattern.parse(edges)).size()).as(name).isEqualTo(automorphisms);
  }

  @Test
  void orbitsAndStabilizersDivideTheGroup() {
    for (Pattern pattern : ConnectedPatterns.ofSize(6)) {
      AutomorphismGroup group = AutomorphismGroup.of(pattern);
      assertThat((long) group.size()).isEqualTo(ReferencePatterns.automorphisms(pattern));
      int covered = 0;
      for (int member = 0; member < 6; member++) {
        int orbit = group.orbit(member);
        assertThat(Integer.bitCount(orbit) * group.stabilizer(member).size())
            .as(pattern.toString())
            .isEqualTo(group.size());
        covered |= orbit;
      }
      assertThat(covered).isEqualTo((1 << 6) - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  void codesTellClassesApartAndNoRelabellingChangesThem(int size) {
    Random random = new Random(size);
    Set<CanonicalCode> codes = new HashSet<>();
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      CanonicalCode code = CanonicalCode.of(pattern);
      assertThat(codes.add(code)).as(pattern.toString()).isTrue();
      assertThat(CanonicalCode.of(code.pattern())).isEqualTo(code);
      assertThat(CanonicalCode.of(shuffled(pattern, random))).isEqualTo(code);
    }
    assertThat(codes).hasSize(Map.of(3, 2, 4, 6, 5, 21, 6, 112).get(size));
  }

  private static Pattern shuffled(Pattern pattern, Random random) {
    List<Integer> labels = new ArrayList<>();
    for (int v = 0; v < pattern.vertexCount(); v++) {
      labels.add(v);
    }
    Collections.shuffle(labels, random);
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < pattern.vertexCount(); i++) {
      for (int j = i + 1; j < pattern.vertexCount(); j++) {
        if (pattern.hasEdge(i, j)) {
          ends.add(labels.get(i));
          ends.add(labels.get(j));
        }
      }
    }
    return Pattern.of(ends.stream().mapToInt(Integer::intValue).toArray());
  }

  @Test
  void codesOfLargePatternsAreStable() {
    assertThat(CanonicalCode.of(Pattern.parse("0-1,1-2,2-0"))).hasToString("3:7");
    assertThat(CanonicalCode.of(Pattern.parse("0-1,1-2"))).hasToString("3:6");
    Pattern cube = Pattern.parse("0-1,1-2,2-3,3-0,4-5,5-6,6-7,7-4,0-4,1-5,2-6,3-7");
    assertThat(CanonicalCode.of(shuffled(cube, new Random(7)))).isEqualTo(CanonicalCode.of(cube));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void everyClassHasExactlyOneMotif(int size) {
    Map<Motif, Pattern> seen = new HashMap<>();
    for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
      assertThat(seen.put(Motif.of(pattern).orElseThrow(), pattern)).isNull();
    }
    assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(Motif.ofSize(size));
    assertThat(Motif.ofSize(size).stream().map(Motif::label).distinct()).hasSize(seen.size());
  }

  @Test
  void conversionKnowsTheIdentitiesOfFourVertices() {
    assertThat(copies(Motif.CYCLE_4, Motif.DIAMOND)).isEqualTo(1);
    assertThat(copies(Motif.CYCLE_4, Motif.CLIQUE_4)).isEqualTo(3);
    assertThat(copies(Motif.DIAMOND, Motif.CLIQUE_4)).isEqualTo(6);
    assertThat(copies(Motif.CLIQUE_4, Motif.DIAMOND)).isZero();
    assertThat(InducedConversion.ofMotifs(4).neededFor(Motif.DIAMOND))
        .containsExactly(Motif.DIAMOND, Motif.CLIQUE_4);
  }

  /** A graph that is a motif itself induces that motif once, and no other of its size. */
  @ParameterizedTest
  @CsvSource({"3, 1", "4, 1", "5, 1", "6, 3", "7, 211"})
  void conversionFindsEachMotifInItselfAndNoOther(int size, int step) {
    List<MotifClass> motifs = MotifClass.ofSize(size);
    for (int at = step / 2; at < motifs.size(); at += step) {
      Map<MotifClass, BigInteger> edgeInduced = new HashMap<>();
      for (MotifClass motif : motifs) {
        long copies = ReferencePatterns.copies(motif.pattern(), motifs.get(at).pattern());
        edgeInduced.put(motif, BigInteger.valueOf(copies));
      }
      Map<MotifClass, BigInteger> induced = MotifClass.conversion(size).induced(edgeInduced);
      assertThat(induced).hasSize(motifs.size()).containsEntry(motifs.get(at), BigInteger.ONE);
      assertThat(induced.values().stream().filter(count -> count.signum() != 0)).hasSize(1);
    }
  }

  private static long copies(Motif motif, Motif host) {
    return ReferencePatterns.copies(motif.pattern(), host.pattern());
  }

  @Test
  void cliquesArePlannedAlongTheOrientation() {
    var plan = PlanCompiler.counting(Motif.CLIQUE_5.pattern(), Induced.EDGE, GraphSample.TYPICAL);
    assertThat(plan.divisor()).isEqualTo(1);
    assertThat(plan.bounds()).containsExactly(0, 1, 3, 7, 15);
    assertThat(plan.enumerated()).isEqualTo(4);
  }

  @Test
  void starsArePlannedAsOneFormula() {
    var plan = PlanCompiler.counting(Motif.STAR_4.pattern(), Induced.EDGE, GraphSample.TYPICAL);
    assertThat(plan.enumerated()).isEqualTo(1);
    assertThat(plan.divisor()).isEqualTo(24);
    assertThat(plan.terms().stream().mapToLong(MatchingPlan.Term::coefficient))
        .containsExactlyInAnyOrder(1L, -6L, 11L, -6L);
  }

  @Test
  void aPlanExplainsItself() {
    String text =
        PlanCompiler.counting(Motif.HOUSE.pattern(), Induced.EDGE, GraphSample.TYPICAL).explain();
    assertThat(text)
        .startsWith("match 0-1,0-2,0-4,1-2,2-3,3-4, edge-induced, 2 automorphisms\n")
        .contains("v0 = pattern vertex", "every vertex", "N(v0)", "add ");
  }
}
