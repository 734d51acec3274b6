package io.cliquestream.kernels.change.clique;

import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;

/**
 * The subgraph induced by the common neighbours of an edge's ends, in the stage of a batch in which
 * the edge is there: every clique through the edge is the ends and a clique of it. Members ascend
 * by slot; rows are bit sets over members. |C| · ⌈|C|/64⌉ longs. For one thread.
 */
public final class CommonSubgraph {
  private final StageRows rows;
  private final StepBudget.Meter meter;
  private final int most;
  private final IntBuffer members = new IntBuffer();
  private final IntBuffer found = new IntBuffer();
  private final IntBuffer scratch = new IntBuffer();
  private final BitMatrix matrix = new BitMatrix();

  /**
   * A subgraph read through a stage's rows.
   *
   * @param most largest number of members for which {@link #load} builds a matrix; more end the
   *     advance
   */
  public CommonSubgraph(StageRows rows, StepBudget.Meter meter, int most) {
    this.rows = rows;
    this.meter = meter;
    this.most = most;
  }

  /** Moves to the stage of an edge. */
  public void stage(int rank) {
    rows.stage(rank);
  }

  /**
   * Finds the members for an edge; returns how many. The shorter row is read, the longer one
   * searched or merged: O(min(d) log max(d)), so a hub costs nothing where its neighbour is small.
   */
  public int members(int first, int second) {
    boolean swap = rows.bound(first) > rows.bound(second);
    int length = rows.read(swap ? second : first, members);
    meter.work(32L + length);
    rows.intersect(members, swap ? first : second, scratch, members);
    return members.length();
  }

  /** Takes given members instead, ascending. */
  public void use(IntBuffer given) {
    members.copy(given);
  }

  /** The slot of a member. */
  public int slot(int member) {
    return members.get(member);
  }

  /** The members' slots, ascending. */
  public IntBuffer slots() {
    return members;
  }

  /** Edges among the members: with the ends of the edge, the 4-cliques through it. */
  public long edges() {
    int size = members.length();
    long edges = 0;
    for (int i = 0; i + 1 < size; i++) {
      above(i);
      edges += found.length();
    }
    return edges;
  }

  /** The members' adjacency, of the edge that {@link #members} was last called for. */
  public BitMatrix load() {
    BitMatrix upper = loadUpper();
    upper.mirror();
    return upper;
  }

  /** The same, but a row names larger members alone. */
  public BitMatrix loadUpper() {
    int size = members.length();
    if (size > most) {
      throw StepBudget.exceeded();
    }
    matrix.reset(size);
    long[] bits = matrix.bits();
    int words = matrix.words();
    for (int i = 0; i + 1 < size; i++) {
      above(i);
      int at = i + 1;
      for (int j = 0; j < found.length(); j++) {
        at = IntBuffer.lowerBound(members.values(), at, size, found.get(j));
        bits[i * words + (at >>> 6)] |= 1L << at;
      }
    }
    return matrix;
  }

  /** Finds the larger members that are next to one. */
  private void above(int member) {
    int size = members.length();
    rows.filter(members, member + 1, size, members.get(member), true, scratch, found);
    meter.work(16L + 2L * (size - member));
  }
}
