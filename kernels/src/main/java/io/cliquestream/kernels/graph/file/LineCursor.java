package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.text.PlainLines;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Walks through the lines of a block, token by token. Every scan stops at a line end at the latest,
 * and a block always ends with one, so no scan looks for the block's end.
 *
 * <p>A carriage return belongs to the line's end: behind one there are only blanks and more of them
 * up to the line feed. Anything else there is refused, in comments too, since it may be a line that
 * would be lost.
 */
final class LineCursor {
  /** What is said of a carriage return inside a line. */
  static final String STRAY_RETURN =
      "a carriage return stands inside the line; make each a line end of its own, as in:"
          + " tr '\\r' '\\n' < FILE";

  /** Values up to this one can take one more digit without overflow. */
  private static final long SAFE_PREFIX = Long.divideUnsigned(-1L, 10) - 1;

  private static final int TOKEN_BYTES = 32;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ZEROES = 0x3030303030303030L;
  private static final long LOW_SEVEN = 0x7F7F7F7F7F7F7F7FL;
  private static final long TOP_BITS = 0x8080808080808080L;

  /** Added to ten or more, it reaches the top bit. */
  private static final long BEYOND_NINE = 0x7676767676767676L;

  private final String file;
  private final long largestId;

  /** Where the bound is beyond every id that it reads; else null. */
  private final PlainLines plain;

  private byte[] bytes = {};
  private int position;
  private int end;

  /** The last place from which eight bytes can be taken at once. */
  private int lastWord;

  private long line;

  /**
   * @param vertexBound ids must be smaller, as unsigned numbers; 0 stands for 2^64
   */
  LineCursor(String file, long vertexBound) {
    this.file = file;
    this.largestId = vertexBound - 1;
    this.plain =
        Long.compareUnsigned(largestId, PlainLines.LARGEST) >= 0
            ? new PlainLines((byte) ' ', (byte) '\t')
            : null;
  }

