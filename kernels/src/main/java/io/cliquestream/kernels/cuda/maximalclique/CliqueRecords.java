package io.cliquestream.kernels.cuda.maximalclique;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Cliques as the device lists them: records of the root's place, the clique's number below its
 * root, its size, and its vertices in no order. Records lie in the order in which warps wrote them;
 * they are given back by place and number.
 */
final class CliqueRecords {
  private static final int HEAD = 3;

  private final int[] words;
  private final long[] keys;
  private final int[] starts;

  /** Takes over what the device wrote. */
  CliqueRecords(MemorySegment list) {
    words = list.toArray(ValueLayout.JAVA_INT);
    int count = 0;
    for (int at = 0; at < words.length; at += HEAD + words[at + 2]) {
      count++;
    }
    long[] unsorted = new long[count];
    int[] positions = new int[count];
    int record = 0;
    for (int at = 0; at < words.length; at += HEAD + words[at + 2]) {
      unsorted[record] = (long) words[at] << Integer.SIZE | Integer.toUnsignedLong(words[at + 1]);
      positions[record++] = at;
    }
    keys = unsorted.clone();
    Arrays.sort(keys);
    starts = new int[count];
    for (int i = 0; i < count; i++) {
      // Every key is there once.
      starts[Arrays.binarySearch(keys, unsorted[i])] = positions[i];
    }
  }

  /** Number of cliques. */
  int count() {
    return keys.length;
  }

  /** The vertices of a clique, ascending. */
  int[] clique(int index) {
    int start = starts[index];
    int[] vertices = Arrays.copyOfRange(words, start + HEAD, start + HEAD + words[start + 2]);
    Arrays.sort(vertices);
    return vertices;
  }
}
