package io.cliquestream.kernels.change.match;

import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Names matches by what their vertices are called, where the same vertex may have another id in
 * another version: a match's name is the same wherever its vertices are called the same. Part of
 * what is stored; never changed.
 */
public final class NamedMatches {
  private final MatchNames pattern;

  private NamedMatches(MatchNames pattern) {
    this.pattern = pattern;
  }

  /**
   * {@return what names the matches of a query}
   *
   * @param query whose pattern tells the canonical order; without one matches are cliques
   */
  public static NamedMatches of(MatchQuery query) {
    return new NamedMatches(query.pattern().map(MatchNames::new).orElse(null));
  }

  /**
   * The name of a match: its kind, then what its vertices are called in canonical order, each with
   * its length before it, as {@code 3:7//3.ann3.bob2.cy}. No match that is named by ids has it.
   *
   * @param ids of the match, for a pattern by the pattern's vertices
   * @param called what a vertex is called, by its id; no two are called the same
   * @return grows with the names, which are in it as they are
   */
  public String id(long[] ids, LongFunction<String> called) {
    String[] names = new String[ids.length];
    for (int i = 0; i < ids.length; i++) {
      names[i] = called.apply(ids[i]);
    }
    String[] sorted = names.clone();
    Arrays.sort(sorted);
    long[] ranks = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      ranks[i] = pattern == null ? i : Arrays.binarySearch(sorted, names[i]);
    }
    var text = new StringBuilder(pattern == null ? MatchNames.CLIQUE : pattern.kind()).append("//");
    for (long rank : pattern == null ? ranks : pattern.canonical(ranks)) {
      String name = sorted[(int) rank];
      text.append(name.length()).append('.').append(name);
    }
    return text.toString();
  }
}
