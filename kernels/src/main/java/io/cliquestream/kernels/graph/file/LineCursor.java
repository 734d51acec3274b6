package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.failure.FailureCode;

/**
 * Walks through the lines of a block, token by token. Every scan stops at a line end at the latest,
 * and a block always ends with one, so no scan looks for the block's end.
 */
final class LineCursor {
  /** Values up to this one can take one more digit without overflow. */
  private static final long SAFE_PREFIX = Long.divideUnsigned(-1L, 10) - 1;

  private final String file;
  private final long largestId;
  private byte[] bytes = {};
  private int position;
  private int end;
  private long line;

  /**
   * @param vertexBound ids must be smaller, as unsigned numbers; 0 stands for 2^64
   */
  LineCursor(String file, long vertexBound) {
    this.file = file;
    this.largestId = vertexBound - 1;
  }

  void open(LineBlocks.Block block) {
    bytes = block.bytes();
    position = 0;
    end = block.length();
    line = block.firstLine();
  }

  /** Whether the block has a further line. */
  boolean hasLine() {
    return position < end;
  }

  /** The byte the cursor stands on. */
  byte current() {
    return bytes[position];
  }

  boolean atLineEnd() {
    return bytes[position] == '\n';
  }

  void skipBlanks() {
    int at = position;
    while (isBlank(bytes[at])) {
      at++;
    }
    position = at;
  }

  private static boolean isBlank(byte value) {
    return value == ' ' || value == '\t' || value == '\r';
  }

  /** Goes to the first byte of the next line. */
  void nextLine() {
    int at = position;
    while (bytes[at] != '\n') {
      at++;
    }
    position = at + 1;
    line++;
  }

  /** Steps over one byte. */
  void step() {
    position++;
  }

  /** Reads an unsigned number and the blanks behind it, and checks it against the id bound. */
  long id() {
    long id = number();
    if (Long.compareUnsigned(id, largestId) > 0) {
      throw new InvalidLineException(
          FailureCode.VERTEX_ID_BEYOND_BOUND,
          file,
          line,
          "vertex id %s is beyond the bound, %s at most"
              .formatted(Long.toUnsignedString(id), Long.toUnsignedString(largestId)));
    }
    return id;
  }

  /** Reads an unsigned number below 2^64 and the blanks behind it. */
  long number() {
    int at = position;
    int digit = bytes[at] - '0';
    if (digit < 0 || digit > 9) {
      throw expectedNumber();
    }
    long value = 0;
    do {
      if (Long.compareUnsigned(value, SAFE_PREFIX) > 0) {
        value = lastDigit(value, digit);
      } else {
        value = 10 * value + digit;
      }
      digit = bytes[++at] - '0';
    } while (digit >= 0 && digit <= 9);
    byte after = bytes[at];
    if (isBlank(after)) {
      do {
        at++;
      } while (isBlank(bytes[at]));
    } else if (after != '\n') {
      throw expectedNumber();
    }
    position = at;
    return value;
  }

  private long lastDigit(long value, int digit) {
    long limit = Long.divideUnsigned(-1L, 10);
    int order = Long.compareUnsigned(value, limit);
    if (order > 0 || (order == 0 && digit > 5)) {
      throw invalid("'" + token() + "' is beyond 2^64 - 1");
    }
    return 10 * value + digit;
  }

  /** Steps over a column that must look like a number, and the blanks behind it. */
  void skipNumericColumn() {
    byte first = bytes[position];
    if (!(first >= '0' && first <= '9') && first != '-' && first != '+' && first != '.') {
      throw expectedNumber();
    }
    int at = position;
    while (bytes[at] != '\n' && !isBlank(bytes[at])) {
      at++;
    }
    position = at;
    skipBlanks();
  }

  private InvalidLineException expectedNumber() {
    return atLineEnd()
        ? invalid("a number is missing")
        : invalid("'" + token() + "' is not a whole number without sign");
  }

  /** The word around the cursor, shortened, for messages. */
  private String token() {
    StringBuilder text = new StringBuilder();
    for (int at = position; bytes[at] != '\n' && !isBlank(bytes[at]); at++) {
      if (text.length() == 32) {
        return text + "...";
      }
      char shown = (char) (bytes[at] & 0xFF);
      text.append(shown >= ' ' && shown < 0x7F ? shown : '?');
    }
    return text.toString();
  }

  InvalidLineException invalid(String detail) {
    return new InvalidLineException(file, line, detail);
  }
}
