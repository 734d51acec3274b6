package io.cliquestream.formats.foreign;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * graph6 and sparse6 (McKay, nauty's formats.txt): one graph, printable bytes of six bits each.
 * Read bit by bit from the stream, so a graph of any size takes no memory but its edges. Vertices
 * are 0 to n-1. A further graph in the file is refused, and so are digraph6 and incremental
 * sparse6.
 */
public final class PackedBits {
  private static final String GRAPH6 = ">>graph6<<";
  private static final String SPARSE6 = ">>sparse6<<";
  private static final int BITS = 6;
  private static final int FIRST = 63;

  private final ForeignInput input;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int filled;
  private int bits;
  private int left;
  private long taken;

  private PackedBits(ForeignInput input) {
    this.input = input;
  }

  /** Reads the edges of either; the caller closes them. */
  public static EdgeArray read(ForeignInput input) {
    return new PackedBits(input).read();
  }

  private EdgeArray read() {
    String header = header();
    boolean sparse = peek() == ':';
    if (sparse) {
      at++;
    } else if (peek() == ';' || peek() == '&') {
      throw invalid(
          peek() == '&'
              ? "it is digraph6, a directed graph; write it as sparse6 or as an edge list"
              : "it is incremental sparse6, a difference to a graph before; write it as sparse6");
    }
    if ((header.equals(GRAPH6) && sparse) || (header.equals(SPARSE6) && !sparse)) {
      throw invalid("what follows is not " + header);
    }
    long vertices = size();
    try (EdgeSink edges =
        new EdgeSink(input.name(), input.limits().maximumPairs(), new AtomicLong())) {
      if (sparse) {
        sparse(vertices, edges);
      } else {
        dense(vertices, edges);
      }
      end();
      return edges.take();
    }
  }

  private String header() {
    String header = "";
    if (peek() == '>') {
      StringBuilder text = new StringBuilder();
      while (text.length() < SPARSE6.length() && !text.toString().endsWith("<<") && peek() > 0) {
        text.append((char) take());
      }
      header = text.toString();
      if (!header.equals(GRAPH6) && !header.equals(SPARSE6)) {
        throw invalid(GRAPH6 + " or " + SPARSE6 + " is expected");
      }
    }
    return header;
  }

  /** N(n) of the description: 1, 4 or 8 bytes. */
  private long size() {
    if (peek() != 126) {
      return sixBits();
    }
    at++;
    int groups = 3;
    if (peek() == 126) {
      at++;
      groups = 6;
    }
    long size = 0;
    for (int i = 0; i < groups; i++) {
      size = size << BITS | sixBits();
    }
    return size;
  }

  private int sixBits() {
    int value = take();
    if (value < 0 || value == '\n' || value == '\r') {
      throw InputFailures.truncated(input.name(), "the bits end after %d bytes".formatted(taken));
    }
    if (value < FIRST || value > 126) {
      throw invalid("byte %d, of value %d, is none of this format".formatted(taken, value));
    }
    return value - FIRST;
  }

  private int bit() {
    if (left == 0) {
      bits = sixBits();
      left = BITS;
    }
    left--;
    return bits >> left & 1;
  }

  private boolean atEnd() {
    int next = peek();
    return left == 0 && (next < 0 || next == '\n' || next == '\r');
  }

  private void dense(long vertices, EdgeSink edges) {
    for (long to = 1; to < vertices; to++) {
      for (long from = 0; from < to; from++) {
        if (bit() == 1) {
          edges.add(from, to);
        }
      }
    }
    if ((bits & ((1 << left) - 1)) != 0) {
      throw invalid("the bits that fill the last byte are not zero");
    }
    left = 0;
  }

  private void sparse(long vertices, EdgeSink edges) {
    int width = vertices <= 2 ? 1 : Long.SIZE - Long.numberOfLeadingZeros(vertices - 1);
    long vertex = 0;
    boolean padding = false;
    while (!padding && room(1 + width)) {
      vertex += bit();
      long other = 0;
      for (int i = 0; i < width; i++) {
        other = other << 1 | bit();
      }
      if (other >= vertices || vertex >= vertices) {
        padding = true;
      } else if (other > vertex) {
        vertex = other;
      } else {
        edges.add(other, vertex);
      }
    }
    left = 0;
    if (!atEnd()) {
      throw invalid("more bits follow than the graph has");
    }
  }

  /** Whether so many bits are there; fewer at the end are those that fill the last byte. */
  private boolean room(int wanted) {
    if (wanted <= left) {
      return true;
    }
    int next = peek();
    if (next < 0 || next == '\n' || next == '\r') {
      return false;
    }
    int needed = (wanted - left + BITS - 1) / BITS;
    while (at + needed > filled && fill()) {
      // As many as there are.
    }
    for (int i = 0; i < needed; i++) {
      if (at + i >= filled || buffer[at + i] == '\n' || buffer[at + i] == '\r') {
        return false;
      }
    }
    return true;
  }

  private void end() {
    boolean any = false;
    for (int value = take(); value >= 0; value = take()) {
      any |= value == '\n' || value == '\r';
      if (value != '\n' && value != '\r') {
        throw invalid(
            any
                ? "a second graph follows; keep one, as in: sed -n 1p FILE"
                : "more bits follow than the graph has");
      }
    }
  }

  private ComputeException invalid(String detail) {
    return InputFailures.line(input.name(), 1, "", detail);
  }

  private int peek() {
    if (at == filled && !fill()) {
      return -1;
    }
    return buffer[at] & 0xFF;
  }

  private int take() {
    int value = peek();
    if (value >= 0) {
      at++;
      taken++;
    }
    return value;
  }

  /** Adds to what was read; false at the end. */
  private boolean fill() {
    input.control().checkStopped();
    System.arraycopy(buffer, at, buffer, 0, filled - at);
    filled -= at;
    at = 0;
    try {
      int read = input.content().read(buffer, filled, buffer.length - filled);
      filled += Math.max(0, read);
      return read > 0;
    } catch (IOException e) {
      throw input.content().failure(e);
    }
  }
}
