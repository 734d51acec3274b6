package io.cliquestream.cli.info;

import io.cliquestream.contract.Identifiers;
import java.util.OptionalLong;

/**
 * A graph on a broker, as people write it: {@code shop@3}, or {@code shop} for its newest version.
 *
 * @param version unsigned
 */
record PublishedName(String graphId, OptionalLong version) {
  private static final char SEPARATOR = '@';

  /** As it is written. */
  String text() {
    return version.isEmpty()
        ? graphId
        : graphId + SEPARATOR + Long.toUnsignedString(version.getAsLong());
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  static PublishedName parse(String text) {
    int end = text.indexOf(SEPARATOR);
    String graphId = end < 0 ? text : text.substring(0, end);
    if (!Identifiers.isGraphId(graphId)) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is neither GRAPH_ID nor GRAPH_ID@VERSION, as shop@3; files are said by --graph"
              + " and --with");
    }
    return new PublishedName(
        graphId,
        end < 0 ? OptionalLong.empty() : OptionalLong.of(version(text.substring(end + 1))));
  }

  private static long version(String digits) {
    try {
      if (digits.matches("[1-9][0-9]*")) {
        return Long.parseUnsignedLong(digits);
      }
    } catch (NumberFormatException beyond64Bits) {
      // Refused as what is no number at all.
    }
    throw new IllegalArgumentException(
        "'%s' is no version; a version is a number from 1, as in shop@3".formatted(digits));
  }
}
