package io.cliquestream.formats.table;

import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.formats.text.LineException;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.names.NameBytes;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Cuts a table into blocks of whole rows and hands them to any number of threads, in order and
 * numbered.
 *
 * <p>A row may go on over line ends between quotes. Outside of quotes a quote may only open or
 * close a field, so a line end is the end of a row exactly when an even number of quotes stand
 * before it; the parser refuses quotes elsewhere. Where quotes are escaped, or may stand in
 * comments, {@link EscapedRows} finds the ends. What happens under the lock is reading into the
 * caller's own buffer, and counting line ends and quotes, eight bytes at a time.
 */
final class RecordBlocks {
  /** Bytes of the longest row, and of the first block. */
  static final int BLOCK_BYTES = 1 << 20;

  /** Bytes of any other block, unless a row is longer: what is made of it stays in the caches. */
  private static final int USUAL_BYTES = 1 << 18;

  /** Bytes read at a time, for the same reason. */
  private static final int PIECE_BYTES = 1 << 16;

  private static final int SLICE_BYTES = 1 << 12;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long LOW_SEVEN = 0x7F7F7F7F7F7F7F7FL;

  /** Whole rows, the last byte always a line end. */
  static final class Block {
    private byte[] bytes = new byte[BLOCK_BYTES + 1 + NameBytes.SLACK];
    private int length;
    private long firstLine;
    private long sequence;

    byte[] bytes() {
      return bytes;
    }

    int length() {
      return length;
    }

    /** From 0. */
    long sequence() {
      return sequence;
    }

    /** Number of the line in which a byte lies, from 1. */
    long line(int at) {
      return firstLine + count(bytes, 0, at, '\n');
    }

    /** The failure of what lies at a byte. */
    LineException invalid(String source, int at, String detail) {
      int from = at;
      while (from > 0 && bytes[from - 1] != '\n') {
        from--;
      }
      int to = Math.max(from, Math.min(at, length - 1));
      while (to < length - 1 && bytes[to] != '\n') {
        to++;
      }
      return InputFailures.line(source, line(at), InputExcerpt.of(bytes, from, to), detail);
    }
  }

  private final Content content;
  private final StopCheck stop;
  private final byte quote;

  /** Where something is escaped, or comments may hold quotes; else null. */
  private final EscapedRows escaped;

  private final boolean returnsEndLines;
  private byte[] rest = new byte[BLOCK_BYTES];
  private int restLength;
  private boolean ended;
  private long nextLine = 1;
  private long nextSequence;

  RecordBlocks(Content content, TableLayout layout, StopCheck stop) {
    this.content = content;
    this.quote = (byte) layout.quote();
    // A quote in a comment would make the number of quotes before every later line end odd.
    boolean quotesInComments = quote != 0 && !layout.comment().isEmpty();
    this.escaped = layout.escape().isNone() && !quotesInComments ? null : new EscapedRows(layout);
    this.stop = stop;
    this.returnsEndLines = returnsEndLines(content.head());
  }

  /** Whether lines end in a carriage return alone, as far as the head tells. */
  static boolean returnsEndLines(byte[] head) {
    boolean found = false;
    for (int at = 0; at < head.length; at++) {
      if (head[at] == '\n') {
        return false;
      }
      found |= head[at] == '\r';
    }
    return found;
  }

  /** Fills a block with the next rows; false when there are none. */
  synchronized boolean next(Block block) {
    System.arraycopy(rest, 0, block.bytes, 0, restLength);
    int length = restLength;
    restLength = 0;
    int capacity = nextSequence == 0 ? BLOCK_BYTES : USUAL_BYTES;
    int end = 0;
    long lines = 0;
    while (end == 0) {
      length = fill(block.bytes, length, capacity);
      if (length == 0) {
        return false;
      }
      if (ended) {
        // What lacks its line end is a row all the same; an open quote is the parser's to refuse.
        if (block.bytes[length - 1] != '\n') {
          block.bytes[length++] = '\n';
        }
        end = length;
        lines = count(block.bytes, 0, end, '\n');
      } else if (escaped != null) {
        end = escaped.lastEnd(block.bytes, length);
        lines = count(block.bytes, 0, end, '\n');
      } else {
        long counts = lineEndsAndQuotes(block.bytes, length);
        end = lastRowEnd(block.bytes, length, (counts & 1) == 1);
        lines = (counts >>> Integer.SIZE) - count(block.bytes, end, length, '\n');
      }
      if (end == 0 && length >= BLOCK_BYTES) {
        throw tooLong(block.bytes, length);
      }
      capacity = BLOCK_BYTES;
    }
    restLength = length - end;
    System.arraycopy(block.bytes, end, rest, 0, restLength);
    block.length = end;
    block.firstLine = nextLine;
    block.sequence = nextSequence++;
    nextLine += lines;
    return true;
  }

