package io.cliquestream.formats.foreign;

import io.cliquestream.formats.edges.NamedGraph;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.names.NameDictionary;
import java.util.HashSet;
import java.util.Set;

/**
 * GraphML (Brandes et al. 2002) as NetworkX, igraph, graph-tool, yEd and Neo4j write it: nodes and
 * edges, those of nested graphs too. Vertices are named by the ids of nodes or by one attribute.
 * Weights, ports and further attributes are no part of the graph and not read; edges of more than
 * two ends are refused.
 */
public final class GraphMl {
  private static final int MOST_KEYS = 10_000;

  private final ForeignInput input;
  private final XmlSource xml;
  private final NamedGraph graph;
  private final Set<String> nameKeys = new HashSet<>();
  private boolean seen;

  private GraphMl(ForeignInput input, XmlSource xml, NamedGraph graph) {
    this.input = input;
    this.xml = xml;
    this.graph = graph;
    input.nameBy().filter(by -> !by.equals(ForeignInput.ID)).ifPresent(nameKeys::add);
  }

  /** Reads the edges; the caller closes them. */
  public static EdgeArray read(ForeignInput input) {
    try (XmlSource xml = new XmlSource(input);
        NamedGraph graph = input.graph(NamedGraph.Naming.ID)) {
      return new GraphMl(input, xml, graph).read();
    }
  }

  private EdgeArray read() {
    if (!xml.next() || !xml.element().equals("graphml")) {
      throw xml.invalid("the outermost element of GraphML is <graphml>");
    }
    int nested = 0;
    while (xml.next()) {
      switch (xml.element()) {
        case "graph" -> {
          if (xml.isStart() && nested++ == 0) {
            if (seen) {
              throw xml.invalid("the file holds a second graph; put each into a file of its own");
            }
            seen = true;
          } else if (!xml.isStart()) {
            nested--;
          }
        }
        case "key" -> key();
        case "node" -> node();
        case "edge" -> {
          if (xml.isStart()) {
            graph.edge(xml.required("source"), xml.required("target"), xml.line());
          }
        }
        case "hyperedge" -> throw xml.invalid("an edge of any number of ends is no edge here");
        default -> {}
      }
    }
    if (!seen) {
      throw InputFailures.truncated(input.name(), "there is no element <graph>");
    }
    return graph.finish();
  }

  /** An attribute is known by its key, and people know its name. */
  private void key() {
    if (!xml.isStart()) {
      return;
    }
    String name = xml.attribute("attr.name");
    String kind = xml.attribute("for");
    if (name != null
        && input.nameBy().filter(name::equals).isPresent()
        && (kind == null || kind.equals("node") || kind.equals("all"))) {
      if (nameKeys.size() == MOST_KEYS) {
        throw xml.invalid("more than %d attributes have this name".formatted(MOST_KEYS));
      }
      nameKeys.add(xml.required("id"));
    }
  }

  /** Reads up to the node's own data, its end, or a graph inside. */
  private void node() {
    if (!xml.isStart()) {
      return;
    }
    String id = xml.required("id");
    long line = xml.line();
    String label = null;
    if (!nameKeys.isEmpty()) {
      while (xml.next() && xml.isStart()) {
        if (xml.element().equals("graph")) {
          throw xml.invalid("nodes that hold a graph can only be named by their ids");
        }
        if (xml.element().equals("data") && nameKeys.contains(xml.required("key"))) {
          label = xml.text(NameDictionary.MAXIMUM_NAME_BYTES);
        } else {
          skip();
        }
      }
    }
    graph.node(id, label, line);
  }

  /** Steps over an element with all that is in it. */
  private void skip() {
    int open = 1;
    while (open > 0 && xml.next()) {
      open += xml.isStart() ? 1 : -1;
    }
  }
}
