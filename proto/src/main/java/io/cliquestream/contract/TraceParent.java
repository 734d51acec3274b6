package io.cliquestream.contract;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * A W3C trace context {@code traceparent} of version 00.
 *
 * @param traceId 32 lower-case hexadecimal digits, not all zero
 * @param parentId 16 lower-case hexadecimal digits, not all zero
 * @param sampled whether the caller records this trace
 */
public record TraceParent(String traceId, String parentId, boolean sampled) {
  private static final Pattern FORM =
      Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})");

  /** Checks the ids. */
  public TraceParent {
    if (!FORM.matcher("00-" + traceId + '-' + parentId + "-00").matches()) {
      throw new IllegalArgumentException("not a trace: " + traceId + '-' + parentId);
    }
  }

  /**
   * {@return a new sampled trace}
   *
   * @param random draws 192 bits or more; no cryptographic one is needed
   */
  public static TraceParent random(RandomGenerator random) {
    return new TraceParent(hex(random) + hex(random), hex(random), true);
  }

  /**
   * {@return the same trace under a new parent}
   *
   * @param random draws the new parent's 64 bits
   */
  public TraceParent child(RandomGenerator random) {
    return new TraceParent(traceId, hex(random), sampled);
  }

  /**
   * Reads a header's value; empty when it is malformed, which W3C says to ignore.
   *
   * @param text {@code 00-TRACE-PARENT-FLAGS} in hexadecimal digits
   * @return empty when it is malformed, which W3C says to ignore
   */
  public static Optional<TraceParent> parse(String text) {
    var form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(
            new TraceParent(
                form.group(1), form.group(2), (HexFormat.fromHexDigits(form.group(3)) & 1) == 1))
        : Optional.empty();
  }

  /** {@return the header's value} */
  public String text() {
    return "00-" + traceId + '-' + parentId + (sampled ? "-01" : "-00");
  }

  private static String hex(RandomGenerator random) {
    long word;
    do {
      word = random.nextLong();
    } while (word == 0);
    return HexFormat.of().toHexDigits(word);
  }
}
