package io.cliquestream.worker.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written {@code 4096B}, {@code 512KiB}, {@code 256MiB}, {@code 4GiB} or {@code
 * 1TiB}.
 *
 * @param bytes 0 or more
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\s*(B|KiB|MiB|GiB|TiB)");
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  /** Checks the sign. */
  public ByteSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size is 0 bytes or more, not " + bytes);
    }
  }

  /**
   * Reads a size.
   *
   * @throws IllegalArgumentException when the text is not a number and a unit, or beyond 2^63 - 1
   */
  public static ByteSize parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a size such as 256MiB: '" + text + "'");
    }
    long number = Long.parseLong(matcher.group(1));
    int shift =
        switch (matcher.group(2)) {
          case "B" -> 0;
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          default -> 40;
        };
    if (number > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("more than 2^63 - 1 bytes: '" + text + "'");
    }
    return new ByteSize(number << shift);
  }

  @Override
  public int compareTo(ByteSize other) {
    return Long.compare(bytes, other.bytes);
  }

  /** The size in the largest unit that keeps it whole. */
  @Override
  public String toString() {
    long rest = bytes;
    int unit = 0;
    while (rest != 0 && rest % 1024 == 0 && unit < UNITS.length - 1) {
      rest /= 1024;
      unit++;
    }
    return rest + UNITS[unit];
  }
}
