package io.cliquestream.formats.text;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The lines of a stream, one at a time, in one buffer that grows to the longest of them. Lines end
 * in a line feed, a carriage return or both. Not safe for use by several threads.
 */
public final class Lines {
  private static final int FIRST_BYTES = 1 << 16;

  /** Bytes behind a line that may be read and mean nothing. */
  private static final int SLACK = Long.BYTES;

  private final String source;
  private final InputStream stream;
  private final Function<IOException, ComputeException> failure;
  private final int longest;
  private final StopCheck stop;
  private byte[] bytes = new byte[FIRST_BYTES + SLACK];
  private int from;
  private int to;
  private int next;
  private int filled;
  private long number;
  private boolean ended;
  private boolean afterReturn;

  /**
   * Reads nothing yet.
   *
   * @param failure of a read
   * @param longest most bytes of a line
   */
  public Lines(
      String source,
      InputStream stream,
      Function<IOException, ComputeException> failure,
      int longest,
      StopCheck stop) {
    this.source = source;
    this.stream = stream;
    this.failure = failure;
    this.longest = longest;
    this.stop = stop;
  }

  /** Goes to the next line; false when there is none. */
  public boolean next() {
    from = next;
    int at = from;
    while (true) {
      for (; at < filled; at++) {
        byte value = bytes[at];
        if (value == '\n' && afterReturn && at == from) {
          // The other half of the line end before.
          from = at + 1;
          afterReturn = false;
        } else if (value == '\n' || value == '\r') {
          afterReturn = value == '\r';
          return line(at, at + 1);
        } else if (at == from) {
          afterReturn = false;
        }
      }
      if (ended) {
        return from < filled && line(filled, filled);
      }
      at -= from;
      fill();
      at += from;
    }
  }

  private boolean line(int end, int behind) {
    to = end;
    next = behind;
    number++;
    return true;
  }

  private void fill() {
    stop.checkStopped();
    int length = filled - from;
    if (length > longest) {
      throw new LineException(
          FailureCode.FILE_LINE_INVALID,
          source,
          number + 1,
          InputExcerpt.of(bytes, from, filled),
          "the line is longer than the " + longest + " bytes that are read");
    }
    byte[] target = bytes;
    if (length >= bytes.length / 2) {
      target = new byte[2 * bytes.length];
    }
    System.arraycopy(bytes, from, target, 0, length);
    bytes = target;
    from = 0;
    filled = length;
    try {
      int taken = stream.read(bytes, filled, bytes.length - SLACK - filled);
      if (taken < 0) {
        ended = true;
      } else {
        filled += taken;
      }
    } catch (IOException e) {
      throw failure.apply(e);
    }
  }

  /** The buffer, of which the line is [{@link #from}, {@link #to}); goes on for 8 bytes more. */
  public byte[] bytes() {
    return bytes;
  }

  public int from() {
    return from;
  }

  public int to() {
    return to;
  }

  /** Number of the line, from 1. */
  public long number() {
    return number;
  }

  /** Whether the line begins with a character. */
  public boolean startsWith(char first) {
    return from < to && bytes[from] == first;
  }

  /** Whether the line holds nothing but blanks. */
  public boolean isBlank() {
    for (int at = from; at < to; at++) {
      if (bytes[at] != ' ' && bytes[at] != '\t') {
        return false;
      }
    }
    return true;
  }

  /** The line as text of ISO 8859-1 or, given so, of another character set. */
  public String text(java.nio.charset.Charset characters) {
    return new String(Arrays.copyOfRange(bytes, from, to), characters);
  }

  /** The failure of this line. */
  public LineException invalid(String detail) {
    return InputFailures.line(source, number, InputExcerpt.of(bytes, from, to), detail);
  }
}
