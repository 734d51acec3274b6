package io.cliquestream.kernels.cpu.motif;

/**
 * The sums over vertices, edges, triangles, 4-cycles and pairs from which every motif count up to
 * five vertices follows ({@link MotifFormulas}).
 *
 * <p>d(v) is a degree, t(e) the triangles through an edge, t(v) those through a vertex, k(T) the
 * 4-cliques that hold a triangle, W(a,c) the common neighbours of two vertices. An arc is an edge
 * with a direction; every edge is two arcs.
 */
enum LocalSum {
  /** Σ over v of C(d(v), 2). */
  PAIRS_AT_VERTEX(MotifPass.DEGREES),
  /** Σ over v of C(d(v), 3). */
  TRIPLES_AT_VERTEX(MotifPass.DEGREES),
  /** Σ over v of C(d(v), 4). */
  QUADRUPLES_AT_VERTEX(MotifPass.DEGREES),
  /** Σ over arcs uv of (d(u) - 1)(d(v) - 1). */
  WALKS_3(MotifPass.DEGREES),
  /** Σ over arcs uv of C(d(u) - 1, 2)(d(v) - 1). */
  FORKS(MotifPass.DEGREES),
  /** Σ over v and ordered pairs of neighbours a ≠ b of (d(a) - 1)(d(b) - 1). */
  WALKS_4(MotifPass.DEGREES),

  /** Σ over v of t(v). */
  TRIANGLES_AT_VERTEX(MotifPass.TRIANGLES),
  /** Σ over v of t(v)(d(v) - 2). */
  TAILS(MotifPass.TRIANGLES),
  /** Σ over arcs of C(t, 2). */
  TRIANGLE_PAIRS_AT_ARC(MotifPass.TRIANGLES),
  /** Σ over arcs of C(t, 3). */
  TRIANGLE_TRIPLES_AT_ARC(MotifPass.TRIANGLES),
  /** Σ over v of t(v)·C(d(v) - 2, 2). */
  TAIL_PAIRS(MotifPass.TRIANGLES),
  /** Σ over arcs uv of t(uv)(d(u) - 2)(d(v) - 2). */
  BULLS(MotifPass.TRIANGLES),
  /** Σ over v of t(v)·Σ over neighbours u of (d(u) - 1). */
  LONG_TAILS(MotifPass.TRIANGLES),
  /** Σ over arcs uv of t(uv)(d(v) - 1). */
  TRIANGLE_ENDS(MotifPass.TRIANGLES),
  /** Σ over v of C(t(v), 2). */
  TRIANGLE_PAIRS_AT_VERTEX(MotifPass.TRIANGLES),
  /** Σ over arcs uv of C(t(uv), 2)(d(u) - 3). */
  DARTS(MotifPass.TRIANGLES),

  /** Number of 4-cliques. */
  CLIQUES_4(MotifPass.CLIQUES_4),
  /** Σ over triangles T of C(k(T), 2). */
  CLIQUE_PAIRS_AT_TRIANGLE(MotifPass.CLIQUES),
  /** Σ over triangles T of k(T)·Σ over its vertices of (d - 3). */
  CLIQUE_TAILS(MotifPass.CLIQUES),
  /** Σ over triangles T of k(T)·Σ over its edges of (t - 2). */
  CLIQUE_TRIANGLES(MotifPass.CLIQUES),
  /** Σ over triangles and their edges of (t(edge) - 1)(d(opposite vertex) - 2). */
  KITES(MotifPass.CLIQUES),
  /** Σ over triangles and their pairs of edges of (t - 1)(t' - 1). */
  GEMS(MotifPass.CLIQUES),
  /** Number of 5-cliques. */
  CLIQUES_5(MotifPass.CLIQUES),
  /** Σ over triangles, their vertices u and the neighbours of u before the whole triangle of 1. */
  CYCLE_5_SHARED(MotifPass.CLIQUES),

  /** Number of 4-cycles. */
  CYCLES_4(MotifPass.CYCLES),
  /** Σ over 4-cycles and their vertices of (d - 2). */
  BANNERS(MotifPass.CYCLES_WITH_TRIANGLES),
  /** Σ over 4-cycles and their edges of t. */
  HOUSES(MotifPass.CYCLES_WITH_TRIANGLES),
  /** Closed walks of five steps that repeat at most the two vertices beside the middle edge. */
  CYCLE_5_WALKS(MotifPass.CYCLES_5),

  /** Σ over pairs a, c of C(W(a,c), 3). */
  TRIPLES_AT_LATER_END(MotifPass.PAIRS),
  /** Σ over pairs a, c, over x among their common neighbours, of x's degree among them·(W - 2). */
  SPOKES_AT_LATER_END(MotifPass.PAIR_NEIGHBORHOODS),
  /** Σ over pairs a, c, over x among their common neighbours, of C(x's degree among them, 2). */
  WEDGES_AT_LATER_END(MotifPass.PAIR_NEIGHBORHOODS);

  private final MotifPass pass;

  LocalSum(MotifPass pass) {
    this.pass = pass;
  }

  /** The pass over the graph that fills the sum. */
  MotifPass pass() {
    return pass;
  }
}
