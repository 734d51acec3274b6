package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.StopCheck;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts text content into blocks of whole lines and hands them to any number of threads.
 *
 * <p>Blocks are handed out in the file's order, each with the number of its first line, so a thread
 * knows line numbers without asking others, and when a thread meets a broken line every earlier
 * line is already with some thread. What happens under the lock is little: reading into the
 * caller's own buffer and counting line ends, eight bytes at a time.
 *
 * <p>A file whose first bytes hold carriage returns and no line feed has the line ends of old Mac
 * systems; each becomes a line feed here, and a line feed behind them is an error, since it would
 * be a line more or none. In other files {@link LineCursor} refuses a carriage return that does not
 * end a line, so no line is ever taken for a part of another.
 */
final class LineBlocks {
  /** Bytes of a block, and of the longest line that fits one. */
  static final int BLOCK_BYTES = 1 << 20;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long LOW_SEVEN = 0x7F7F7F7F7F7F7F7FL;
  private static final long LINE_ENDS = LOW_BITS * '\n';

  /** Whole lines, the last byte always a line end. */
  static final class Block {
    private byte[] bytes = new byte[BLOCK_BYTES + 1];
    private int length;
    private long firstLine;
    private long firstDataLine;

    byte[] bytes() {
      return bytes;
    }

    int length() {
      return length;
    }

    /** Number of the first line, from 1. */
    long firstLine() {
      return firstLine;
    }

    /** How many lines that are no comments {@link #next} gave out before; from 0. */
    long firstDataLine() {
      return firstDataLine;
    }
  }

  private final FileContent content;
  private final StopCheck stop;
  private final int maximumLineBytes;
  private final char countedComment;
  private final boolean returnsEndLines;
  private byte[] rest = new byte[BLOCK_BYTES];
  private int restFrom;
  private int restTo;
  private int headerFrom;
  private boolean ended;
  private long nextLine = 1;
  private long headerLines;
  private long nextDataLine;

  LineBlocks(FileContent content, TextFormat format, ReadLimits limits, StopCheck stop) {
    this.content = content;
    this.stop = stop;
    this.maximumLineBytes = Math.max(BLOCK_BYTES, format.maximumLineBytes(limits));
    this.countedComment = format.countedComment();
    this.returnsEndLines = returnsEndLines(content.head());
  }

  private static boolean returnsEndLines(byte[] head) {
    boolean found = false;
    for (int at = 0; at < head.length; at++) {
      if (head[at] == '\n') {
        return false;
      }
      // Behind the last byte there may be a line feed.
      found |= head[at] == '\r' && (at + 1 < head.length || head.length < FileContent.HEAD_BYTES);
    }
    return found;
  }

  /**
   * Takes the next header line that is neither empty nor a comment.
   *
   * @param missing what the file lacks when there is none
   */
  HeaderLine headerLine(String comment, String missing) {
    HeaderLine line = headerLine();
    while (line != null && (line.isEmpty() || line.startsWith(comment))) {
      line = headerLine();
    }
    if (line == null) {
      throw FileFailures.truncated(name(), missing);
    }
    return line;
  }

  /** Takes the next line, or null at the end; for headers, before any block is taken. */
  synchronized HeaderLine headerLine() {
    headerFrom = restFrom;
    int searched = restFrom;
    while (true) {
      for (; searched < restTo; searched++) {
        if (rest[searched] == '\n') {
          return takeHeader(searched, searched + 1);
        }
      }
      if (ended) {
        return restFrom == restTo ? null : takeHeader(restTo, restTo);
      }
      if (restTo == rest.length) {
        int length = restTo - restFrom;
        if (length == rest.length) {
          throw lineTooLong(rest, 0, BLOCK_BYTES);
        }
        System.arraycopy(rest, restFrom, rest, 0, length);
        searched -= restFrom;
        restFrom = 0;
        headerFrom = 0;
        restTo = length;
      }
      stop.checkStopped();
      int taken = read(rest, restFrom, restTo, rest.length);
      if (taken < 0) {
        ended = true;
      } else {
        restTo += taken;
      }
    }
  }

  private HeaderLine takeHeader(int lineEnd, int next) {
    int from = restFrom;
    int to = lineEnd;
    while (to > from && LineCursor.isSpace(rest[to - 1])) {
      to--;
    }
    while (from < to && LineCursor.isBlank(rest[from])) {
      from++;
    }
    String text = new String(rest, from, to - from, StandardCharsets.ISO_8859_1);
    HeaderLine line = new HeaderLine(content.name(), nextLine, text);
    if (text.indexOf('\r') >= 0) {
      throw line.invalid(LineCursor.STRAY_RETURN);
    }
    restFrom = next;
    nextLine++;
    headerLines++;
    return line;
  }

