package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * Branch and bound on a bit matrix.
 *
 * <p>A level holds a candidate set P and those of its vertices that must be branched on, b₁ &lt; …
 * &lt; bₓ; {@link ColorBound} proves that the others hold no clique large enough. Branch i searches
 * bᵢ with its neighbours among the others and b₁ … bᵢ₋₁, from the last to the first, so every
 * clique is met once. When the incumbent has grown by j since, the first j branches need no search
 * either: each adds at most one vertex to the bound.
 *
 * <p>Deep in the tree few candidates are left of a wide matrix. When their rows fit into fewer
 * longs, a level goes on in a matrix of its own ({@link Compaction}), so that most of the search
 * works on one or two longs a row. Those matrices take a third of the root's at most.
 *
 * <p>The stack is explicit, because cliques have thousands of vertices in web graphs. Levels are
 * allocated when first reached and kept: at most (depth + 1) · (words of a row + vertices / 2)
 * longs. A branch and everything before it at its level can be handed to another thread, in terms
 * of the root's matrix, which is shared and never written again.
 *
 * <p>One instance per thread.
 */
public final class DenseSearch implements WordSearch.Above {
  private final MaximumCliquePolicy policy;
  private final ColorBound bound;
  private final WordSearch end;
  private final ObjIntConsumer<int[]> found;

  private Task task;
  private Compaction root;

  /** Own memory for narrower matrices; widths shrink on the way down, and so do slots. */
  private final Compaction[] compactions;

  private Compaction[] matrix = new Compaction[0];
  private long[][] candidates = new long[0][];
  private int[][] branches = new int[0][];
  private int[] branchCount = new int[0];
  private int[] allowance = new int[0];

  /** Vertices chosen, as vertices of the root's matrix. */
  private int[] clique = new int[0];

  private int[] names = new int[0];
  private long nodes;
  private long workBelow;
  private long unreported;

  /** Level that the search in progress began at, and the one it is at. */
  private int base;

  private int depth;

  /**
   * A search with its own memory.
   *
   * @param found takes every clique of the target size when ties are wanted: an array, which is
   *     used again, and the number of its first entries that are the vertices; else null
   */
  public DenseSearch(MaximumCliquePolicy policy, ObjIntConsumer<int[]> found) {
    this.policy = policy;
    this.found = found;
    this.bound = new ColorBound(policy);
    this.end = new WordSearch(policy);
    this.compactions = new Compaction[slot(Integer.MAX_VALUE) + 1];
    Arrays.setAll(compactions, i -> new Compaction());
  }

  /** Branches taken since the start. */
  public long nodes() {
    return nodes;
  }

  /** Words touched by the bounds since the start, whatever the search. */
  public long work() {
    return bound.work() + workBelow;
  }

  public ColorBound bound() {
    return bound;
  }

  /** What a search needs to know about the whole. */
  public interface Task {
    BitGraph graph();

    /** Vertices that are in every clique besides those of the matrix, by their outside names. */
    int[] prefix();

    Incumbent incumbent();

    /** Looks at cancellation; may hand over work. Called every few thousand nodes. */
    void pause(DenseSearch search);

    /** Throws when the job was stopped. */
    void checkStopped();
  }

  /**
   * A level as it was handed over.
   *
   * @param clique vertices chosen before, {@code candidates} those left, {@code branches} those of
   *     them still to branch on, all in the root's matrix
   */
  record Handover(int[] clique, long[] candidates, int[] branches, int allowance) {}

  /** Searches the whole matrix. */
  public void run(Task whole) {
    BitGraph graph = whole.graph();
    prepare(whole);
    if (graph.size() == 0) {
      if (task.prefix().length >= task.incumbent().target()) {
        reportClique(0);
      }
      return;
    }
    level(0, graph.words());
    BitMatrix.fillFirst(candidates[0], graph.size());
    matrix[0] = root;
    open(0, graph.size());
    search(0);
  }

  /** Searches what another search handed over. */
  void resume(Task whole, Handover handover) {
    prepare(whole);
    int words = root.words();
    int length = handover.clique().length;
    for (int i = 0; i <= length; i++) {
      level(i, words);
      branchCount[i] = 0;
    }
    System.arraycopy(handover.clique(), 0, clique, 0, length);
    System.arraycopy(handover.candidates(), 0, candidates[length], 0, words);
    System.arraycopy(handover.branches(), 0, branches[length], 0, handover.branches().length);
    branchCount[length] = handover.branches().length;
    allowance[length] = handover.allowance();
    matrix[length] = root;
    depth = length;
    search(length);
  }

