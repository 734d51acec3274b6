package io.cliquestream.worker.config;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name a person probably meant. */
final class NearestName {
  private NearestName() {}

  /** The candidate of least edit distance (Levenshtein); the first by name among equals. */
  static String of(String wrong, Collection<String> candidates) {
    return candidates.stream()
        .min(
            Comparator.<String>comparingInt(name -> distance(wrong, name))
                .thenComparing(Comparator.naturalOrder()))
        .orElse("");
  }

  private static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
