package io.cliquestream.formats.foreign;

import io.cliquestream.formats.edges.NamedGraph;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.graph.EdgeArray;

/**
 * GML (Himsolt 1996) as NetworkX, igraph and graph-tool write it: {@code graph [ node [ id 0 label
 * "a" ] edge [ source 0 target 1 ] ]}. Vertices are named by their labels if they have any, as
 * NetworkX does it, or by any other attribute; what else nodes and edges hold is not read.
 */
public final class Gml {
  private static final String LABEL = "label";

  private final ForeignInput input;
  private final GmlTokens tokens;
  private final NamedGraph graph;
  private final String nameBy;

  private Gml(ForeignInput input, NamedGraph graph) {
    this.input = input;
    this.tokens = new GmlTokens(input);
    this.graph = graph;
    this.nameBy = input.nameBy().orElse(LABEL);
  }

  /** Reads the edges; the caller closes them. */
  public static EdgeArray read(ForeignInput input) {
    try (NamedGraph graph = input.graph(NamedGraph.Naming.LABEL_IF_ANY)) {
      return new Gml(input, graph).read();
    }
  }

  private EdgeArray read() {
    boolean seen = false;
    for (var kind = tokens.next(); kind != GmlTokens.Kind.END; kind = tokens.next()) {
      String key = key(kind);
      if (key.equals("graph")) {
        if (seen) {
          throw tokens.invalid("the file holds a second graph; put each into a file of its own");
        }
        seen = true;
        open();
        graph();
      } else {
        skipValue(1);
      }
    }
    if (!seen) {
      throw InputFailures.truncated(input.name(), "there is no 'graph ['");
    }
    return graph.finish();
  }

  private String key(GmlTokens.Kind kind) {
    if (kind != GmlTokens.Kind.WORD) {
      throw kind == GmlTokens.Kind.END
          ? InputFailures.truncated(input.name(), "a list is not closed")
          : tokens.invalid("a key, a word, is expected");
    }
    return tokens.text();
  }

  private void open() {
    if (tokens.next() != GmlTokens.Kind.OPEN) {
      throw tokens.invalid("'[' is expected");
    }
  }

  private void graph() {
    for (var kind = tokens.next(); kind != GmlTokens.Kind.CLOSE; kind = tokens.next()) {
      switch (key(kind)) {
        case "node" -> {
          open();
          node();
        }
        case "edge" -> {
          open();
          edge();
        }
        default -> skipValue(2);
      }
    }
  }

  private void node() {
    String id = null;
    String label = null;
    for (var kind = tokens.next(); kind != GmlTokens.Kind.CLOSE; kind = tokens.next()) {
      String key = key(kind);
      boolean isId = key.equals("id");
      if (isId || key.equals(nameBy)) {
        String value = scalar();
        id = isId ? value : id;
        label = isId ? label : value;
      } else {
        skipValue(3);
      }
    }
    if (id == null) {
      throw tokens.invalid("the node has no id");
    }
    graph.node(id, label, tokens.line());
  }

  private void edge() {
    String source = null;
    String target = null;
    for (var kind = tokens.next(); kind != GmlTokens.Kind.CLOSE; kind = tokens.next()) {
      switch (key(kind)) {
        case "source" -> source = scalar();
        case "target" -> target = scalar();
        default -> skipValue(3);
      }
    }
    if (source == null || target == null) {
      throw tokens.invalid("the edge has no " + (source == null ? "source" : "target"));
    }
    graph.edge(source, target, tokens.line());
  }

  private String scalar() {
    return switch (tokens.next()) {
      case WORD, TEXT -> tokens.text();
      case END -> throw InputFailures.truncated(input.name(), "a value is missing");
      case OPEN, CLOSE -> throw tokens.invalid("a number or a text is expected");
    };
  }

  private void skipValue(int depth) {
    switch (tokens.next()) {
      case WORD, TEXT -> {}
      case OPEN -> {
        if (depth == ForeignInput.DEEPEST) {
          throw tokens.invalid("lists lie %d deep, more than are followed".formatted(depth));
        }
        for (var kind = tokens.next(); kind != GmlTokens.Kind.CLOSE; kind = tokens.next()) {
          key(kind);
          skipValue(depth + 1);
        }
      }
      case CLOSE -> throw tokens.invalid("a value is expected");
      case END -> throw InputFailures.truncated(input.name(), "a value is missing");
    }
  }
}