  void open(LineBlocks.Block block) {
    bytes = block.bytes();
    position = 0;
    end = block.length();
    lastWord = bytes.length - Long.BYTES;
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

  /** Steps over blanks, and to the line end when nothing else is left. */
  void skipBlanks() {
    position = pastBlanks(position);
  }

  private int pastBlanks(int from) {
    int at = from;
    while (isBlank(bytes[at])) {
      at++;
    }
    return bytes[at] == '\r' ? lineEnd(at) : at;
  }

  /** The line end behind a carriage return. */
  private int lineEnd(int carriageReturn) {
    int at = carriageReturn;
    while (isSpace(bytes[at])) {
      at++;
    }
    if (bytes[at] != '\n') {
      throw invalid(STRAY_RETURN);
    }
    return at;
  }

  static boolean isBlank(byte value) {
    return value == ' ' || value == '\t';
  }

  /** Whether a byte may stand before a line end without a meaning. */
  static boolean isSpace(byte value) {
    return isBlank(value) || value == '\r';
  }

  /**
   * Reads lines of two ids that are written in the plainest way, up to the first that is anything
   * else; gives how many there were.
   */
  long plainPairs(PairSink sink) {
    if (plain == null) {
      return 0;
    }
    long first = line;
    while (position < end) {
      position = plain.read(bytes, position, end);
      if (plain.pairs() == 0) {
        break;
      }
      sink.addAll(plain.numbers(), plain.pairs());
      line += plain.pairs();
    }
    return line - first;
  }

  /** Lines to read one by one before {@link #plainPairs} is worth a call. */
  int plainPause() {
    return plain == null ? Integer.MAX_VALUE : plain.pause();
  }

  /** Goes from a line end to the first byte of the next line. */
  void nextLine() {
    position++;
    line++;
  }

  /** Steps over the rest of the line, whatever it is, to its end. */
  void skipRest() {
    int at = position;
    while (bytes[at] != '\n') {
      at = bytes[at] == '\r' ? lineEnd(at) : at + 1;
    }
    position = at;
  }

  /** Steps over a word of one letter and the blanks behind it. */
  void skipLetter() {
    byte after = bytes[position + 1];
    if (!isSpace(after) && after != '\n') {
      throw invalid("a blank is missing behind '" + (char) bytes[position] + "'");
    }
    position++;
    skipBlanks();
  }

  /** Reads an unsigned number and the blanks behind it, and checks it against the id bound. */
  long id() {
    long id = number();
    if (Long.compareUnsigned(id, largestId) > 0) {
      throw new InvalidLineException(
          FailureCode.VERTEX_ID_BEYOND_BOUND,
          file,
          line,
          excerpt(),
          "vertex id %s is beyond the bound, %s at most"
              .formatted(Long.toUnsignedString(id), Long.toUnsignedString(largestId)));
    }
    return id;
  }

  /** Reads an id of a file that announces its number of vertices: from 1 to that. */
  long vertex(long vertices) {
    long id = id();
    if (Long.compareUnsigned(id - 1, vertices) >= 0) {
      throw invalid(
          "vertex %s is not between 1 and the %d vertices announced"
              .formatted(Long.toUnsignedString(id), vertices));
    }
    return id;
  }

  /** Reads an unsigned number below 2^64 and the blanks behind it. */
  private long number() {
    int at = position;
    long value = 0;
    if (at <= lastWord) {
      long word = (long) WORDS.get(bytes, at) ^ ZEROES;
      // The top bit of each byte that is no digit; no sum carries into the next byte.
      long others = (((word & LOW_SEVEN) + BEYOND_NINE) | word) & TOP_BITS;
      int digits = Long.numberOfTrailingZeros(others) >>> 3;
      if (digits > 0) {
        value = eightDigits(word << (Long.SIZE - Byte.SIZE * digits));
        at += digits;
        if (digits < Long.BYTES) {
          position = pastNumber(at);
          return value;
        }
      }
    }
    return manyDigits(at, value);
  }

  /**
   * The number of eight decimal digits, one a byte, the first one lowest: neighbours are joined, by
   * one multiplication to two digits, to four, to eight.
   */
  private static long eightDigits(long word) {
    long pairs = (word * (1 + (10 << 8))) >>> 8 & 0x00FF00FF00FF00FFL;
    long fours = (pairs * (1 + (100 << 16))) >>> 16 & 0x0000FFFF0000FFFFL;
    return (fours * (1 + (10_000L << 32))) >>> 32;
  }

  /** Digit by digit, for numbers of more than seven and the last ones of a block. */
  private long manyDigits(int from, long prefix) {
    int at = from;
    long value = prefix;
    int digit = bytes[at] - '0';
    if (from == position && (digit < 0 || digit > 9)) {
      throw expected("a whole number without sign");
    }
    while (digit >= 0 && digit <= 9) {
      if (Long.compareUnsigned(value, SAFE_PREFIX) > 0) {
        value = lastDigit(value, digit);
      } else {
        value = 10 * value + digit;
      }
      digit = bytes[++at] - '0';
    }
    position = pastNumber(at);
    return value;
  }

  /** Where the next word or the line's end is, from the byte behind a number's last digit. */
  private int pastNumber(int at) {
    byte after = bytes[at];
    if (after == '\n') {
      return at;
    }
    if (!isSpace(after)) {
      throw expected("a whole number without sign");
    }
    return pastBlanks(at);
  }

  private long lastDigit(long value, int digit) {
    long limit = Long.divideUnsigned(-1L, 10);
    int order = Long.compareUnsigned(value, limit);
    if (order > 0 || (order == 0 && digit > 5)) {
      throw invalid("'" + token() + "' is beyond 2^64 - 1");
    }
    return 10 * value + digit;
  }

  /**
   * Steps over a column that must be a number, such as -1, .5 or 1.5e-3 (or 1.5d-3, as Fortran
   * writes it), and the blanks behind it.
   */
  void skipNumericColumn() {
    int at = position;
    if (bytes[at] == '-' || bytes[at] == '+') {
      at++;
    }
    int whole = pastDigits(at);
    int digits = whole - at;
    at = whole;
    if (bytes[at] == '.') {
      int fraction = pastDigits(at + 1);
      digits += fraction - at - 1;
      at = fraction;
    }
    if (digits > 0 && ((bytes[at] | 0x20) == 'e' || (bytes[at] | 0x20) == 'd')) {
      int exponent = bytes[at + 1] == '-' || bytes[at + 1] == '+' ? at + 2 : at + 1;
      at = pastDigits(exponent);
      digits = at - exponent;
    }
    if (digits == 0 || !(isSpace(bytes[at]) || bytes[at] == '\n')) {
      throw expected("a number");
    }
    position = pastBlanks(at);
  }

  private int pastDigits(int from) {
    int at = from;
    while (bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at;
  }

  /** Steps over up to so many numeric columns, behind which the line must end. */
  void skipNumericColumns(int most) {
    for (int left = most; !atLineEnd(); left--) {
      if (left == 0) {
        throw invalid(
            "'%s' and what follows would be dropped; remove columns that are no part of the format"
                .formatted(token()));
      }
      skipNumericColumn();
    }
  }

  private InvalidLineException expected(String what) {
    return invalid(
        atLineEnd()
            ? "the line ends where " + what + " is expected"
            : "'" + token() + "' stands where " + what + " is expected");
  }

  /** The word at the cursor, shortened, for messages. */
  private String token() {
    int to = position;
    while (bytes[to] != '\n' && !isSpace(bytes[to]) && to - position < TOKEN_BYTES) {
      to++;
    }
    return Excerpt.ofLine(bytes, position, to);
  }

  private String excerpt() {
    int from = position;
    while (from > 0 && bytes[from - 1] != '\n') {
      from--;
    }
    int to = position;
    while (bytes[to] != '\n') {
      to++;
    }
    while (to > from && isSpace(bytes[to - 1])) {
      to--;
    }
    return Excerpt.ofLine(bytes, from, to);
  }

  InvalidLineException invalid(String detail) {
    return new InvalidLineException(file, line, excerpt(), detail);
  }
}
