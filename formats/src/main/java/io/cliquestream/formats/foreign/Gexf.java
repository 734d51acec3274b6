package io.cliquestream.formats.foreign;

import io.cliquestream.formats.edges.NamedGraph;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.graph.EdgeArray;

/**
 * GEXF 1.1 to 1.3, as Gephi and NetworkX write it. Vertices are named by the ids of nodes, or by
 * their labels where that is asked for; times, weights and attributes are no part of the graph.
 */
public final class Gexf {
  private static final String LABEL = "label";

  private Gexf() {}

  /** Reads the edges; the caller closes them. */
  public static EdgeArray read(ForeignInput input) {
    String by = input.nameBy().orElse(ForeignInput.ID);
    if (!by.equals(ForeignInput.ID) && !by.equals(LABEL)) {
      throw InputFailures.option("--name-by of GEXF is id or label, not '" + by + "'");
    }
    try (XmlSource xml = new XmlSource(input);
        NamedGraph graph = input.graph(NamedGraph.Naming.ID)) {
      if (!xml.next() || !xml.element().equals("gexf")) {
        throw xml.invalid("the outermost element of GEXF is <gexf>");
      }
      boolean seen = false;
      while (xml.next()) {
        if (!xml.isStart()) {
          continue;
        }
        switch (xml.element()) {
          case "graph" -> {
            if (seen) {
              throw xml.invalid("the file holds a second graph; put each into a file of its own");
            }
            seen = true;
          }
          case "node" -> graph.node(xml.required("id"), xml.attribute(LABEL), xml.line());
          case "edge" -> graph.edge(xml.required("source"), xml.required("target"), xml.line());
          default -> {}
        }
      }
      if (!seen) {
        throw InputFailures.truncated(input.name(), "there is no element <graph>");
      }
      return graph.finish();
    }
  }
}
