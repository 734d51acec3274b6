package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.MappedMotif;
import java.util.EnumMap;
import java.util.Map;

/**
 * Homomorphisms of all {@link MappedMotif}s, whose letters are those here.
 *
 * <p>Of a root x: the walks of two steps make W, P, Q and R of every vertex that these reach. Of
 * each neighbour u the common neighbours v of x and u are gone through, and from each all of v's
 * neighbours; what that finds next to u makes D, S and K. Then all vertices y are taken and W is
 * added up over y's row, which is T, and the pair adds to everything at once. So the time is
 * vertices times arcs, and degrees times triangles.
 *
 * <p>Sizes: with fewer than 2^31 arcs W, P, Q, R, D and T are walks of two steps from one vertex at
 * most and fit an int. S, K and sums at a root are below the largest degree times arcs, which is
 * below 2^62, or products of two ints; sums over roots are exact.
 *
 * <p>Memory for a thread: 54 bytes a vertex.
 */
final class WalkMapPass extends RootPass<WalkMapPass.Rows> {
  static final int VERTEX_BYTES = 54;

  /** Rows of one thread's root, by vertex; all 0 between two roots. */
  static final class Rows extends State {
    final Map<MappedMotif, ExactSum> maps = sums();
    final int[] common; // W
    final int[] near; // P
    final int[] far; // Q
    final int[] degrees; // R
    final int[] pairs; // D
    final long[] squares; // S
    final long[] cliques; // K
    final int[] touched;
    int touchedCount;

    /** Neighbours of the root, and of one of these. */
    final boolean[] first;

    final boolean[] second;

    /** Of one neighbour: what is adjacent to both, and what that is adjacent to. */
    final int[] members;

    final int[] found;
    final long[] inCliques;

    // Sums at the root.
    long walks2;
    long walks3;
    long degreeSquares;
    long triangles;
    long theirTriangles;
    long cycles4;
    long cycles5;
    long tips;
    long cliques4;

    Rows(RankedGraph graph) {
      int n = graph.vertexCount();
      common = new int[n];
      near = new int[n];
      far = new int[n];
      degrees = new int[n];
      pairs = new int[n];
      squares = new long[n];
      cliques = new long[n];
      touched = new int[n];
      first = new boolean[n];
      second = new boolean[n];
      members = new int[graph.maximumDegree()];
      found = new int[n];
      inCliques = new long[n];
    }

    ExactSum of(MappedMotif motif) {
      return maps.get(motif);
    }

    void clear() {
      for (int i = 0; i < touchedCount; i++) {
        int y = touched[i];
        common[y] = 0;
        near[y] = 0;
        far[y] = 0;
        degrees[y] = 0;
        pairs[y] = 0;
        squares[y] = 0;
        cliques[y] = 0;
      }
      touchedCount = 0;
      walks2 = 0;
      walks3 = 0;
      degreeSquares = 0;
      triangles = 0;
      theirTriangles = 0;
      cycles4 = 0;
      cycles5 = 0;
      tips = 0;
      cliques4 = 0;
    }
  }

  private final ArcTriangles arcTriangles;
  private final Map<MappedMotif, ExactSum> total;

  /**
   * A pass.
   *
   * @param triangles through every arc, in both directions
   * @param total what is added to, by {@link #sums()}
   */
  WalkMapPass(
      RankedGraph graph,
      ArcTriangles triangles,
      RootChunks chunks,
      Map<MappedMotif, ExactSum> total) {
    super(graph, chunks, new SumTable());
    this.arcTriangles = triangles;
    this.total = total;
  }

  /** Sums that are all 0. */
  static Map<MappedMotif, ExactSum> sums() {
    Map<MappedMotif, ExactSum> sums = new EnumMap<>(MappedMotif.class);
    for (MappedMotif motif : MappedMotif.values()) {
      sums.put(motif, new ExactSum());
    }
    return sums;
  }

  @Override
  public Rows newState() {
    return new Rows(graph);
  }

