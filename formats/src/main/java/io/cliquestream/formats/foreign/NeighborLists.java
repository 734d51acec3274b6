package io.cliquestream.formats.foreign;

import io.cliquestream.formats.edges.EdgeSink;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.formats.text.Lines;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.names.NameBytes;
import io.cliquestream.kernels.names.NameDictionary;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Neighbours in lines. An adjacency list, as NetworkX writes it, has a vertex and its neighbours on
 * a line, words between blanks, or a vertex and how many they are, and then a line for each; an LGL
 * file of igraph has {@code # vertex}, and then a line for each neighbour, perhaps with a weight.
 * In the former # begins a comment.
 */
public final class NeighborLists {
  private final ForeignInput input;
  private final Lines lines;
  private final NameDictionary names;
  private byte[] bytes = {};
  private int at;

  private NeighborLists(ForeignInput input) {
    this.input = input;
    this.lines = input.lines();
    this.names = input.names();
  }

  /** Reads the edges of an adjacency list; the caller closes them. */
  public static EdgeArray readAdjacency(ForeignInput input) {
    NeighborLists lists = new NeighborLists(input);
    return lists.read(lists::adjacency);
  }

  /** Reads the edges of an adjacency list of several lines a vertex; the caller closes them. */
  public static EdgeArray readMultiline(ForeignInput input) {
    NeighborLists lists = new NeighborLists(input);
    return lists.read(lists::multiline);
  }

  /** Reads the edges of an LGL file; the caller closes them. */
  public static EdgeArray readLgl(ForeignInput input) {
    NeighborLists lists = new NeighborLists(input);
    return lists.read(lists::lgl);
  }

  private EdgeArray read(Consumer<EdgeSink> reading) {
    try (EdgeSink edges =
        new EdgeSink(input.name(), input.limits().maximumPairs(), new AtomicLong())) {
      reading.accept(edges);
      return edges.take();
    }
  }

  private void adjacency(EdgeSink edges) {
    while (lines.next()) {
      open();
      if (at == lines.to() || bytes[at] == '#') {
        continue;
      }
      long vertex = word();
      while (at < lines.to()) {
        edges.add(vertex, word());
      }
    }
  }

  private void multiline(EdgeSink edges) {
    while (nextRow()) {
      long vertex = word();
      for (long left = count(); left > 0; left--) {
        if (!nextRow()) {
          throw InputFailures.truncated(
              input.name(), "the last vertex has %d neighbours more".formatted(left));
        }
        // Behind it stands what NetworkX knows of the edge.
        edges.add(vertex, word());
      }
    }
  }

  /** Goes to the next line that is neither empty nor a comment. */
  private boolean nextRow() {
    while (lines.next()) {
      open();
      if (at < lines.to() && bytes[at] != '#') {
        return true;
      }
    }
    return false;
  }

  /** The number of lines that follow, which ends the line. */
  private long count() {
    int from = at;
    int to = from + skipWord();
    boolean number = NameBytes.isNumber(bytes, from, to) && to - from < Integer.SIZE / 3;
    if (!number || at < lines.to()) {
      throw lines.invalid("a vertex and the number of its neighbours, who follow, are expected");
    }
    return Long.parseLong(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
  }

  private void lgl(EdgeSink edges) {
    long vertex = -1;
    while (lines.next()) {
      open();
      if (at == lines.to()) {
        continue;
      }
      boolean heading = bytes[at] == '#';
      if (heading) {
        at++;
        skipBlanks();
      }
      if (at == lines.to() || (!heading && vertex < 0)) {
        throw lines.invalid(
            at == lines.to() ? "a vertex is expected behind '#'" : "'# vertex' is expected first");
      }
      long number = word();
      int further = 0;
      while (at < lines.to()) {
        skipWord();
        further++;
      }
      if (further > (heading ? 0 : 1)) {
        throw lines.invalid(
            heading
                ? "one vertex is expected behind '#'"
                : "a neighbour and a weight are expected");
      }
      if (heading) {
        vertex = number;
      } else {
        edges.add(vertex, number);
      }
    }
  }

  private void open() {
    bytes = lines.bytes();
    at = lines.from();
    skipBlanks();
  }

  private void skipBlanks() {
    while (at < lines.to() && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
  }

  private int skipWord() {
    int from = at;
    while (at < lines.to() && bytes[at] != ' ' && bytes[at] != '\t') {
      at++;
    }
    int to = at;
    skipBlanks();
    return to - from;
  }

  /** The number of the word the reader stands at, which it steps over. */
  private long word() {
    int from = at;
    int to = from + skipWord();
    try {
      return names.number(bytes, from, to, names.hash(bytes, from, to));
    } catch (ComputeException e) {
      throw e.code() == FailureCode.FILE_LINE_INVALID ? lines.invalid(e.getMessage()) : e;
    }
  }
}
