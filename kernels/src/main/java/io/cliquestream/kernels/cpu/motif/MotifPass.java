package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.pattern.LocalSum;

/** The passes over the graph that motif counts are put together from, in the order they run. */
enum MotifPass {
  /** Degrees of vertices and their neighbours: O(n + m). */
  DEGREES(false),
  /** Triangles through every arc: O(wedges oriented outwards + m log d). */
  TRIANGLES(false),
  /** 4-cliques: bit rows of oriented neighbourhoods. */
  CLIQUES_4(false),
  /** Triangles one by one, with the 4-cliques around each: bit rows. */
  CLIQUES(true),
  /** 4-cycles by wedges below their hub. */
  CYCLES(false),
  /** The same, with what lies at the cycles' edges. */
  CYCLES_WITH_TRIANGLES(true),
  /** 5-cycles by pairs of wedges below their hub, several hubs at a time: O(n·m) at worst. */
  CYCLES_5(false),
  /** Common neighbours of every pair of vertices: O(wedges). */
  PAIRS(false),
  /** Edges among the common neighbours of every pair: O(wedges · words of a neighbourhood). */
  PAIR_NEIGHBORHOODS(true);

  private final boolean needsTriangles;

  MotifPass(boolean needsTriangles) {
    this.needsTriangles = needsTriangles;
  }

  /** Whether the triangles through every arc must be known. */
  boolean needsTriangles() {
    return needsTriangles;
  }

  /** The pass that fills a sum. */
  static MotifPass of(LocalSum sum) {
    return switch (sum) {
      case PAIRS_AT_VERTEX, TRIPLES_AT_VERTEX, QUADRUPLES_AT_VERTEX, WALKS_3, FORKS, WALKS_4 ->
          DEGREES;
      case TRIANGLES_AT_VERTEX,
          TAILS,
          TRIANGLE_PAIRS_AT_ARC,
          TRIANGLE_TRIPLES_AT_ARC,
          TAIL_PAIRS,
          BULLS,
          LONG_TAILS,
          TRIANGLE_ENDS,
          TRIANGLE_PAIRS_AT_VERTEX,
          DARTS ->
          TRIANGLES;
      case CLIQUES_4 -> CLIQUES_4;
      case CLIQUE_PAIRS_AT_TRIANGLE,
          CLIQUE_TAILS,
          CLIQUE_TRIANGLES,
          KITES,
          GEMS,
          CLIQUES_5,
          CYCLE_5_SHARED ->
          CLIQUES;
      case CYCLES_4 -> CYCLES;
      case BANNERS, HOUSES -> CYCLES_WITH_TRIANGLES;
      case CYCLE_5_WALKS -> CYCLES_5;
      case TRIPLES_AT_LATER_END -> PAIRS;
      case SPOKES_AT_LATER_END, WEDGES_AT_LATER_END -> PAIR_NEIGHBORHOODS;
    };
  }
}