  @Override
  void process(int x, Rows rows, Slice<Rows> slice) {
    makeRows(x, rows, slice);
    for (long i = graph.offset(x); i < graph.offset(x + 1); i++) {
      int u = graph.neighbor(i);
      addFarTriangles(u, rows, slice);
      if (rows.common[u] != 0) {
        addEdgeTriangles(u, rows, slice);
      }
    }
    for (int y = 0; y < graph.vertexCount(); y++) {
      long t = 0;
      for (long i = graph.offset(y); i < graph.offset(y + 1); i++) {
        t += rows.common[graph.neighbor(i)];
      }
      if (t != 0 || rows.common[y] != 0) {
        addPair(graph.degree(x), y, t, rows);
      }
      rows.work(4L + graph.degree(y), slice);
    }
    addRoot(graph.degree(x), rows);
    for (long i = graph.offset(x); i < graph.offset(x + 1); i++) {
      rows.first[graph.neighbor(i)] = false;
    }
    rows.clear();
  }

  /** W, P, Q and R, and sums over walks from the root. */
  private void makeRows(int x, Rows rows, Slice<Rows> slice) {
    for (long i = graph.offset(x); i < graph.offset(x + 1); i++) {
      int z = graph.neighbor(i);
      int degree = graph.degree(z);
      int at = arcTriangles.get(i);
      rows.first[z] = true;
      rows.walks2 += degree;
      rows.degreeSquares += (long) degree * degree;
      rows.triangles += at;
      for (long j = graph.offset(z); j < graph.offset(z + 1); j++) {
        int y = graph.neighbor(j);
        int beyond = arcTriangles.get(j);
        if (rows.common[y]++ == 0) {
          rows.touched[rows.touchedCount++] = y;
        }
        rows.near[y] += at;
        rows.far[y] += beyond;
        rows.degrees[y] += degree;
        rows.walks3 += graph.degree(y);
        rows.theirTriangles += beyond;
      }
      rows.work(4L * degree, slice);
    }
  }

  /** W(x,a) W(x,b) over the triangles zab, both ways round. */
  private void addFarTriangles(int z, Rows rows, Slice<Rows> slice) {
    for (long i = graph.offset(z); i < graph.offset(z + 1); i++) {
      rows.second[graph.neighbor(i)] = true;
    }
    for (long i = graph.offset(z); i < graph.offset(z + 1); i++) {
      if (arcTriangles.get(i) == 0) {
        continue;
      }
      int a = graph.neighbor(i);
      long sum = 0;
      long end = graph.offset(a) + graph.outDegree(a);
      for (long j = graph.offset(a); j < end; j++) {
        int b = graph.neighbor(j);
        sum += rows.second[b] ? rows.common[b] : 0;
      }
      rows.of(MappedMotif.W_W_AT_TRIANGLE).addProduct(2L * rows.common[a], sum);
      rows.work(1L + graph.outDegree(a), slice);
    }
    for (long i = graph.offset(z); i < graph.offset(z + 1); i++) {
      rows.second[graph.neighbor(i)] = false;
    }
    rows.work(2L * graph.degree(z), slice);
  }

  /** D, S and K of what is next to u, by the common neighbours of x and u. */
  private void addEdgeTriangles(int u, Rows rows, Slice<Rows> slice) {
    int[] members = rows.members;
    int count = 0;
    for (long i = graph.offset(u); i < graph.offset(u + 1); i++) {
      int v = graph.neighbor(i);
      if (rows.first[v]) {
        members[count++] = v;
      }
    }
    for (int i = 0; i < count; i++) {
      int v = members[i];
      for (long j = graph.offset(v); j < graph.offset(v + 1); j++) {
        rows.found[graph.neighbor(j)]++;
      }
      rows.work(graph.degree(v), slice);
    }
    for (int i = 0; i < count; i++) {
      int v = members[i];
      int around = rows.found[v];
      if (around != 0) {
        for (long j = graph.offset(v); j < graph.offset(v + 1); j++) {
          rows.inCliques[graph.neighbor(j)] += around;
        }
        rows.work(graph.degree(v), slice);
      }
    }
    for (int i = 0; i < count; i++) {
      int v = members[i];
      long around = rows.inCliques[v];
      rows.of(MappedMotif.CLIQUE_DEGREES).addProduct(around, graph.degree(v));
      rows.of(MappedMotif.CLIQUE_TRIANGLES).addProduct(around, rows.common[v]);
    }
    for (long i = graph.offset(u); i < graph.offset(u + 1); i++) {
      int y = graph.neighbor(i);
      int found = rows.found[y];
      if (found != 0) {
        rows.pairs[y] += found;
        rows.squares[y] += (long) found * found;
        rows.cliques[y] += rows.inCliques[y];
      }
    }
    for (int i = 0; i < count; i++) {
      int v = members[i];
      for (long j = graph.offset(v); j < graph.offset(v + 1); j++) {
        int y = graph.neighbor(j);
        rows.found[y] = 0;
        rows.inCliques[y] = 0;
      }
    }
    rows.work(2L * graph.degree(u), slice);
  }

