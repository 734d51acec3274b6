package io.cliquestream.cli.output;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.PatternAnswer;
import java.math.BigInteger;
import java.util.List;

/** Tells the number of matches and the number listed apart. */
final class PatternListing {
  private PatternListing() {}

  /** Whether the number of matches is that of all there are, not only of those listed. */
  static boolean isExact(PatternAnswer answer) {
    return !answer.hasListed()
        || answer.getComplete()
        || Counts.toBigInteger(answer.getMatches())
                .compareTo(new BigInteger(Long.toUnsignedString(answer.getListed())))
            > 0;
  }

  static List<String> lines(PatternAnswer answer, boolean partial) {
    String matches = (partial ? "at least " : "") + Counts.toDecimal(answer.getMatches());
    if (!answer.hasListed()) {
      return List.of("matches " + matches);
    }
    String listed = "listed " + Long.toUnsignedString(answer.getListed());
    if (answer.getComplete()) {
      return List.of("matches " + matches, listed + " (all there are)");
    }
    if (partial) {
      return List.of("matches " + matches, listed + " (stopped)");
    }
    return isExact(answer)
        ? List.of("matches " + matches, listed + " (limit reached)")
        : List.of("matches more than " + matches + " (not counted)", listed + " (limit reached)");
  }
}
