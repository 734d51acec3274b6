package io.cliquestream.formats.names;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a graph's vertices are called by. */
public enum IdKind {
  /** Numbers where every one is a number, names elsewhere. */
  AUTO,
  /** Unsigned numbers below 2^64; anything else is refused. */
  NUMBERS,
  /** Names, even where each looks like a number. */
  NAMES;

  /** {@return the name people give it in options} */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The kind of a name, letters in either case.
   *
   * @param text such as {@code names}
   * @return empty when no kind has this name
   */
  public static Optional<IdKind> ofLabel(String text) {
    return Arrays.stream(values()).filter(kind -> kind.label().equalsIgnoreCase(text)).findFirst();
  }
}
