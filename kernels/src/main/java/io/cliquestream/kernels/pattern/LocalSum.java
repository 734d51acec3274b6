package io.cliquestream.kernels.pattern;

/**
 * The sums over vertices, edges, triangles, 4-cycles and pairs from which every motif count up to
 * five vertices follows ({@link MotifFormulas}).
 *
 * <p>d(v) is a degree, t(e) the triangles through an edge, t(v) those through a vertex, k(T) the
 * 4-cliques that hold a triangle, W(a,c) the common neighbours of two vertices. An arc is an edge
 * with a direction; every edge is two arcs.
 */
public enum LocalSum {
  /** Σ over v of C(d(v), 2). */
  PAIRS_AT_VERTEX,
  /** Σ over v of C(d(v), 3). */
  TRIPLES_AT_VERTEX,
  /** Σ over v of C(d(v), 4). */
  QUADRUPLES_AT_VERTEX,
  /** Σ over arcs uv of (d(u) - 1)(d(v) - 1). */
  WALKS_3,
  /** Σ over arcs uv of C(d(u) - 1, 2)(d(v) - 1). */
  FORKS,
  /** Σ over v and ordered pairs of neighbours a ≠ b of (d(a) - 1)(d(b) - 1). */
  WALKS_4,

  /** Σ over v of t(v). */
  TRIANGLES_AT_VERTEX,
  /** Σ over v of t(v)(d(v) - 2). */
  TAILS,
  /** Σ over arcs of C(t, 2). */
  TRIANGLE_PAIRS_AT_ARC,
  /** Σ over arcs of C(t, 3). */
  TRIANGLE_TRIPLES_AT_ARC,
  /** Σ over v of t(v)·C(d(v) - 2, 2). */
  TAIL_PAIRS,
  /** Σ over arcs uv of t(uv)(d(u) - 2)(d(v) - 2). */
  BULLS,
  /** Σ over v of t(v)·Σ over neighbours u of (d(u) - 1). */
  LONG_TAILS,
  /** Σ over arcs uv of t(uv)(d(v) - 1). */
  TRIANGLE_ENDS,
  /** Σ over v of C(t(v), 2). */
  TRIANGLE_PAIRS_AT_VERTEX,
  /** Σ over arcs uv of C(t(uv), 2)(d(u) - 3). */
  DARTS,

  /** Number of 4-cliques. */
  CLIQUES_4,
  /** Σ over triangles T of C(k(T), 2). */
  CLIQUE_PAIRS_AT_TRIANGLE,
  /** Σ over triangles T of k(T)·Σ over its vertices of (d - 3). */
  CLIQUE_TAILS,
  /** Σ over triangles T of k(T)·Σ over its edges of (t - 2). */
  CLIQUE_TRIANGLES,
  /** Σ over triangles and their edges of (t(edge) - 1)(d(opposite vertex) - 2). */
  KITES,
  /** Σ over triangles and their pairs of edges of (t - 1)(t' - 1). */
  GEMS,
  /** Number of 5-cliques. */
  CLIQUES_5,
  /** Σ over triangles, their vertices u and the neighbours of u before the whole triangle of 1. */
  CYCLE_5_SHARED,

  /** Number of 4-cycles. */
  CYCLES_4,
  /** Σ over 4-cycles and their vertices of (d - 2). */
  BANNERS,
  /** Σ over 4-cycles and their edges of t. */
  HOUSES,
  /** Closed walks of five steps that repeat at most the two vertices beside the middle edge. */
  CYCLE_5_WALKS,

  /** Σ over pairs a, c of C(W(a,c), 3). */
  TRIPLES_AT_LATER_END,
  /** Σ over pairs a, c, over x among their common neighbours, of x's degree among them·(W - 2). */
  SPOKES_AT_LATER_END,
  /** Σ over pairs a, c, over x among their common neighbours, of C(x's degree among them, 2). */
  WEDGES_AT_LATER_END
}
