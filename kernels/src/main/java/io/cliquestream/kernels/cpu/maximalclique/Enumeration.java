package io.cliquestream.kernels.cpu.maximalclique;

import java.util.Arrays;

/**
 * What an enumeration on one thread leaves behind, and how it looks up from its work.
 *
 * <p>The path holds the vertices chosen so far, by the graph's numbers. It is kept while listing
 * only; counting needs no more than its length.
 */
final class Enumeration {
  /** Looks at cancellation; called every {@code workPerCheck} words. */
  interface Pause {
    /** May hand over branches of the enumerations that are open on this thread. */
    void pause();
  }

  private final long workPerCheck;
  private final int minimumSize;
  private MaximalTally tally = new MaximalTally();
  private CliqueOutput output;
  private Pause pause = () -> {};
  private long work;
  private long workBefore;
  private int[] path = new int[64];

  Enumeration(MaximalCliquePolicy policy, int minimumSize) {
    this.workPerCheck = policy.workPerCheck();
    this.minimumSize = minimumSize;
  }

  /** Smaller cliques need not be met. */
  int minimumSize() {
    return minimumSize;
  }

  MaximalTally tally() {
    return tally;
  }

  /** Counts into another tally from now on. */
  void tally(MaximalTally next) {
    tally = next;
  }

  /** Where cliques go besides being counted; null while they are only counted. */
  void output(CliqueOutput next) {
    output = next;
  }

  boolean listing() {
    return output != null;
  }

  void pause(Pause next) {
    pause = next;
  }

  /** Words of all work so far. */
  long allWork() {
    return workBefore + work;
  }

  /** Adds to the work done since the last look up. */
  void work(long words) {
    work += words;
    if (work > workPerCheck) {
      workBefore += work;
      work = 0;
      pause.pause();
    }
  }

  /** Puts a vertex at a place of the path. */
  void choose(int length, int vertex) {
    if (length >= path.length) {
      path = Arrays.copyOf(path, 2 * length);
    }
    path[length] = vertex;
  }

  /** A copy of the path's first vertices. */
  int[] path(int length) {
    return Arrays.copyOf(path, length);
  }

  /** Puts back a path. */
  void path(int[] chosen) {
    for (int i = 0; i < chosen.length; i++) {
      choose(i, chosen[i]);
    }
  }

  /**
   * A maximal clique: the first {@code length} vertices of the path, which stand there if listed.
   */
  void found(int length) {
    if (length < minimumSize) {
      return;
    }
    tally.add(length);
    if (output != null) {
      int[] clique = Arrays.copyOf(path, length);
      Arrays.sort(clique);
      output.add(clique);
    }
  }
}
