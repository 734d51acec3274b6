package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.job.CliqueCollector;
import java.util.Arrays;

/**
 * Branch and bound on a bit matrix.
 *
 * <p>A level holds a candidate set P and those of its vertices that must be branched on, b₁ &lt; …
 * &lt; bₓ; {@link ColorBound} proves that the others hold no clique large enough. Branch i searches
 * bᵢ with its neighbours among the others and b₁ … bᵢ₋₁, from the last to the first, so every
 * clique is met once. When the incumbent has grown by j since, the first j branches need no search
 * either: each adds at most one vertex to the bound.
 *
 * <p>The stack is explicit, because cliques have thousands of vertices in web graphs. Levels are
 * allocated when first reached and kept: at most (depth + 1) · (words of a row + vertices / 2)
 * longs. A branch and everything before it at its level can be handed to another thread; the matrix
 * is then shared and never written again.
 *
 * <p>One instance per thread.
 */
final class CliqueSearch {
  private final MaximumCliquePolicy policy;
  private final ColorBound bound;
  private final CliqueCollector collector;

  private long[][] candidates = new long[0][];
  private int[][] branches = new int[0][];
  private int[] branchCount = new int[0];
  private int[] allowance = new int[0];
  private int[] clique = new int[0];
  private int[] names = new int[0];
  private long nodes;

  /**
   * A search with its own memory.
   *
   * @param collector takes every clique of the target size when ties are wanted; else null
   */
  CliqueSearch(MaximumCliquePolicy policy, CliqueCollector collector) {
    this.policy = policy;
    this.collector = collector;
    this.bound = new ColorBound(policy.literalClassSize());
  }

  /** Branches taken since the start. */
  long nodes() {
    return nodes;
  }

  ColorBound bound() {
    return bound;
  }

  /** What a search needs to know about the whole. */
  interface Task {
    BitGraph graph();

    /** Vertices that are in every clique besides those of the matrix, by their outside names. */
    int[] prefix();

    Incumbent incumbent();

    /** Looks at cancellation; may hand over work. Called every few thousand nodes. */
    void pause(CliqueSearch search);

    /** Throws when the job was stopped. */
    void checkStopped();
  }

  /** A level as it was handed over. */
  record Handover(int[] clique, long[] candidates, int[] branches, int allowance) {}

  /** Searches the whole matrix. */
  void run(Task task) {
    BitGraph graph = task.graph();
    prepare(graph);
    level(0);
    candidates[0] = graph.all();
    if (graph.size() == 0) {
      if (task.prefix().length >= task.incumbent().target()) {
        report(task, 0);
      }
      return;
    }
    open(task, 0);
    search(task, 0);
  }

  /** Searches what another search handed over. */
  void resume(Task task, Handover handover) {
    prepare(task.graph());
    int base = handover.clique().length;
    for (int i = 0; i <= base; i++) {
      level(i);
      branchCount[i] = 0;
    }
    System.arraycopy(handover.clique(), 0, clique, 0, base);
    System.arraycopy(handover.candidates(), 0, candidates[base], 0, handover.candidates().length);
    System.arraycopy(handover.branches(), 0, branches[base], 0, handover.branches().length);
    branchCount[base] = handover.branches().length;
    allowance[base] = handover.allowance();
    search(task, base);
  }

  /**
   * Takes the branches still to do at the shallowest level that has enough of them.
   *
   * @return null when there is nothing worth handing over
   */
  Handover handOver() {
    for (int level = base; level <= depth; level++) {
      int count = branchCount[level];
      if (count > 0) {
        branchCount[level] = 0;
        return new Handover(
            Arrays.copyOf(clique, level),
            Arrays.copyOf(candidates[level], words),
            Arrays.copyOf(branches[level], count),
            allowance[level]);
      }
    }
    return null;
  }

  /** Undoes {@link #handOver}, when nobody takes the branches. */
  void takeBack(Handover handover) {
    branchCount[handover.clique().length] = handover.branches().length;
  }

  private int words;
  private long[] rows;
  private int base;
  private int depth;

  private void prepare(BitGraph graph) {
    words = graph.words();
    rows = graph.rows();
    bound.reset(graph);
    if (clique.length < graph.size() + 1) {
      clique = new int[graph.size() + 1];
    }
  }

  private void level(int level) {
    if (level >= candidates.length) {
      int length = Math.max(16, 2 * level);
      candidates = Arrays.copyOf(candidates, length);
      branches = Arrays.copyOf(branches, length);
      branchCount = Arrays.copyOf(branchCount, length);
      allowance = Arrays.copyOf(allowance, length);
    }
    if (candidates[level] == null || candidates[level].length < words) {
      candidates[level] = new long[words];
    }
    if (branches[level] == null || branches[level].length < 64 * words) {
      branches[level] = new int[64 * words];
    }
  }

  /** Finds the branches of a level whose candidates stand ready. */
  private void open(Task task, int level) {
    int size = task.prefix().length + level;
    allowance[level] = Math.max(0, task.incumbent().target() - 1 - size);
    branchCount[level] = bound.branches(candidates[level], allowance[level], branches[level]);
  }

  private void search(Task task, int from) {
    base = from;
    depth = from;
    Incumbent incumbent = task.incumbent();
    int prefix = task.prefix().length;
    long workAtPause = bound.work();
    while (depth >= base) {
      if (branchCount[depth] == 0) {
        depth--;
        continue;
      }
      int target = incumbent.target();
      int index = --branchCount[depth];
      if (prefix + depth + allowance[depth] + index + 1 < target) {
        branchCount[depth] = 0;
        continue;
      }
      int vertex = branches[depth][index];
      nodes++;
      clique[depth] = vertex;
      level(depth + 1);
      int left = descend(depth, vertex);
      int size = prefix + depth + 1;
      if (left == 0) {
        if (size >= target) {
          report(task, depth + 1);
        }
      } else if (size + left >= target) {
        depth++;
        open(task, depth);
      }
      if (bound.work() - workAtPause > policy.workPerCheck()) {
        workAtPause = bound.work();
        task.pause(this);
      }
    }
  }

  /** Makes the candidates of the next level; their number. */
  private int descend(int level, int vertex) {
    long[] here = candidates[level];
    long[] next = candidates[level + 1];
    here[vertex >>> 6] &= ~(1L << vertex);
    int row = vertex * words;
    int left = 0;
    for (int i = 0; i < words; i++) {
      long common = here[i] & rows[row + i];
      next[i] = common;
      left += Long.bitCount(common);
    }
    return left;
  }

  private void report(Task task, int length) {
    int[] prefix = task.prefix();
    int size = prefix.length + length;
    if (names.length < size) {
      names = new int[Math.max(size, 2 * names.length)];
    }
    System.arraycopy(prefix, 0, names, 0, prefix.length);
    for (int i = 0; i < length; i++) {
      names[prefix.length + i] = task.graph().vertices()[clique[i]];
    }
    task.incumbent().offer(names, size);
    if (collector != null) {
      collector.add(names, size);
    }
  }
}