  /** Puts the line back that {@link #headerLine} has just given out. */
  synchronized void putBackHeaderLine() {
    restFrom = headerFrom;
    nextLine--;
    headerLines--;
  }

  /** Names the file in messages. */
  String name() {
    return content.name();
  }

  /** Data lines given out so far. */
  synchronized long dataLines() {
    return nextDataLine;
  }

  /** Lines given out so far, but for those of the header. */
  synchronized long lines() {
    return nextLine - 1 - headerLines;
  }

  /** Fills a block with the next lines; false when there are none. */
  synchronized boolean next(Block block) {
    int length = restTo - restFrom;
    if (block.bytes.length <= length) {
      block.bytes = new byte[length + BLOCK_BYTES + 1];
    }
    System.arraycopy(rest, restFrom, block.bytes, 0, length);
    restFrom = 0;
    restTo = 0;
    int end = lastLineEnd(block.bytes, 0, length);
    while (!ended && (length < block.bytes.length - 1 || end == 0)) {
      if (length == block.bytes.length - 1) {
        if (length >= maximumLineBytes) {
          throw lineTooLong(block.bytes, 0, maximumLineBytes);
        }
        block.bytes = Arrays.copyOf(block.bytes, 1 + (int) Math.min(2L * length, maximumLineBytes));
      }
      int searched = length;
      int taken = read(block.bytes, 0, length, block.bytes.length - 1);
      if (taken < 0) {
        ended = true;
      } else {
        length += taken;
        end = Math.max(end, lastLineEnd(block.bytes, searched, length));
      }
    }
    if (length == 0) {
      return false;
    }
    if (ended && end < length) {
      block.bytes[length++] = '\n';
      end = length;
    }
    int left = length - end;
    if (rest.length < left) {
      rest = new byte[(int) Math.min(Math.max(left, 2L * rest.length), Integer.MAX_VALUE - 8)];
    }
    System.arraycopy(block.bytes, end, rest, 0, left);
    restTo = left;
    block.length = end;
    block.firstLine = nextLine;
    block.firstDataLine = nextDataLine;
    long lines = lineEnds(block.bytes, end);
    nextLine += lines;
    if (countedComment != 0) {
      nextDataLine += lines - comments(block.bytes, end);
    }
    return true;
  }

  /**
   * Reads to {@code [at, end)} of a buffer whose lines that are still to come start at {@code
   * from}.
   */
  private int read(byte[] buffer, int from, int at, int end) {
    int taken = content.read(buffer, at, end - at);
    if (returnsEndLines) {
      for (int read = at; read < at + taken; read++) {
        if (buffer[read] == '\n') {
          int line = lastLineEnd(buffer, from, read);
          giveUp();
          throw new InvalidLineException(
              content.name(),
              nextLine + lineEnds(buffer, read) - lineEnds(buffer, from),
              Excerpt.ofLine(buffer, Math.max(line, from), read),
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

  private InvalidLineException lineTooLong(byte[] bytes, int from, int longest) {
    giveUp();
    return new InvalidLineException(
        content.name(),
        nextLine,
        Excerpt.ofLine(bytes, from, from + longest),
        "the line is longer than the " + longest + " bytes that are read");
  }

  /** Lets no other thread read on behind a fault. */
  private void giveUp() {
    ended = true;
    restFrom = 0;
    restTo = 0;
  }

  /** One past the last line end in [from, to), or 0. */
  private static int lastLineEnd(byte[] bytes, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  private static long lineEnds(byte[] bytes, int length) {
    long count = 0;
    int i = 0;
    // In this form of loop the JVM takes many words at once.
    for (; i < length - (Long.BYTES - 1); i += Long.BYTES) {
      long differing = (long) WORDS.get(bytes, i) ^ LINE_ENDS;
      // The top bit of each byte of the sum tells whether any lower bit differs (no carries).
      long zeroBytes = ~(((differing & LOW_SEVEN) + LOW_SEVEN) | differing | LOW_SEVEN);
      count += Long.bitCount(zeroBytes);
    }
    for (; i < length; i++) {
      count += bytes[i] == '\n' ? 1 : 0;
    }
    return count;
  }

  private long comments(byte[] bytes, int length) {
    long count = 0;
    boolean atStart = true;
    for (int i = 0; i < length; i++) {
      if (atStart && bytes[i] == countedComment) {
        count++;
      }
      atStart = bytes[i] == '\n';
    }
    return count;
  }
}