  /** Everything that the root and y add to. */
  private static void addPair(long degree, int y, long t, Rows rows) {
    long w = rows.common[y];
    boolean adjacent = rows.first[y];
    rows.of(MappedMotif.T_T).addProduct(t, t);
    if (adjacent) {
      rows.of(MappedMotif.A_T_T).addProduct(t, t);
    }
    if (w == 0) {
      return;
    }
    long p = rows.near[y];
    long r = rows.degrees[y];
    rows.cycles4 += w * w;
    rows.cycles5 += w * t;
    rows.of(MappedMotif.W_W_T).addProduct(w * w, t);
    rows.of(MappedMotif.P_T).addProduct(p, t);
    rows.of(MappedMotif.P_Q).addProduct(p, rows.far[y]);
    if (adjacent) {
      rows.of(MappedMotif.A_R_T).addProduct(r, t);
      rows.of(MappedMotif.A_R_R).addProduct(r, r);
      rows.of(MappedMotif.A_P_T).addProduct(p, t);
      rows.of(MappedMotif.A_P_Q).addProduct(p, rows.far[y]);
    }
    if (rows.pairs[y] != 0) {
      addDense(degree, y, t, rows);
    }
  }

  /** The same with edges among the common neighbours. */
  private static void addDense(long degree, int y, long t, Rows rows) {
    long w = rows.common[y];
    long d = rows.pairs[y];
    long p = rows.near[y];
    long r = rows.degrees[y];
    rows.tips += d;
    rows.of(MappedMotif.T_D).addProduct(t, d);
    rows.of(MappedMotif.D_R).addProduct(d, r);
    rows.of(MappedMotif.P_D).addProduct(p, d);
    rows.of(MappedMotif.D_D).addProduct(d, d);
    rows.of(MappedMotif.D_W_DEGREE).addProduct(d * w, degree);
    rows.of(MappedMotif.D_W_W).addProduct(d * w, w);
    rows.of(MappedMotif.S_W).addProduct(rows.squares[y], w);
    rows.of(MappedMotif.K_W).addProduct(rows.cliques[y], w);
    if (rows.first[y]) {
      rows.cliques4 += d;
      rows.of(MappedMotif.A_T_D).addProduct(t, d);
      rows.of(MappedMotif.A_D_R).addProduct(d, r);
      rows.of(MappedMotif.A_P_D).addProduct(p, d);
      rows.of(MappedMotif.A_D_D).addProduct(d, d);
    }
  }

  /** What hangs together at the root alone. */
  private static void addRoot(long degree, Rows rows) {
    rows.of(MappedMotif.T2_W3).addProduct(rows.triangles, rows.walks3);
    rows.of(MappedMotif.T2_C4).addProduct(rows.triangles, rows.cycles4);
    rows.of(MappedMotif.C4_W2).addProduct(rows.cycles4, rows.walks2);
    rows.of(MappedMotif.TIP_W2).addProduct(rows.tips, rows.walks2);
    rows.of(MappedMotif.TIP_T2).addProduct(rows.tips, rows.triangles);
    rows.of(MappedMotif.T2_T2).addProduct(rows.triangles, rows.theirTriangles);
    rows.of(MappedMotif.W2_W3).addProduct(rows.walks2, rows.walks3);
    rows.of(MappedMotif.C5_DEGREE).addProduct(rows.cycles5, degree);
    rows.of(MappedMotif.C4_DEGREES).addProduct(rows.cycles4, degree * degree);
    rows.of(MappedMotif.T2_SQUARES).addProduct(rows.triangles, rows.degreeSquares);
    rows.of(MappedMotif.K4_T2).addProduct(rows.cliques4, rows.triangles);
    rows.of(MappedMotif.K4_W2).addProduct(rows.cliques4, rows.walks2);
    rows.of(MappedMotif.EDGE).add(degree);
  }

  @Override
  public void merge(Rows rows) {
    total.forEach((motif, sum) -> sum.add(rows.of(motif)));
  }
}
