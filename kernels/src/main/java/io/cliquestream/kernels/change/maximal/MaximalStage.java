package io.cliquestream.kernels.change.maximal;

import io.cliquestream.kernels.change.clique.CommonSubgraph;
import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import java.util.Arrays;

/**
 * What one edge {u, v} does to the maximal cliques, in its stage of a batch.
 *
 * <p>With the edge, the maximal cliques through it are {u, v} ∪ M for the maximal cliques M of the
 * subgraph that the common neighbours induce. Without it there are instead those of {u} ∪ M and {v}
 * ∪ M that nothing else extends: a vertex that does is a neighbour of u, not of v, next to all of
 * M. No other maximal clique differs (Das, Svendsen and Tirthapura, Incremental Maintenance of
 * Maximal Cliques in a Dynamic Graph, VLDB Journal 2019). So the work follows the cliques that
 * change. For one thread.
 */
public final class MaximalStage {
  private static final int MOST_MEMBERS = 1 << 13;

  /** Takes the cliques that the edge tells apart. */
  @FunctionalInterface
  public interface Found {
    /**
     * A clique.
     *
     * @param withEdge whether it is maximal where the edge is there, or where it is not
     * @param slots its vertices in no order; not the receiver's to keep
     */
    void clique(boolean withEdge, int[] slots, int size);
  }

  private final StageRows rows;
  private final StepBudget.Meter meter;
  private final CommonSubgraph subgraph;
  private final MaximalSearch search;
  private final IntBuffer others = new IntBuffer();
  private final IntBuffer scratch = new IntBuffer();
  private final IntBuffer adjacent = new IntBuffer();
  private int[] clique = new int[16];

  /** By member, which of a side's other neighbours are next to it. */
  private final long[][][] sides = new long[2][][];

  private final int[] sideWords = new int[2];
  private long[] extending = new long[16];

  /** A search through a stage's rows. */
  public MaximalStage(StageRows rows, StepBudget.Meter meter) {
    this.rows = rows;
    this.meter = meter;
    this.subgraph = new CommonSubgraph(rows, meter, MOST_MEMBERS);
    this.search = new MaximalSearch(meter);
  }

  /** Finds what the edge of a rank does. */
  public void run(int rank, int low, int high, Found found) {
    subgraph.stage(rank);
    int members = subgraph.members(low, high);
    BitMatrix matrix = subgraph.load();
    if (members > 0) {
      side(0, low, high);
      side(1, high, low);
    }
    search.run(
        matrix,
        (chosen, size) -> {
          if (clique.length < size + 2) {
            clique = new int[2 * (size + 2)];
          }
          for (int i = 0; i < size; i++) {
            clique[i] = subgraph.slot(chosen[i]);
          }
          clique[size] = low;
          clique[size + 1] = high;
          found.clique(true, clique, size + 2);
          if (size > 0 && !isExtended(0, chosen, size)) {
            clique[size] = low;
            found.clique(false, clique, size + 1);
          }
          if (size > 0 && !isExtended(1, chosen, size)) {
            clique[size] = high;
            found.clique(false, clique, size + 1);
          }
        });
  }

  /** Finds which neighbours of one end, not the other's, are next to each member. */
  private void side(int which, int end, int other) {
    int members = subgraph.slots().length();
    rows.read(end, others);
    meter.work(16L + others.length());
    // Without the members and the other end.
    int[] values = others.values();
    int kept = 0;
    int at = 0;
    for (int i = 0; i < others.length(); i++) {
      while (at < members && subgraph.slot(at) < values[i]) {
        at++;
      }
      boolean member = at < members && subgraph.slot(at) == values[i];
      if (!member && values[i] != other) {
        values[kept++] = values[i];
      }
    }
    others.length(kept);
    int words = BitMatrix.words(kept);
    sideWords[which] = words;
    if (sides[which] == null || sides[which].length < members) {
      sides[which] = new long[members + members / 2][];
    }
    for (int i = 0; i < members; i++) {
      long[] bits = sides[which][i];
      if (bits == null || bits.length < words) {
        bits = new long[words + words / 2];
        sides[which][i] = bits;
      } else {
        Arrays.fill(bits, 0, words, 0);
      }
      rows.filter(others, kept, subgraph.slot(i), true, scratch, adjacent);
      meter.work(16L + kept);
      int place = 0;
      for (int j = 0; j < adjacent.length(); j++) {
        place = IntBuffer.lowerBound(values, place, kept, adjacent.get(j));
        bits[place >>> 6] |= 1L << place;
      }
    }
  }

  /** Whether a further neighbour of one end is next to all of a clique. */
  private boolean isExtended(int which, int[] chosen, int size) {
    int words = sideWords[which];
    if (words == 0) {
      return false;
    }
    if (extending.length < words) {
      extending = new long[words + words / 2];
    }
    System.arraycopy(sides[which][chosen[0]], 0, extending, 0, words);
    long any = 1;
    for (int i = 1; i < size && any != 0; i++) {
      long[] bits = sides[which][chosen[i]];
      any = 0;
      for (int w = 0; w < words; w++) {
        extending[w] &= bits[w];
        any |= extending[w];
      }
    }
    meter.work((long) size * words);
    if (size == 1) {
      any = 0;
      for (int w = 0; w < words; w++) {
        any |= extending[w];
      }
    }
    return any != 0;
  }
}
