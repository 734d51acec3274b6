package io.cliquestream.kernels.change.match;

import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.CanonicalCode;
import io.cliquestream.kernels.pattern.PatternAnchors;
import java.util.Arrays;

/**
 * Names of matches: the pattern's class, and the ids in an order that does not depend on how the
 * match was found. Part of what is stored; never changed.
 */
final class MatchNames {
  static final String CLIQUE = "clique";
  private static final char KIND = '/';
  private static final char ID = '.';

  private final String kind;
  private final PatternAnchors anchors;

  MatchNames(Pattern pattern) {
    kind = CanonicalCode.of(pattern).toString();
    anchors = PatternAnchors.of(pattern);
  }

  /** The pattern's class. */
  String kind() {
    return kind;
  }

  /** The ids, by vertex of the pattern, in the order that names the match. */
  long[] canonical(long[] ids) {
    return anchors.canonical(ids);
  }

  /** The name of a match whose ids are in canonical order. */
  String id(long[] ids) {
    return name(kind, ids);
  }

  /** The name of a clique whose ids ascend. */
  static String cliqueId(long[] ids) {
    return name(CLIQUE, ids);
  }

  /** Sorts ids as unsigned numbers. */
  static long[] ascending(long[] ids) {
    for (int i = 0; i < ids.length; i++) {
      ids[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(ids);
    for (int i = 0; i < ids.length; i++) {
      ids[i] ^= Long.MIN_VALUE;
    }
    return ids;
  }

  private static String name(String kind, long[] ids) {
    StringBuilder text = new StringBuilder(kind);
    char separator = KIND;
    for (long id : ids) {
      text.append(separator).append(Long.toUnsignedString(id));
      separator = ID;
    }
    return text.toString();
  }
}
