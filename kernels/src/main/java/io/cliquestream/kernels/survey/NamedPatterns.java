package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.Motif;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Patterns by the names that the field uses: those of {@link Motif}, a few others of the same
 * graphs, and families with a number: {@code 6-clique}, {@code 7-cycle}, {@code 6-path} by their
 * vertices, {@code 5-star} and {@code 5-wheel} by the vertices around the middle.
 */
public final class NamedPatterns {
  /** Other names of motifs. */
  private static final Map<String, Motif> OTHER_NAMES =
      Map.of(
          "claw", Motif.STAR_3,
          "paw", Motif.TAILED_TRIANGLE,
          "chair", Motif.FORK,
          "bowtie", Motif.BUTTERFLY,
          "square", Motif.CYCLE_4,
          "pentagon", Motif.CYCLE_5,
          "3-path", Motif.WEDGE,
          "2-star", Motif.WEDGE,
          "3-cycle", Motif.TRIANGLE,
          "3-clique", Motif.TRIANGLE);

  private static final Map<String, IntFunction<int[]>> FAMILIES =
      Map.of(
          "clique", NamedPatterns::clique,
          "cycle", NamedPatterns::cycle,
          "path", NamedPatterns::path,
          "star", NamedPatterns::star,
          "wheel", NamedPatterns::wheel);

  private NamedPatterns() {}

  /**
   * A pattern by its name or by its edges, with labels or without.
   *
   * @param text such as {@code house}, {@code 5-clique} or {@code 0-1,1-2,2-0}
   * @return the pattern
   * @throws ComputeException PATTERN_INVALID when it is neither; a name that is nearly one is
   *     answered with that one
   */
  public static Pattern parse(String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    Optional<Pattern> named = named(name);
    if (named.isPresent()) {
      return named.get();
    }
    // Edges have no letters.
    if (name.chars().noneMatch(Character::isLetter)) {
      return Pattern.parse(text);
    }
    throw new ComputeException(
        FailureCode.PATTERN_INVALID,
        "'"
            + text
            + "' names no pattern"
            + nearest(name).map(near -> "; did you mean " + near + "?").orElse("")
            + " Give edges such as \"0-1,1-2,2-0\" or a name that 'cliquestream patterns' lists");
  }

  /** The pattern of a name, in small letters. */
  private static Optional<Pattern> named(String name) {
    for (Motif motif : Motif.values()) {
      if (motif.label().equals(name)) {
        return Optional.of(motif.pattern());
      }
    }
    if (name.equals("edge")) {
      return Optional.of(Pattern.of(0, 1));
    }
    if (OTHER_NAMES.containsKey(name)) {
      return Optional.of(OTHER_NAMES.get(name).pattern());
    }
    int dash = name.indexOf('-');
    if (dash == 1 && Character.isDigit(name.charAt(0))) {
      IntFunction<int[]> family = FAMILIES.get(name.substring(2));
      int number = name.charAt(0) - '0';
      if (family != null && number >= 3) {
        return Optional.of(Pattern.of(family.apply(number)));
      }
    }
    return Optional.empty();
  }

  private static int[] clique(int vertices) {
    return pairs(Pattern.complete(Math.min(Pattern.MAXIMUM_VERTICES, vertices)), vertices);
  }

  /** The ends of a complete pattern, or of one vertex too many, which is refused as such. */
  private static int[] pairs(Pattern complete, int vertices) {
    if (vertices > complete.vertexCount()) {
      return new int[] {0, vertices - 1};
    }
    int[] ends = new int[2 * complete.edgeCount()];
    int used = 0;
    for (int i = 0; i < vertices; i++) {
      for (int j = i + 1; j < vertices; j++) {
        ends[used++] = i;
        ends[used++] = j;
      }
    }
    return ends;
  }

  private static int[] path(int vertices) {
    int[] ends = new int[2 * (vertices - 1)];
    for (int i = 0; i < vertices - 1; i++) {
      ends[2 * i] = i;
      ends[2 * i + 1] = i + 1;
    }
    return ends;
  }

  private static int[] cycle(int vertices) {
    int[] ends = Arrays.copyOf(path(vertices), 2 * vertices);
    ends[2 * vertices - 2] = vertices - 1;
    ends[2 * vertices - 1] = 0;
    return ends;
  }

  private static int[] star(int leaves) {
    int[] ends = new int[2 * leaves];
    for (int i = 0; i < leaves; i++) {
      ends[2 * i + 1] = i + 1;
    }
    return ends;
  }

  private static int[] wheel(int around) {
    int[] rim = cycle(around);
    int[] ends = Arrays.copyOf(rim, 4 * around);
    for (int i = 0; i < around; i++) {
      ends[2 * around + 2 * i] = around;
      ends[2 * around + 2 * i + 1] = i;
    }
    return ends;
  }

  /** The name with the fewest letters to change, if they are few. */
  private static Optional<String> nearest(String name) {
    String best = null;
    int least = Math.max(1, name.length() / 3) + 1;
    for (Motif motif : Motif.values()) {
      int distance = distance(name, motif.label());
      if (distance < least) {
        least = distance;
        best = motif.label();
      }
    }
    return Optional.ofNullable(best);
  }

  /** Letters to put in, to leave out or to change (Levenshtein, 1966). */
  private static int distance(String first, String second) {
    int[] row = new int[second.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= first.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= second.length(); j++) {
        int above = row[j];
        int change = first.charAt(i - 1) == second.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(diagonal + change, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[second.length()];
  }
}
