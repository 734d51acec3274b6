package io.cliquestream.formats.source;

import java.time.Duration;

/**
 * Which URLs may be read, and how much of them.
 *
 * @param allowed whether any
 * @param privateAddresses whether hosts of this machine's and of private networks too
 * @param maximumBytes most bytes of an answer, packed as it comes
 * @param timeout for the whole of an answer
 */
public record UrlPermission(
    boolean allowed, boolean privateAddresses, long maximumBytes, Duration timeout) {
  /** No URL at all. */
  public static final UrlPermission NONE = new UrlPermission(false, false, 0, Duration.ZERO);
}
