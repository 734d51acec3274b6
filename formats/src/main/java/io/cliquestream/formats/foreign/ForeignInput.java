package io.cliquestream.formats.foreign;

import io.cliquestream.formats.edges.NamedGraph;
import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.text.Lines;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.names.NameDictionary;
import java.util.Optional;

/**
 * What every reader of a foreign file is given.
 *
 * @param names of the graph, which the file's are added to
 * @param nameBytes bound of ids and labels while they are read, each
 * @param nameBy the attribute that names the vertices; empty for what is usual in the format
 */
public record ForeignInput(
    Content content,
    NameDictionary names,
    long nameBytes,
    Optional<String> nameBy,
    ReadLimits limits,
    JobControl control) {
  /** What stands for the ids themselves. */
  public static final String ID = "id";

  /** Deepest nesting that is followed. */
  static final int DEEPEST = 200;

  /** Most characters of a text that is no name. */
  static final int LONGEST_TEXT = 1 << 20;

  String name() {
    return content.name();
  }

  Lines lines() {
    return new Lines(content.name(), content, content::failure, limits.maximumLineBytes(), control);
  }

  /** A graph whose nodes are named by what was asked for, or else in the usual way. */
  NamedGraph graph(NamedGraph.Naming usual) {
    NamedGraph.Naming naming =
        nameBy
            .map(by -> by.equals(ID) ? NamedGraph.Naming.ID : NamedGraph.Naming.LABEL)
            .orElse(usual);
    return new NamedGraph(content.name(), naming, names, nameBytes, limits, control);
  }
}