  /**
   * Takes the branches still to do at the shallowest level that has some.
   *
   * @return null when there is nothing to hand over
   */
  Handover handOver() {
    for (int level = base; level <= depth; level++) {
      int count = branchCount[level];
      if (count > 0) {
        branchCount[level] = 0;
        Compaction here = matrix[level];
        int[] left = new int[count];
        for (int i = 0; i < count; i++) {
          left[i] = here.original(branches[level][i]);
        }
        return new Handover(
            Arrays.copyOf(clique, level),
            here.original(candidates[level], root),
            left,
            allowance[level]);
      }
    }
    return null;
  }

  /** Undoes {@link #handOver}, when nobody takes the branches. */
  void takeBack(Handover handover) {
    branchCount[handover.clique().length] = handover.branches().length;
  }

  /** Ends the search in progress where it stands: nothing that is left is searched. */
  public void dropRest() {
    for (int level = base; level <= depth; level++) {
      branchCount[level] = 0;
    }
  }

  private void prepare(Task whole) {
    BitGraph graph = whole.graph();
    task = whole;
    base = 0;
    depth = 0;
    root = Compaction.whole(graph);
    if (clique.length < graph.size() + 1) {
      clique = new int[graph.size() + 1];
    }
  }

  private void level(int level, int words) {
    if (level >= candidates.length) {
      int length = Math.max(16, 2 * level);
      candidates = Arrays.copyOf(candidates, length);
      branches = Arrays.copyOf(branches, length);
      branchCount = Arrays.copyOf(branchCount, length);
      allowance = Arrays.copyOf(allowance, length);
      matrix = Arrays.copyOf(matrix, length);
    }
    if (candidates[level] == null || candidates[level].length < words) {
      candidates[level] = new long[words];
    }
    if (branches[level] == null || branches[level].length < 64 * words) {
      branches[level] = new int[64 * words];
    }
  }

  /** Finds the branches of a level whose candidates stand ready, or searches it at once. */
  private void open(int level, int left) {
    compact(level, left);
    Compaction here = matrix[level];
    int size = task.prefix().length + level;
    if (here.words() == 1) {
      branchCount[level] = 0;
      end.run(here, task.incumbent(), size, this);
      return;
    }
    allowance[level] = Math.max(0, task.incumbent().target() - 1 - size);
    bound.reset(here.rows(), here.words(), here.size());
    branchCount[level] = bound.branches(candidates[level], allowance[level], branches[level]);
  }

  /**
   * Moves a level into a narrower matrix when its candidates fit into one that saves enough; always
   * when one long holds them.
   */
  private void compact(int level, int left) {
    Compaction here = matrix[level];
    int words = here.words();
    int narrow = BitMatrix.words(left);
    if (narrow > 1 && narrow > words / 2 && (narrow == words || words > policy.narrowWords())) {
      return;
    }
    if (here.size() == left) {
      return;
    }
    Compaction next = compactions[slot(narrow)];
    next.load(here, candidates[level], left);
    BitMatrix.fillFirst(candidates[level], left);
    matrix[level] = next;
  }

  /**
   * The memory for matrices of a width: of its own up to the policy's, then one for each octave.
   */
  private int slot(int words) {
    int own = policy.narrowWords();
    return words <= own ? words : own + Integer.SIZE - Integer.numberOfLeadingZeros(words);
  }

  private void search(int from) {
    base = from;
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
      clique[depth] = matrix[depth].original(vertex);
      level(depth + 1, matrix[depth].words());
      int left = descend(depth, vertex);
      int size = prefix + depth + 1;
      if (left == 0) {
        if (size >= target) {
          reportClique(depth + 1);
        }
      } else if (size + left >= target) {
        depth++;
        branchCount[depth] = 0;
        open(depth, left);
      }
      unreported += bound.work() - workAtPause;
      workAtPause = bound.work();
      if (unreported > policy.workPerCheck()) {
        unreported = 0;
        task.pause(this);
      }
    }
  }

  @Override
  public void spent(long nodesBelow, long words) {
    nodes += nodesBelow;
    workBelow += words;
    unreported += words;
    if (unreported > policy.workPerCheck()) {
      unreported = 0;
      task.pause(this);
    }
  }

  @Override
  public void report(int below) {
    System.arraycopy(end.chosen(), 0, clique, depth, below);
    reportClique(depth + below);
  }

  /** Makes the candidates of the next level; their number. */
  private int descend(int level, int vertex) {
    Compaction same = matrix[level];
    long[] rows = same.rows();
    int words = same.words();
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
    matrix[level + 1] = same;
    return left;
  }

  private void reportClique(int length) {
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
    if (found != null) {
      found.accept(names, size);
    }
  }
}
