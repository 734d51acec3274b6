package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexLabels;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads labels of vertices: a line for each vertex with its original id and its label, two decimal
 * numbers with blanks between them; lines that begin with # and empty ones are skipped. Vertices
 * that the graph has not are skipped too, since those without an edge do not exist; those that it
 * has must have one label. Takes 4 bytes a vertex, whatever the file holds.
 */
public final class LabelFile {
  private static final int UNKNOWN = -1;

  private final String name;
  private final Graph graph;
  private final StopMeter meter;
  private final int[] labels;
  private long line = 1;

  private LabelFile(String name, Graph graph, StopCheck stop) {
    this.name = name;
    this.graph = graph;
    this.meter = new StopMeter(stop);
    this.labels = new int[graph.vertexCount()];
    Arrays.fill(labels, UNKNOWN);
  }

  /**
   * The labels of a graph.
   *
   * @param path lines of an original id and a label of 0 or more
   * @param graph whose vertices get the labels
   * @param stop ends the reading
   * @return one label for each vertex of the graph
   * @throws ComputeException FILE_UNREADABLE, FILE_LINE_INVALID for a line that is not two numbers
   *     or gives a vertex a second label, FILE_TRUNCATED when a vertex has none
   */
  public static VertexLabels read(Path path, Graph graph, StopCheck stop) {
    String name = Excerpt.ofName(path.toString());
    try {
      OrdinaryFile.require(path);
      try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
        return new LabelFile(name, graph, stop).read(in);
      }
    } catch (IOException e) {
      throw FileFailures.unreadable("the label file " + name, e);
    }
  }

  private VertexLabels read(InputStream in) throws IOException {
    int next = in.read();
    while (next >= 0) {
      next = skipBlanks(in, next);
      if (next == '#') {
        while (next >= 0 && next != '\n') {
          meter.work(1);
          next = in.read();
        }
      } else if (next >= 0 && next != '\n') {
        next = entry(in, next);
      }
      if (next >= 0) {
        line++;
        next = in.read();
      }
    }
    for (int vertex = 0; vertex < labels.length; vertex++) {
      if (labels[vertex] == UNKNOWN) {
        throw new ComputeException(
            FailureCode.FILE_TRUNCATED,
            name + " has no label for vertex " + Long.toUnsignedString(graph.originalId(vertex)));
      }
    }
    return VertexLabels.of(labels);
  }

  /** Reads a line's two numbers; returns its end, a newline or the end of the file. */
  private int entry(InputStream in, int first) throws IOException {
    long[] numbers = new long[2];
    int next = first;
    for (int i = 0; i < numbers.length; i++) {
      int digits = 0;
      while (next >= '0' && next <= '9') {
        numbers[i] = appended(numbers[i], next - '0');
        digits++;
        next = in.read();
      }
      if (digits == 0) {
        throw invalid("is not an id and a label");
      }
      next = skipBlanks(in, next);
    }
    if (next >= 0 && next != '\n') {
      throw invalid("is not an id and a label");
    }
    if (numbers[1] < 0 || numbers[1] > Integer.MAX_VALUE) {
      throw invalid("has a label beyond 2^31 - 1");
    }
    put(numbers[0], (int) numbers[1]);
    return next;
  }

  private long appended(long number, int digit) {
    meter.work(1);
    if (Long.compareUnsigned(number, Long.divideUnsigned(-1L - digit, 10)) > 0) {
      throw invalid("has a number beyond 2^64 - 1");
    }
    return number * 10 + digit;
  }

  private int skipBlanks(InputStream in, int from) throws IOException {
    int next = from;
    while (next == ' ' || next == '\t' || next == '\r') {
      meter.work(1);
      next = in.read();
    }
    return next;
  }

  private void put(long id, int label) {
    int vertex = graph.ids().dense(id);
    meter.work(Integer.SIZE);
    if (vertex < 0) {
      return;
    }
    if (labels[vertex] != UNKNOWN && labels[vertex] != label) {
      throw invalid("gives vertex " + Long.toUnsignedString(id) + " a second label");
    }
    labels[vertex] = label;
  }

  private ComputeException invalid(String what) {
    return new ComputeException(
        FailureCode.FILE_LINE_INVALID, "line " + line + " of " + name + " " + what);
  }
}
