package io.cliquestream.kernels.cpu.maxclique.reduction;

import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.Graph;
import java.util.Arrays;

/**
 * Cliques grown greedily: from a seed, always take the remaining common neighbour with the largest
 * key (equal keys: the smallest vertex) until none remains. The single runs of Geil, Porumbescu and
 * Owens (section III) start from the vertex with the largest key, the multi runs from every vertex.
 * Keys are degrees or core numbers.
 *
 * <p>As chunked work this is the multi run; seeds whose outcome cannot reach the best size are left
 * early, which changes nothing. Among equally large cliques the one of the smallest seed wins, so
 * the outcome does not depend on threads.
 */
public final class GreedyCliques implements ChunkedWork<GreedyCliques.Run> {
  private static final int SEEDS_PER_CHUNK = 256;

  private final Graph graph;
  private final int[] keys;
  private volatile int best;
  private int bestSeed = -1;
  private int[] bestClique = new int[0];
  private final Run single = new Run();

  public GreedyCliques(Graph graph, int[] keys) {
    this.graph = graph;
    this.keys = keys;
  }

  /** The clique of one seed, nothing when it cannot have {@code atLeast} vertices. */
  public int[] grow(int seed, int atLeast) {
    int length = single.grow(seed, atLeast);
    return Arrays.copyOf(single.clique, length);
  }

  /** Entries of rows read by {@link #grow} since the start. */
  long reads() {
    return single.reads;
  }

  /** The largest clique after this work has run. */
  public int[] largest() {
    return bestClique;
  }

  @Override
  public long chunkCount() {
    return (graph.vertexCount() + SEEDS_PER_CHUNK - 1L) / SEEDS_PER_CHUNK;
  }

  @Override
  public double cost(long chunk) {
    return SEEDS_PER_CHUNK;
  }

  @Override
  public Run newState() {
    return new Run();
  }

  @Override
  public void process(long chunk, Run state, Slice<Run> slice) {
    int from = (int) chunk * SEEDS_PER_CHUNK;
    int to = Math.min(from + SEEDS_PER_CHUNK, graph.vertexCount());
    for (int seed = from; seed < to; seed++) {
      slice.checkStopped();
      int length = state.grow(seed, best);
      if (length > state.size || (length == state.size && seed < state.seed)) {
        state.size = length;
        state.seed = seed;
        state.kept = Arrays.copyOf(state.clique, length);
        raise(length);
      }
    }
  }

  @Override
  public void merge(Run state) {
    if (state.size > bestClique.length
        || (state.size == bestClique.length && state.seed < bestSeed)) {
      bestClique = state.kept;
      bestSeed = state.seed;
    }
  }

  private synchronized void raise(int length) {
    best = Math.max(best, length);
  }

  /** One thread's memory: three times the longest row met. */
  final class Run {
    private int[] candidates = new int[64];
    private int[] row = new int[64];
    private int[] clique = new int[64];
    private int size;
    private int seed = Integer.MAX_VALUE;
    private int[] kept = new int[0];
    private long reads;

    private int grow(int start, int atLeast) {
      int left = graph.degree(start);
      if (left + 1 < atLeast) {
        return 0;
      }
      candidates = fit(candidates, left);
      graph.copyNeighbors(start, candidates);
      if (clique.length < left + 1) {
        clique = new int[Math.max(left + 1, 2 * clique.length)];
      }
      int length = 0;
      clique[length++] = start;
      while (left > 0) {
        if (length + left < atLeast) {
          return 0;
        }
        int next = candidates[0];
        for (int i = 1; i < left; i++) {
          if (keys[candidates[i]] > keys[next]) {
            next = candidates[i];
          }
        }
        clique[length++] = next;
        left = intersect(left, next);
      }
      return length;
    }

    private int intersect(int left, int vertex) {
      int degree = graph.degree(vertex);
      row = fit(row, degree);
      graph.copyNeighbors(vertex, row);
      reads += degree;
      int kept = 0;
      int at = 0;
      boolean gallop = degree / 16 > left;
      for (int i = 0; i < left; i++) {
        int wanted = candidates[i];
        if (gallop) {
          int found = Arrays.binarySearch(row, at, degree, wanted);
          at = found >= 0 ? found : -found - 1;
        } else {
          while (at < degree && row[at] < wanted) {
            at++;
          }
        }
        if (at == degree) {
          break;
        }
        if (row[at] == wanted) {
          candidates[kept++] = wanted;
        }
      }
      return kept;
    }

    private static int[] fit(int[] array, int length) {
      return array.length >= length ? array : new int[Math.max(length, 2 * array.length)];
    }
  }
}
