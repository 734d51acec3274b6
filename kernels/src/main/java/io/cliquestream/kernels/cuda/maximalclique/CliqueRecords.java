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

  /** Bytes of heap for one clique beside its words, while they are put in order. */
  private static final long ORDER_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

  private final MemorySegment list;
  private final long[] keys;
  private final int[] starts;

  /**
   * Puts what the device wrote in order.
   *
   * @param list stays as it is, and open, while cliques are asked for
   */
  CliqueRecords(MemorySegment list) {
    this.list = list;
    int words = (int) (list.byteSize() / Integer.BYTES);
    int count = 0;
    for (int at = 0; at < words; at += HEAD + word(at + 2)) {
      count++;
    }
    long[] unsorted = new long[count];
    int[] positions = new int[count];
    int record = 0;
    for (int at = 0; at < words; at += HEAD + word(at + 2)) {
      unsorted[record] = (long) word(at) << Integer.SIZE | Integer.toUnsignedLong(word(at + 1));
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

  /** Heap that a list of so many bytes takes at most: of cliques of one vertex. */
  static long heapBytes(long listBytes) {
    return listBytes / Integer.BYTES / (HEAD + 1) * ORDER_BYTES;
  }

  private int word(int at) {
    return list.getAtIndex(ValueLayout.JAVA_INT, at);
  }

  /** Number of cliques. */
  int count() {
    return keys.length;
  }

  /** The vertices of a clique, ascending. */
  int[] clique(int index) {
    int start = starts[index];
    int[] vertices = new int[word(start + 2)];
    MemorySegment.copy(
        list,
        ValueLayout.JAVA_INT,
        (long) (start + HEAD) * Integer.BYTES,
        vertices,
        0,
        vertices.length);
    Arrays.sort(vertices);
    return vertices;
  }
}
