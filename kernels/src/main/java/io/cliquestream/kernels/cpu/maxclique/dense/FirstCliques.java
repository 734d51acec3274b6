package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.control.StopCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The lexicographically first cliques of a size: a search that takes vertices in their order and
 * ends after so many cliques. Quick where most beginnings can be completed, as in very symmetric
 * graphs; colour bounds end the others.
 */
public final class FirstCliques {
  private final BitGraph graph;
  private final ColorBound bound = new ColorBound(MaximumCliquePolicy.DEFAULT);
  private final int[] branches;
  private final int[] chosen;
  private final long limit;
  private final StopCheck stop;
  private final List<int[]> found = new ArrayList<>();
  private long nodesLeft;

  private FirstCliques(BitGraph graph, int size, long limit, long mostNodes, StopCheck stop) {
    this.graph = graph;
    this.chosen = new int[size];
    this.limit = limit;
    this.nodesLeft = mostNodes;
    this.stop = stop;
    this.branches = new int[Long.SIZE * graph.words()];
    bound.reset(graph);
  }

  /**
   * Finds them.
   *
   * @param graph its vertices by ascending name
   * @param size 1 or more
   * @param limit most cliques
   * @param mostNodes beginnings looked at after which to give up
   * @return by name, in order; empty where it gave up
   */
  public static Optional<List<int[]>> of(
      BitGraph graph, int size, long limit, long mostNodes, StopCheck stop) {
    FirstCliques search = new FirstCliques(graph, size, limit, mostNodes, stop);
    search.extend(graph.all(), 0);
    return search.nodesLeft <= 0 ? Optional.empty() : Optional.of(search.found);
  }

  private boolean isOver() {
    return found.size() >= limit || nodesLeft <= 0;
  }

  /** Finds the cliques that begin with the vertices chosen, in order. */
  private void extend(long[] candidates, int depth) {
    if (depth == chosen.length) {
      found.add(Arrays.stream(chosen).map(v -> graph.vertices()[v]).toArray());
      return;
    }
    int room = chosen.length - depth;
    int words = graph.words();
    for (int w = 0; w < words; w++) {
      while (candidates[w] != 0) {
        if (isOver() || !isPossible(candidates, room)) {
          return;
        }
        int v = (w << 6) + Long.numberOfTrailingZeros(candidates[w]);
        candidates[w] &= candidates[w] - 1;
        long[] next = new long[words];
        for (int i = 0; i < words; i++) {
          next[i] = candidates[i] & graph.rows()[v * words + i];
        }
        if (isPossible(next, room - 1)) {
          chosen[depth] = v;
          extend(next, depth + 1);
        }
      }
    }
  }

  private boolean isPossible(long[] candidates, int room) {
    if (room == 0) {
      return true;
    }
    nodesLeft--;
    stop.checkStopped();
    return bound.branches(candidates, room - 1, branches) > 0;
  }
}
