package io.cliquestream.formats.source;

import java.time.Duration;
import java.util.Optional;

/**
 * Which URLs may be read, and how much of them.
 *
 * @param allowed whether any
 * @param privateAddresses whether hosts of this machine's and of private networks too
 * @param maximumBytes most bytes of an answer, packed as it comes
 * @param timeout for the whole of an answer
 * @param s3 how objects of S3 are asked for, if they are
 */
public record UrlPermission(
    boolean allowed,
    boolean privateAddresses,
    long maximumBytes,
    Duration timeout,
    Optional<S3Access> s3) {
  /** No URL at all. */
  public static final UrlPermission NONE = new UrlPermission(false, false, 0, Duration.ZERO);

  /**
   * Without objects of S3.
   *
   * @param allowed whether URLs may be read at all
   * @param privateAddresses whether their hosts may be this machine's or of private networks, too
   * @param maximumBytes most bytes of an answer, packed as it comes
   * @param timeout for the whole of an answer
   */
  public UrlPermission(
      boolean allowed, boolean privateAddresses, long maximumBytes, Duration timeout) {
    this(allowed, privateAddresses, maximumBytes, timeout, Optional.empty());
  }
}