  /** Reads until there are so many bytes or no more; gives how many there are. */
  private int fill(byte[] bytes, int from, int capacity) {
    int length = from;
    while (!ended && length < capacity) {
      stop.checkStopped();
      int taken = read(bytes, length, Math.min(capacity, length + PIECE_BYTES));
      if (taken < 0) {
        ended = true;
      } else {
        length += taken;
      }
    }
    return length;
  }

  private LineException tooLong(byte[] bytes, int length) {
    ended = true;
    boolean open =
        escaped == null
            ? quote != 0 && count(bytes, 0, length, quote) % 2 == 1
            : escaped.endsInQuote();
    return InputFailures.line(
        content.name(),
        nextLine,
        InputExcerpt.of(bytes, 0, length),
        open && count(bytes, 0, length, '\n') > 0
            ? "a quote that opens in this line or behind it is not closed within %d bytes;"
                    .formatted(BLOCK_BYTES)
                + " where quotes are part of names, --quote none says so"
            : "the row is longer than the %d bytes that are read".formatted(BLOCK_BYTES));
  }

  private int read(byte[] buffer, int at, int end) {
    int taken;
    try {
      taken = content.read(buffer, at, end - at);
    } catch (IOException e) {
      ended = true;
      throw content.failure(e);
    }
    if (returnsEndLines) {
      for (int read = at; read < at + taken; read++) {
        if (buffer[read] == '\n') {
          ended = true;
          throw InputFailures.line(
              content.name(),
              nextLine + count(buffer, 0, read, '\n'),
              InputExcerpt.of(buffer, at, read),
              "it ends in a line feed where the lines before end in a carriage return; make them"
                  + " one, as in: tr '\\r' '\\n' < FILE");
        }
        if (buffer[read] == '\r') {
          buffer[read] = '\n';
        }
      }
    }
    return taken;
  }

  /** One past the last line end with an even number of quotes before it, or 0. */
  private int lastRowEnd(byte[] bytes, int length, boolean oddQuotes) {
    boolean odd = oddQuotes;
    for (int at = length - 1; at >= 0; at--) {
      if (bytes[at] == quote && quote != 0) {
        odd = !odd;
      } else if (bytes[at] == '\n' && !odd) {
        return at + 1;
      }
    }
    return 0;
  }

  /** How many line ends, in the upper half, and how many quotes, in the lower one. */
  private long lineEndsAndQuotes(byte[] bytes, int length) {
    if (quote == 0) {
      return count(bytes, 0, length, '\n') << Integer.SIZE;
    }
    long counts = 0;
    for (int from = 0; from < length; from += SLICE_BYTES) {
      counts += lineEndsAndQuotes(bytes, from, Math.min(length, from + SLICE_BYTES));
    }
    return counts;
  }

  /** The same of a slice, in a method that is called often enough to be compiled at once. */
  private long lineEndsAndQuotes(byte[] bytes, int from, int to) {
    long lineEnds = LOW_BITS * '\n';
    long quotes = LOW_BITS * (quote & 0xFF);
    long lines = 0;
    long found = 0;
    int at = from;
    // In this form of loop the JVM takes many words at once.
    for (; at < to - (Long.BYTES - 1); at += Long.BYTES) {
      long word = (long) WORDS.get(bytes, at);
      lines += Long.bitCount(zeros(word ^ lineEnds));
      long quoted = word ^ quotes;
      // Tells whether there is a quote at all (Warren, Hacker's Delight, section 6-1).
      found |= (quoted - LOW_BITS) & ~quoted;
    }
    long opened = (found & ~LOW_SEVEN) == 0 ? 0 : count(bytes, from, at, quote);
    return ((lines + count(bytes, at, to, '\n')) << Integer.SIZE)
        + opened
        + count(bytes, at, to, quote);
  }

  /** The top bit of each byte that is zero. */
  private static long zeros(long word) {
    // The top bit of each byte of the sum tells whether any lower bit is set (no carries).
    return ~(((word & LOW_SEVEN) + LOW_SEVEN) | word | LOW_SEVEN);
  }

  /** How often a byte stands in [from, to). */
  private static long count(byte[] bytes, int from, int to, int value) {
    long wanted = LOW_BITS * (value & 0xFF);
    long count = 0;
    int at = from;
    for (; at < to - (Long.BYTES - 1); at += Long.BYTES) {
      count += Long.bitCount(zeros((long) WORDS.get(bytes, at) ^ wanted));
    }
    for (; at < to; at++) {
      count += bytes[at] == (byte) value ? 1 : 0;
    }
    return count;
  }
}
