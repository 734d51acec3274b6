package io.cliquestream.kernels.change.maximal;

import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import java.util.Arrays;

/**
 * The neighbours of a vertex outside of a set of its neighbours, and for each member of the set
 * which of them are next to it: so a clique of members is extended by one of them when their bit
 * rows have a bit in common. For one thread.
 */
final class OuterNeighbors {
  private final StageRows rows;
  private final StepBudget.Meter meter;
  private final IntBuffer others = new IntBuffer();
  private final IntBuffer scratch = new IntBuffer();
  private final IntBuffer adjacent = new IntBuffer();
  private long[][] bits = new long[0][];
  private long[] common = new long[16];
  private int words;

  OuterNeighbors(StageRows rows, StepBudget.Meter meter) {
    this.rows = rows;
    this.meter = meter;
  }

  /**
   * Turns to a vertex.
   *
   * @param members neighbours of it, ascending
   * @param without a neighbour that does not count, or -1
   */
  void load(int vertex, IntBuffer members, int without) {
    int size = members.length();
    rows.read(vertex, others);
    meter.work(16L + others.length());
    int[] values = others.values();
    int kept = 0;
    int at = 0;
    for (int i = 0; i < others.length(); i++) {
      while (at < size && members.get(at) < values[i]) {
        at++;
      }
      boolean member = at < size && members.get(at) == values[i];
      if (!member && values[i] != without) {
        values[kept++] = values[i];
      }
    }
    others.length(kept);
    words = BitMatrix.words(kept);
    if (bits.length < size) {
      bits = Arrays.copyOf(bits, size + size / 2);
    }
    for (int i = 0; i < size; i++) {
      if (bits[i] == null || bits[i].length < words) {
        bits[i] = new long[words + words / 2];
      } else {
        Arrays.fill(bits[i], 0, words, 0);
      }
      rows.filter(others, kept, members.get(i), true, scratch, adjacent);
      meter.work(16L + kept);
      int place = 0;
      for (int j = 0; j < adjacent.length(); j++) {
        place = IntBuffer.lowerBound(values, place, kept, adjacent.get(j));
        bits[i][place >>> 6] |= 1L << place;
      }
    }
  }

  /** Whether one of them is next to all of some members, at least one, given by index. */
  boolean extend(int[] chosen, int size) {
    if (common.length < words) {
      common = new long[words + words / 2];
    }
    System.arraycopy(bits[chosen[0]], 0, common, 0, words);
    meter.work((long) size * words);
    for (int i = 1; i < size; i++) {
      long[] row = bits[chosen[i]];
      for (int w = 0; w < words; w++) {
        common[w] &= row[w];
      }
    }
    long any = 0;
    for (int w = 0; w < words; w++) {
      any |= common[w];
    }
    return any != 0;
  }
}
