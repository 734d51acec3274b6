package io.cliquestream.kernels.cpu.maxclique.reduction;

import io.cliquestream.kernels.control.JobControl;
import java.util.Arrays;

/**
 * Exact degeneracy order of the survivors, oriented.
 *
 * <p>Rank 0 is the vertex removed last by the peel; core numbers descend with the rank. A row holds
 * the neighbours of smaller rank, in no order. Only ranks below {@link #count} exist: those whose
 * core number allows a clique of the target size. They are the first ones, so no row misses
 * anything.
 *
 * @param vertices the graph's vertex of each rank
 * @param cores core number of each rank, in the graph of the survivors
 * @param rows ranks adjacent to each rank and below it
 */
public record CoreOrder(int[] vertices, int[] cores, PagedRows rows) {

  public int count() {
    return vertices.length;
  }

  /** Largest core number, 0 without vertices. */
  int degeneracy() {
    return cores.length == 0 ? 0 : cores[0];
  }

  /**
   * Peels the survivors, whose rows it takes over, and orients those vertices that may be in a
   * clique of {@code target} vertices.
   */
  public static CoreOrder of(Survivors survivors, int target, JobControl control) {
    return new Peel(survivors, control).run(target);
  }

  /**
   * Peels level by level (ParK; Dasari, Ranjan and Zubair, 2014): all vertices with at most k
   * neighbours left go before any other, and those that fall to k meanwhile join the queue. Unlike
   * bucket peeling nothing is kept sorted, so an edge costs one look at a degree. What is left of a
   * row when its vertex goes is just the neighbours that go later: the oriented row, written over
   * the row itself. The vertices that cannot matter all go at once, at the first level.
   */
  private static final class Peel {
    private static final int VERTICES_PER_CHECK = 1 << 10;
    private static final int GONE = -1;

    private final Survivors survivors;
    private final PagedRows rows;
    private final JobControl control;
    private final int[] degree;
    private final int[] queue;
    private int head;
    private int tail;

    Peel(Survivors survivors, JobControl control) {
      this.survivors = survivors;
      this.rows = survivors.rows();
      this.control = control;
      this.degree = new int[survivors.count()];
      this.queue = new int[survivors.count()];
    }

    CoreOrder run(int target) {
      int n = survivors.count();
      int[] alive = new int[n];
      for (int v = 0; v < n; v++) {
        degree[v] = rows.length(v);
        alive[v] = v;
      }
      int[] cores = new int[n];
      int dropped = 0;
      int left = n;
      int level = target - 2;
      while (left > 0) {
        int kept = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < left; i++) {
          int v = alive[i];
          int d = degree[v];
          if (d == GONE) {
            continue;
          }
          if (d <= level) {
            queue[tail++] = v;
          } else {
            least = Math.min(least, d);
            alive[kept++] = v;
          }
        }
        left = kept;
        int first = head;
        drain(level);
        Arrays.fill(cores, first, head, level);
        if (level < target - 1) {
          dropped = head;
        }
        // A vertex that has lost neighbours since was queued as soon as it fell to the level.
        level = first == head ? least : level + 1;
      }
      return orient(n, dropped, cores);
    }

    private void drain(int level) {
      while (head < tail) {
        int v = queue[head++];
        if (head % VERTICES_PER_CHECK == 0) {
          control.checkStopped();
        }
        degree[v] = GONE;
        int[] page = rows.page(v);
        int start = rows.start(v);
        int end = start + rows.length(v);
        int out = start;
        for (int e = start; e < end; e++) {
          int u = page[e];
          int d = degree[u];
          if (d != GONE) {
            page[out++] = u;
            if (d > level) {
              degree[u] = d - 1;
              if (d - 1 == level) {
                queue[tail++] = u;
              }
            }
          }
        }
        rows.truncate(v, out - start);
      }
    }

    /** Turns the order of removal into ranks. */
    private CoreOrder orient(int n, int dropped, int[] coresByRemoval) {
      int count = n - dropped;
      int[] rank = new int[n];
      int[] source = new int[count];
      int[] vertices = new int[count];
      int[] cores = new int[count];
      for (int r = 0; r < count; r++) {
        int v = queue[n - 1 - r];
        rank[v] = r;
        source[r] = v;
        vertices[r] = survivors.vertices()[v];
        cores[r] = coresByRemoval[n - 1 - r];
      }
      PagedRows oriented = rows.select(source);
      for (int r = 0; r < count; r++) {
        int[] page = oriented.page(r);
        int end = oriented.start(r) + oriented.length(r);
        for (int e = oriented.start(r); e < end; e++) {
          page[e] = rank[page[e]];
        }
      }
      return new CoreOrder(vertices, cores, oriented);
    }
  }
}
