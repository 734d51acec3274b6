package io.cliquestream.cli.compute;

import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexLabels;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Labels of vertices that have names: a line for each with its name and its label, a tab between
 * them, or blanks where the line has no tab; otherwise as {@link
 * io.cliquestream.kernels.graph.file.LabelFile}.
 */
final class NamedLabelFile {
  private static final int UNKNOWN = -1;

  private NamedLabelFile() {}

  /**
   * The labels of a graph.
   *
   * @param ids the original id of a name
   * @throws ComputeException FILE_UNREADABLE, FILE_LINE_INVALID for a line without a label or that
   *     gives a vertex a second one, FILE_TRUNCATED when a vertex has none
   */
  static VertexLabels read(
      Path path,
      Graph graph,
      VertexNames names,
      Function<String, OptionalLong> ids,
      StopCheck stop) {
    int[] labels = new int[graph.vertexCount()];
    Arrays.fill(labels, UNKNOWN);
    StopMeter meter = new StopMeter(stop);
    try (BufferedReader lines = Files.newBufferedReader(path)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        meter.work(line.length());
        String text = line.strip();
        if (!text.isEmpty() && text.charAt(0) != '#') {
          put(text, path + ":" + number, labels, graph, ids);
        }
      }
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.FILE_UNREADABLE, "cannot read the label file " + path + ": " + e, e);
    }
    for (int vertex = 0; vertex < labels.length; vertex++) {
      if (labels[vertex] == UNKNOWN) {
        throw new ComputeException(
            FailureCode.FILE_TRUNCATED,
            path + " has no label for vertex " + names.shown().of(graph.originalId(vertex)));
      }
    }
    return VertexLabels.of(labels);
  }

  private static void put(
      String line, String place, int[] labels, Graph graph, Function<String, OptionalLong> ids) {
    int tab = line.lastIndexOf('\t');
    int end = tab >= 0 ? tab : Math.max(line.lastIndexOf(' '), 0);
    String word = line.substring(end).strip();
    if (end == 0 || !word.matches("[0-9]{1,10}") || Long.parseLong(word) > Integer.MAX_VALUE) {
      throw invalid(place, "'" + line + "' is not a name and a label from 0 to 2^31 - 1");
    }
    OptionalLong id = ids.apply(line.substring(0, end).strip());
    int vertex = id.isPresent() ? graph.ids().dense(id.getAsLong()) : -1;
    if (vertex < 0) {
      return; // A vertex without an edge does not exist.
    }
    int label = Integer.parseInt(word);
    if (labels[vertex] != UNKNOWN && labels[vertex] != label) {
      throw invalid(place, "'" + line + "' gives the vertex a second label");
    }
    labels[vertex] = label;
  }

  private static ComputeException invalid(String place, String what) {
    return new ComputeException(FailureCode.FILE_LINE_INVALID, place + ": " + what);
  }
}
