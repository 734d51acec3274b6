package io.cliquestream.kernels.cpu.motif;

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
}
