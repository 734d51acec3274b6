package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Pattern;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The patterns of six vertices whose homomorphisms are sums of products of numbers of walks, and an
 * edge, whose homomorphisms they are corrected by. Most are sparse and have more matches than any
 * search can go through.
 *
 * <p>Of two vertices x and y: A is 1 if they are adjacent, W the number of their common neighbours,
 * T of walks of three edges, D of ordered pairs of adjacent common neighbours; P, Q and R are the
 * sums over common neighbours z of W(x,z), of W(z,y) and of the degree d(z); S is the sum of y(z)²,
 * where y(z) common neighbours are adjacent to z; K is the sum over the pairs of D of k, the common
 * neighbours of x and both. Of one vertex x: w2 and w3 are walks from it, c4 and c5 closed ones, t
 * the sum of W over its neighbours, tip that of D over all vertices and k4 over its neighbours.
 *
 * <p>The order is that of the C library's cs_enumerate_map.
 */
public enum MappedMotif {
  /** T T over pairs. */
  T_T("0-4,0-5,1-3,1-5,2-3,2-4"),

  /** T T over arcs. */
  A_T_T("0-1,0-4,0-5,1-2,1-3,2-5,3-4"),

  /** P T over pairs. */
  P_T("0-1,0-4,0-5,1-3,1-5,2-3,2-4"),

  /** W W T over pairs. */
  W_W_T("0-3,0-4,0-5,1-2,1-4,1-5,2-3"),

  /** R T over arcs. */
  A_R_T("0-1,0-2,0-5,1-2,1-4,2-3,3-4"),

  /** P T over arcs. */
  A_P_T("0-1,0-2,0-4,0-5,1-2,1-5,2-3,3-4"),

  /** P Q over pairs. */
  P_Q("0-1,0-3,0-5,1-2,1-5,2-3,2-4,3-4"),

  /** P Q over arcs. */
  A_P_Q("0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-5,3-4"),

  /** T D over pairs. */
  T_D("0-2,0-3,0-5,1-2,1-3,1-4,2-3,4-5"),

  /** T D over arcs. */
  A_T_D("0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-3,4-5"),

  /** D R over pairs. */
  D_R("0-3,0-4,0-5,1-2,1-3,1-4,2-3,2-4"),

  /** D R over arcs. */
  A_D_R("0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-5,3-4"),

  /** D W d(x) over pairs. */
  D_W_DEGREE("0-2,0-3,0-4,0-5,1-2,1-3,1-4,2-3"),

  /** D W W over pairs. */
  D_W_W("0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3"),

  /** D D over pairs. */
  D_D("0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-5,3-4"),

  /** D D over arcs. */
  A_D_D("0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-5,3-4"),

  /** P D over pairs. */
  P_D("0-1,0-3,0-4,0-5,1-2,1-5,2-3,2-4,3-4"),

  /** P D over arcs. */
  A_P_D("0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,2-5,3-4"),

  /** S W over pairs. */
  S_W("0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3,2-4"),

  /** K W over pairs. */
  K_W("0-1,0-2,0-4,0-5,1-2,1-3,1-4,2-3,2-4,3-5"),

  /** W(x,a) W(x,b) over x and triangles zab of its neighbours z. */
  W_W_AT_TRIANGLE("0-3,0-4,0-5,1-2,1-3,1-5,2-3,2-4"),

  /** R R over arcs. */
  A_R_R("0-2,0-3,0-5,1-2,1-3,1-4,2-3"),

  /** k times the degrees of the same k vertices over triangles. */
  CLIQUE_DEGREES("0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-3,2-4,3-4"),

  /** k times the W(x,v) of the same k vertices v over triangles. */
  CLIQUE_TRIANGLES("0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-5,2-3,2-4,3-4"),

  /** t w3 over vertices. */
  T2_W3("0-2,0-3,0-4,1-4,1-5,2-3"),

  /** t c4. */
  T2_C4("0-2,0-3,0-4,0-5,1-4,1-5,2-3"),

  /** c4 w2. */
  C4_W2("0-1,0-3,0-4,1-5,2-3,2-4"),

  /** tip w2. */
  TIP_W2("0-1,0-2,0-4,1-2,1-4,2-3,3-5"),

  /** tip t. */
  TIP_T2("0-1,0-2,0-3,0-4,1-2,1-5,2-5,3-4"),

  /** t times the t of neighbours. */
  T2_T2("0-1,0-2,0-5,1-3,1-4,2-5,3-4"),

  /** w2 w3. */
  W2_W3("0-3,0-5,1-2,1-4,2-3"),

  /** c5 d. */
  C5_DEGREE("0-3,0-4,0-5,1-2,1-4,2-3"),

  /** c4 d d. */
  C4_DEGREES("0-2,0-3,0-4,0-5,1-2,1-3"),

  /** t times the squared degrees of neighbours. */
  T2_SQUARES("0-1,0-4,0-5,1-2,1-3,2-3"),

  /** k4 t. */
  K4_T2("0-1,0-2,0-3,0-4,0-5,1-2,1-3,2-3,4-5"),

  /** k4 w2. */
  K4_W2("0-1,0-2,0-3,0-4,1-2,1-3,2-3,4-5"),

  /** d over vertices. */
  EDGE("0-1");

  /** Vertices of all but the edge. */
  public static final int SIZE = 6;

  @SuppressWarnings("ImmutableEnumChecker") // a pattern never changes after it is made
  private final Pattern pattern;

  @SuppressWarnings("ImmutableEnumChecker") // two ints
  private final CanonicalCode code;

  MappedMotif(String edges) {
    this.pattern = Pattern.parse(edges);
    this.code = CanonicalCode.of(pattern);
  }

  /** {@return connected, of six vertices, without labels} */
  public Pattern pattern() {
    return pattern;
  }

  /** {@return the name of its homomorphisms in sums of parts, which is no name of a motif} */
  public String sumName() {
    return "maps " + code;
  }

  /** {@return the motifs of six vertices that are none of these} */
  public static List<MotifClass> others() {
    Set<CanonicalCode> mapped =
        Arrays.stream(values()).map(motif -> motif.code).collect(Collectors.toSet());
    return MotifClass.ofSize(SIZE).stream()
        .filter(motif -> !mapped.contains(CanonicalCode.of(motif.pattern())))
        .toList();
  }

  /**
   * Edge-induced counts of the motifs of six vertices that are these.
   *
   * @param maps homomorphisms by {@link #sumName}
   * @param smaller edge-induced counts of motifs of three to five vertices
   * @return by {@link MotifClass#name()}
   */
  public static Map<String, BigInteger> counts(
      Function<String, BigInteger> maps, Function<Motif, BigInteger> smaller) {
    Map<CanonicalCode, BigInteger> known = new HashMap<>();
    known.put(EDGE.code, maps.apply(EDGE.sumName()).shiftRight(1));
    for (int size = SIZE - 1; !Motif.ofSize(size).isEmpty(); size--) {
      for (Motif motif : Motif.ofSize(size)) {
        known.put(CanonicalCode.of(motif.pattern()), smaller.apply(motif));
      }
    }
    Map<String, BigInteger> counts = new HashMap<>();
    for (MappedMotif motif : values()) {
      if (motif != EDGE) {
        BigInteger mapped = maps.apply(motif.sumName());
        counts.put(
            MotifClass.name(motif.code), Homomorphisms.matches(motif.pattern, mapped, known::get));
      }
    }
    return counts;
  }
}
