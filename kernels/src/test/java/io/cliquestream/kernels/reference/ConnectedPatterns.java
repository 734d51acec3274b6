package io.cliquestream.kernels.reference;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.job.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** One pattern of every isomorphism class of connected graphs. */
public final class ConnectedPatterns {
  private static final Map<Integer, List<Pattern>> BY_SIZE = new ConcurrentHashMap<>();

  private ConnectedPatterns() {}

  /** All classes of 2 to 6 vertices: 1, 2, 6, 21 and 112 of them. */
  public static List<Pattern> ofSize(int size) {
    return BY_SIZE.computeIfAbsent(size, ConnectedPatterns::enumerate);
  }

  private static List<Pattern> enumerate(int size) {
    int pairs = size * (size - 1) / 2;
    Map<String, Map<Integer, Pattern>> classes = new TreeMap<>();
    for (int bits = 1; bits < 1 << pairs; bits++) {
      int[] ends = new int[2 * Integer.bitCount(bits)];
      int[] degrees = new int[size];
      int used = 0;
      for (int i = 0, bit = 0; i < size; i++) {
        for (int j = i + 1; j < size; j++, bit++) {
          if ((bits >> bit & 1) != 0) {
            ends[used++] = i;
            ends[used++] = j;
            degrees[i]++;
            degrees[j]++;
          }
        }
      }
      // Every class has a member whose degrees ascend: look at no other.
      boolean ascending = degrees[0] > 0;
      for (int v = 1; v < size; v++) {
        ascending &= degrees[v - 1] <= degrees[v];
      }
      if (ascending && isConnected(ends)) {
        Pattern pattern = Pattern.of(ends);
        classes
            .computeIfAbsent(Arrays.toString(degrees), key -> new TreeMap<>())
            .putIfAbsent(ReferencePatterns.code(pattern), pattern);
      }
    }
    List<Pattern> patterns = new ArrayList<>();
    classes.values().forEach(members -> patterns.addAll(members.values()));
    return List.copyOf(patterns);
  }

  private static boolean isConnected(int[] ends) {
    try {
      return Pattern.of(ends).vertexCount() > 1;
    } catch (ComputeException e) {
      return false;
    }
  }
}
