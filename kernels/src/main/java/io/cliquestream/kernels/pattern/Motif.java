package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Pattern;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every connected graph on 3, 4 and 5 vertices, by the name the field uses for it. The labels are
 * part of the public contract and never change. Within a size the motifs ascend by edges.
 */
public enum Motif {
  /** Two edges at one vertex. */
  WEDGE("wedge", "0-1,0-2"),
  /** Three vertices, all adjacent. */
  TRIANGLE("triangle", "0-1,1-2,2-0"),

  /** The claw, K(1,3). */
  STAR_3("3-star", "0-1,0-2,0-3"),
  /** A path through four vertices. */
  PATH_4("4-path", "0-1,1-2,2-3"),
  /** A cycle of four vertices. */
  CYCLE_4("4-cycle", "0-1,1-2,2-3,3-0"),
  /** A triangle and an edge at one of its vertices; the paw. */
  TAILED_TRIANGLE("tailed-triangle", "0-1,1-2,2-0,0-3"),
  /** K4 without an edge. */
  DIAMOND("diamond", "0-1,0-2,1-2,0-3,1-3"),
  /** Four vertices, all adjacent. */
  CLIQUE_4("4-clique", "0-1,0-2,0-3,1-2,1-3,2-3"),

  /** K(1,4). */
  STAR_4("4-star", "0-1,0-2,0-3,0-4"),
  /** A 3-star with one edge made longer; the chair. */
  FORK("fork", "0-1,0-2,0-3,3-4"),
  /** A path through five vertices. */
  PATH_5("5-path", "0-1,1-2,2-3,3-4"),
  /** A cycle of five vertices. */
  CYCLE_5("5-cycle", "0-1,1-2,2-3,3-4,4-0"),
  /** A 4-cycle and an edge at one of its vertices. */
  BANNER("banner", "0-1,1-2,2-3,3-0,0-4"),
  /** A triangle and an edge at two of its vertices each. */
  BULL("bull", "0-1,1-2,2-0,0-3,1-4"),
  /** A triangle and two edges at one of its vertices. */
  CRICKET("cricket", "0-1,1-2,2-0,0-3,0-4"),
  /** A triangle and a path of two edges at one of its vertices. */
  LONG_TAILED_TRIANGLE("long-tailed-triangle", "0-1,1-2,2-0,0-3,3-4"),
  /** A 5-cycle with a chord. */
  HOUSE("house", "0-1,1-2,2-3,3-4,4-0,0-2"),
  /** Two triangles at one vertex. */
  BUTTERFLY("butterfly", "0-1,1-2,2-0,0-3,3-4,4-0"),
  /** A diamond and an edge at a vertex of its chord. */
  DART("dart", "0-1,0-2,1-2,0-3,1-3,0-4"),
  /** A diamond and an edge at a vertex off its chord. */
  KITE("kite", "0-1,0-2,1-2,0-3,1-3,2-4"),
  /** K(2,3). */
  BICLIQUE_2_3("2-3-biclique", "0-2,0-3,0-4,1-2,1-3,1-4"),
  /** A path of four vertices and a vertex joined to all of them. */
  GEM("gem", "0-1,0-2,0-3,0-4,1-2,2-3,3-4"),
  /** Three triangles on one edge; K(1,1,3). */
  BOOK_3("3-book", "0-1,0-2,0-3,0-4,1-2,1-3,1-4"),
  /** A 4-clique and an edge at one of its vertices. */
  TAILED_4_CLIQUE("tailed-4-clique", "0-1,0-2,0-3,1-2,1-3,2-3,0-4"),
  /** K(2,3) with an edge among its three; the complement of a wedge beside an edge. */
  WHEEL_4_MINUS_SPOKE("4-wheel-minus-spoke", "0-2,0-3,0-4,1-2,1-3,1-4,2-3"),
  /** A 4-cycle and a vertex joined to all of it; K5 without two disjoint edges. */
  WHEEL_4("4-wheel", "0-1,1-2,2-3,3-0,4-0,4-1,4-2,4-3"),
  /** K5 without two edges at one vertex. */
  CLIQUE_5_MINUS_WEDGE("5-clique-minus-wedge", "0-1,0-2,0-3,1-2,1-3,2-3,0-4,1-4"),
  /** Five vertices, all adjacent but two. */
  CLIQUE_5_MINUS_EDGE("5-clique-minus-edge", "0-1,0-2,0-3,1-2,1-3,2-3,0-4,1-4,2-4"),
  /** Five vertices, all adjacent. */
  CLIQUE_5("5-clique", "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4");

  private static final Map<CanonicalCode, Motif> BY_CODE =
      Arrays.stream(values()).collect(Collectors.toMap(motif -> motif.code, Function.identity()));

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // a pattern never changes after it is made
  private final Pattern pattern;

  @SuppressWarnings("ImmutableEnumChecker") // two ints
  private final CanonicalCode code;

  Motif(String label, String edges) {
    this.label = label;
    this.pattern = Pattern.parse(edges);
    this.code = CanonicalCode.of(pattern);
  }

  /**
   * The motifs of one size, 3 to 5, by ascending edges.
   *
   * @param size of the motifs
   * @return none for another size
   */
  public static List<Motif> ofSize(int size) {
    return Arrays.stream(values()).filter(motif -> motif.size() == size).toList();
  }

  /**
   * {@return the motif a pattern is isomorphic to; empty when it has not 3 to 5 vertices}
   *
   * @param pattern on 2 to 8 vertices
   */
  public static Optional<Motif> of(Pattern pattern) {
    return of(CanonicalCode.of(pattern));
  }

  /**
   * {@return the motif of a class; empty when it has not 3 to 5 vertices}
   *
   * @param code of a connected graph
   */
  public static Optional<Motif> of(CanonicalCode code) {
    return Optional.ofNullable(BY_CODE.get(code));
  }

  /** {@return the name in answers and on the command line} */
  public String label() {
    return label;
  }

  /** {@return number of vertices} */
  public int size() {
    return pattern.vertexCount();
  }

  /** {@return one graph of the class} */
  public Pattern pattern() {
    return pattern;
  }
}
