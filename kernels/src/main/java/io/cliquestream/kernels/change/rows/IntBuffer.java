package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.memory.BinarySearch;
import java.util.Arrays;

/** A growing array of ints that one thread uses again and again. */
public final class IntBuffer {
  private int[] values;
  private int length;

  /** A buffer with room for some values. */
  public IntBuffer() {
    values = new int[64];
  }

  /** The array, as long as it is or longer. */
  public int[] values() {
    return values;
  }

  /** Number of values. */
  public int length() {
    return length;
  }

  /** Sets the number of values. */
  public void length(int now) {
    length = now;
  }

  /** Takes the values of another buffer. */
  public void copy(IntBuffer other) {
    int[] room = room(other.length);
    System.arraycopy(other.values, 0, room, 0, other.length);
    length = other.length;
  }

  /** Adds a value. */
  public void add(int value) {
    if (length == values.length) {
      values = Arrays.copyOf(values, 2 * length);
    }
    values[length++] = value;
  }

  /** The value at an index. */
  public int get(int index) {
    return values[index];
  }

  /** The array with at least this room; its content is lost when it grows. */
  int[] room(int wanted) {
    if (values.length < wanted) {
      values = new int[(int) Math.min(wanted + (wanted >> 1) + 16L, Integer.MAX_VALUE - 16)];
    }
    return values;
  }

  /**
   * First index from {@code low} on whose value is not below {@code wanted}: gallop, then halve.
   */
  public static int lowerBound(int[] values, int low, int high, int wanted) {
    int from = low;
    int step = 1;
    int to = low;
    while (to < high && values[to] < wanted) {
      from = to + 1;
      to += step;
      step <<= 1;
    }
    return BinarySearch.first(values, from, Math.min(to, high), wanted);
  }

  /**
   * Writes what two ascending arrays have in common; without a branch that depends on the values.
   *
   * @param out may be one of them; room for one more than the smaller length
   * @return how many
   */
  static int intersect(
      int[] first,
      int firstStart,
      int firstEnd,
      int[] second,
      int secondStart,
      int secondEnd,
      int[] out) {
    int kept = 0;
    int i = firstStart;
    int j = secondStart;
    while (i < firstEnd && j < secondEnd) {
      int x = first[i];
      int y = second[j];
      out[kept] = x;
      kept += x == y ? 1 : 0;
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    return kept;
  }

  /**
   * Writes what two ascending arrays have in common, where the first is far shorter: each of its
   * members is looked for in the second.
   *
   * @param out may be the second; room for one more than the first has
   * @return how many
   */
  static int locate(
      int[] first,
      int firstStart,
      int firstEnd,
      int[] second,
      int secondStart,
      int secondEnd,
      int[] out) {
    int kept = 0;
    int j = secondStart;
    for (int i = firstStart; i < firstEnd; i++) {
      int wanted = first[i];
      j = lowerBound(second, j, secondEnd, wanted);
      if (j == secondEnd) {
        break;
      }
      if (second[j] == wanted) {
        out[kept++] = wanted;
        j++;
      }
    }
    return kept;
  }

  /**
   * Writes the members of the first array that the second lacks; both ascend.
   *
   * @param out may be the first array
   * @return how many
   */
  static int subtract(
      int[] first,
      int firstStart,
      int firstEnd,
      int[] second,
      int secondStart,
      int secondEnd,
      int[] out) {
    int kept = 0;
    int j = secondStart;
    for (int i = firstStart; i < firstEnd; i++) {
      int x = first[i];
      while (j < secondEnd && second[j] < x) {
        j++;
      }
      if (j == secondEnd || second[j] != x) {
        out[kept++] = x;
      }
    }
    return kept;
  }
}
