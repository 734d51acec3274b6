package io.cliquestream.kernels.graph.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Cuts text content into blocks of whole lines and hands them to any number of threads.
 *
 * <p>Blocks are handed out in the file's order, each with the number of its first line, so a thread
 * knows line numbers without asking others, and when a thread meets a broken line every earlier
 * line is already with some thread. What happens under the lock is little: reading into the
 * caller's own buffer and counting line ends, eight bytes at a time.
 */
final class LineBlocks {
  private static final int BLOCK_BYTES = 1 << 20;
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

  private final Content content;
  private final int maximumLineBytes;
  private final char countedComment;
  private byte[] rest = new byte[BLOCK_BYTES];
  private int restFrom;
  private int restTo;
  private boolean ended;
  private long nextLine = 1;
  private long nextDataLine;

  /**
   * @param countedComment first byte of comment lines that do not count as data lines; 0 when
   *     nobody asks for data lines
   */
  LineBlocks(Content content, ReadLimits limits, char countedComment) {
    this.content = content;
    this.maximumLineBytes = limits.maximumLineBytes();
    this.countedComment = countedComment;
  }

  String name() {
    return content.name();
  }

  /** Takes one line without its end, or null at the end; for headers, before any block is taken. */
  synchronized String headerLine() {
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
        checkLineLength(length);
        byte[] larger = length > rest.length / 2 ? new byte[2 * rest.length] : rest;
        System.arraycopy(rest, restFrom, larger, 0, length);
        rest = larger;
        searched -= restFrom;
        restFrom = 0;
        restTo = length;
      }
      int taken = content.read(rest, restTo, rest.length - restTo);
      if (taken < 0) {
        ended = true;
      } else {
        restTo += taken;
      }
    }
  }

  private String takeHeader(int lineEnd, int next) {
    String line =
        new String(
            rest, restFrom, lineEnd - restFrom, java.nio.charset.StandardCharsets.ISO_8859_1);
    restFrom = next;
    nextLine++;
    return line.strip();
  }

  /** Number of the line that comes next, from 1. */
  synchronized long nextLine() {
    return nextLine;
  }

  /** Data lines given out so far. */
  synchronized long dataLines() {
    return nextDataLine;
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
    int searched = 0;
    int end = lastLineEnd(block.bytes, 0, length);
    while (!ended && (length < block.bytes.length - 1 || end == 0)) {
      if (length == block.bytes.length - 1) {
        checkLineLength(length);
        block.bytes = Arrays.copyOf(block.bytes, 2 * length + 1);
      }
      searched = length;
      int taken = content.read(block.bytes, length, block.bytes.length - 1 - length);
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
      rest = new byte[Math.max(left, 2 * rest.length)];
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

  private void checkLineLength(int length) {
    if (length > maximumLineBytes) {
      throw new InvalidLineException(
          content.name(), nextLine, "the line is longer than " + maximumLineBytes + " bytes");
    }
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
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
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
