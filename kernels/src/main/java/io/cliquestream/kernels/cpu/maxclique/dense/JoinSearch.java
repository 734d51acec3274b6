package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.assembly.CliqueUnions;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds all maximum cliques of a graph whose complement falls apart.
 *
 * <p>Vertices in different components of the complement are all adjacent, so a maximum clique is
 * one maximum clique of each component: clique numbers add up and the numbers of maximum cliques
 * multiply. A cocktail party graph of p pairs has 2ᵖ of them, a Moon–Moser graph 3ᵖ; here they cost
 * p small searches.
 */
public record JoinSearch(MaximumCliquePolicy policy, long limit) {
  /** The vertex sets of the complement's components, the smallest first. */
  public static List<int[]> parts(BitGraph graph) {
    List<int[]> parts = new ArrayList<>();
    int words = graph.words();
    long[] unseen = graph.all();
    int[] queue = new int[graph.size()];
    for (int first = 0; first < graph.size(); first++) {
      if ((unseen[first >>> 6] >>> first & 1) == 0) {
        continue;
      }
      unseen[first >>> 6] &= ~(1L << first);
      int head = 0;
      int tail = 0;
      queue[tail++] = first;
      while (head < tail) {
        int row = queue[head++] * words;
        for (int w = 0; w < words; w++) {
          long found = unseen[w] & ~graph.rows()[row + w];
          unseen[w] ^= found;
          for (; found != 0; found &= found - 1) {
            queue[tail++] = (w << 6) + Long.numberOfTrailingZeros(found);
          }
        }
      }
      int[] part = Arrays.copyOf(queue, tail);
      Arrays.sort(part);
      parts.add(part);
    }
    parts.sort((a, b) -> Integer.compare(a.length, b.length));
    return parts;
  }

  /**
   * Searches every part and joins the outcomes.
   *
   * @param collector takes the joined cliques if they reach the task's target
   */
  public void run(DenseSearch.Task task, List<int[]> parts, CliqueCollector collector) {
    int count = parts.size();
    BitGraph[] graphs = new BitGraph[count];
    int[] bounds = new int[count];
    int total = task.prefix().length;
    ColorBound bound = new ColorBound(policy);
    for (int i = 0; i < count; i++) {
      graphs[i] = task.graph().induced(parts.get(i), parts.get(i).length);
      bound.reset(graphs[i]);
      bounds[i] = bound.colors(graphs[i].all(), Integer.MAX_VALUE);
      total += bounds[i];
    }
    BigInteger product = BigInteger.ONE;
    int[] prefix = task.prefix().clone();
    Arrays.sort(prefix);
    List<int[]> joined = List.of(prefix);
    for (int i = 0; i < count; i++) {
      int others = total - bounds[i];
      Incumbent incumbent = new Incumbent(true, Math.max(1, task.incumbent().target() - others));
      if (others + bounds[i] < task.incumbent().target()) {
        return;
      }
      CliqueCollector part = new CliqueCollector(limit);
      DenseSearch search = new DenseSearch(policy, part::add);
      search.run(new PartTask(graphs[i], incumbent, task));
      if (part.size() == 0) {
        return;
      }
      total = others + part.size();
      product = product.multiply(part.count());
      joined = CliqueUnions.smallest(joined, part.smallest(), limit);
    }
    if (total >= task.incumbent().target()) {
      task.incumbent().offer(joined.get(0), total);
      collector.addAll(total, product, joined);
    }
  }

  private record PartTask(BitGraph graph, Incumbent incumbent, DenseSearch.Task whole)
      implements DenseSearch.Task {
    @Override
    public int[] prefix() {
      return new int[0];
    }

    @Override
    public void pause(DenseSearch search) {
      whole.checkStopped();
    }

    @Override
    public void checkStopped() {
      whole.checkStopped();
    }
  }
}
