package io.cliquestream.kernels.graph.file;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** What a slow and strict reader says of a file. */
sealed interface Reference {
  /**
   * The file is right.
   *
   * @param ids both ends of every pair, in the order of the file
   */
  record Pairs(List<BigInteger> ids) implements Reference {
    /** Every pair as text, sorted. */
    List<String> sorted() {
      List<String> pairs = new ArrayList<>();
      for (int i = 0; i < ids.size(); i += 2) {
        pairs.add(ids.get(i) + " " + ids.get(i + 1));
      }
      pairs.sort(null);
      return pairs;
    }
  }

  /**
   * The file is wrong.
   *
   * @param line the first broken line, from 1, or 0 when the file is wrong as a whole
   */
  record Refused(long line) implements Reference {}

  /**
   * Two references disagree: the file is read to what the one accepts, or refused.
   *
   * @param accepted what it is read to, if it is
   */
  record Unclear(Pairs accepted) implements Reference {}

  /** Ends reading; caught by {@link ReferenceText} alone. */
  final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final long line;

    Refusal(long line) {
      super(null, null, false, false);
      this.line = line;
    }

    Refused asOutcome() {
      return new Refused(line);
    }
  }
}
