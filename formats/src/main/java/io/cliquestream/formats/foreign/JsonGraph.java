package io.cliquestream.formats.foreign;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.cliquestream.formats.edges.NamedGraph;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.IOException;

/**
 * Graphs as JSON: node-link data of NetworkX and D3, JSON Graph Format, Cytoscape, and the lines
 * and objects of Neo4j's APOC. What they have in common is read: lists of nodes with ids and lists
 * of edges with a source and a target, anywhere below {@code graph}, {@code elements} and {@code
 * data}; whatever else there is, is stepped over. D3's old form has nodes without ids: they are
 * numbered from 0. NetworkX's adjacency data has a list of neighbours for each node, in the order
 * of the nodes, which stand before.
 */
public final class JsonGraph {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(ForeignInput.DEEPEST)
                  .maxStringLength(ForeignInput.LONGEST_TEXT)
                  .maxNameLength(1 << 16)
                  .maxNumberLength(1000)
                  .build())
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private final ForeignInput input;
  private final NamedGraph graph;
  private final JsonParser json;
  private final String nameBy;
  private long position;
  private boolean edgesSeen;
  private boolean listsSeen;

  /** What an object of a node or an edge was found to say. */
  private static final class Item {
    private String id;
    private String label;
    private String type;
    private String source;
    private String target;
    private String start;
    private String end;
  }

  private JsonGraph(ForeignInput input, NamedGraph graph, JsonParser json) {
    this.input = input;
    this.graph = graph;
    this.json = json;
    this.nameBy = input.nameBy().orElse(ForeignInput.ID);
  }

  /** Reads the edges; the caller closes them. */
  public static EdgeArray read(ForeignInput input) {
    try (NamedGraph graph = input.graph(NamedGraph.Naming.ID);
        JsonParser json = FACTORY.createParser(input.content())) {
      JsonGraph reader = new JsonGraph(input, graph, json);
      try {
        return reader.read();
      } catch (JsonEOFException e) {
        throw InputFailures.truncated(input.name(), "a list or an object is not closed");
      } catch (JsonParseException | StreamConstraintsException e) {
        throw reader.invalid("it is no JSON that is read: " + e.getOriginalMessage());
      }
    } catch (IOException e) {
      throw input.content().failure(e);
    }
  }

  private EdgeArray read() throws IOException {
    while (json.nextToken() != null) {
      if (json.currentToken() == JsonToken.START_ARRAY) {
        items(true, true);
      } else if (json.currentToken() == JsonToken.START_OBJECT) {
        Item row = new Item();
        listsSeen = false;
        members(row, true);
        // What has lists may have a type as well.
        if (!listsSeen) {
          row(row);
        }
      } else {
        throw invalid("an object is expected");
      }
    }
    if (!edgesSeen) {
      throw InputFailures.invalid(
          input.name(),
          "there is no list 'links' or 'edges' of objects with source and target, as in"
              + " node-link data, and none of neighbours, 'adjacency'");
    }
    return graph.finish();
  }

  /** A row of Neo4j's APOC, if it is one. */
  private void row(Item row) {
    if ("node".equals(row.type)) {
      graph.node(required(row.id, "id"), row.label, line());
    } else if ("relationship".equals(row.type)) {
      edgesSeen = true;
      graph.edge(
          required(row.start == null ? row.source : row.start, "start"),
          required(row.end == null ? row.target : row.end, "end"),
          line());
    }
  }

  /** The members of an object that may hold lists of nodes and edges. */
  private void members(Item item, boolean root) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "nodes" -> list(value, true);
        case "links", "edges", "rels" -> {
          if (value == JsonToken.START_ARRAY || name.equals("rels")) {
            edgesSeen = true;
          }
          list(value, false);
        }
        case "adjacency" -> {
          if (value == JsonToken.START_ARRAY) {
            adjacency();
          } else {
            json.skipChildren();
          }
        }
        case "graph", "elements" -> {
          if (value == JsonToken.START_OBJECT) {
            members(new Item(), false);
          } else {
            json.skipChildren();
          }
        }
        default -> {
          if (root) {
            member(item, name, value);
          } else {
            json.skipChildren();
          }
        }
      }
    }
  }

  private void list(JsonToken value, boolean nodes) throws IOException {
    listsSeen = true;
    if (value == JsonToken.START_ARRAY) {
      items(nodes, false);
    } else if (value == JsonToken.START_OBJECT) {
      // JSON Graph Format, and APOC with ids as keys: ids are the members' names.
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String id = json.currentName();
        Item item = new Item();
        if (json.nextToken() == JsonToken.START_OBJECT) {
          item(item);
        } else if (!nodes) {
          throw invalid("an object is expected in the list");
        }
        if (nodes) {
          graph.node(id, item.label, line());
        } else {
          edge(item);
        }
      }
    } else {
      throw invalid("a list of objects is expected");
    }
  }

  /**
   * The objects of a list.
   *
   * @param rows whether they may be rows of Neo4j's APOC; in lists of nodes and of edges {@code
   *     type} is an attribute like any other
   */
  private void items(boolean nodes, boolean rows) throws IOException {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw invalid("an object is expected in the list");
      }
      Item item = new Item();
      item(item);
      if (rows && ("relationship".equals(item.type) || "node".equals(item.type))) {
        row(item);
      } else if (nodes) {
        graph.node(item.id == null ? positional() : item.id, item.label, line());
        position++;
      } else {
        edge(item);
      }
    }
  }

  /** Where both are there, start and end are attributes of an edge, as those of a time are. */
  private void edge(Item item) {
    graph.edge(
        required(item.source == null ? item.start : item.source, "source"),
        required(item.target == null ? item.end : item.target, "target"),
        line());
  }

  /** A list of neighbours for each node. */
  private void adjacency() throws IOException {
    edgesSeen = true;
    listsSeen = true;
    for (long node = 0; json.nextToken() != JsonToken.END_ARRAY; node++) {
      if (json.currentToken() != JsonToken.START_ARRAY) {
        throw invalid("a list of a node's neighbours is expected");
      }
      if (node >= graph.declared()) {
        throw invalid("there are more lists of neighbours than nodes before them");
      }
      String from = graph.id(node);
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
          throw invalid("an object is expected in the list");
        }
        Item neighbor = new Item();
        item(neighbor);
        graph.edge(from, required(neighbor.id, "id"), line());
      }
    }
  }

  private String positional() {
    if (graph.declared() != position) {
      throw invalid("the node has no id");
    }
    return Long.toString(position);
  }

  private void item(Item item) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("data") && value == JsonToken.START_OBJECT) {
        item(item);
      } else {
        member(item, name, value);
      }
    }
  }

  private void member(Item item, String name, JsonToken value) throws IOException {
    if (name.equals(nameBy) && value.isScalarValue() && value != JsonToken.VALUE_NULL) {
      item.label = json.getText();
    }
    switch (name) {
      case "id" -> item.id = scalar(value);
      case "type" -> item.type = value == JsonToken.VALUE_STRING ? json.getText() : null;
      case "source" -> item.source = end(value);
      case "target" -> item.target = end(value);
      case "start" -> item.start = end(value);
      case "end" -> item.end = end(value);
      default -> json.skipChildren();
    }
  }

  /** An end is an id, or an object that has one. */
  private String end(JsonToken value) throws IOException {
    if (value != JsonToken.START_OBJECT) {
      return scalar(value);
    }
    Item item = new Item();
    item(item);
    return item.id;
  }

  private String scalar(JsonToken value) throws IOException {
    return switch (value) {
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
          json.getText();
      case VALUE_NULL -> null;
      default -> {
        json.skipChildren();
        throw invalid("an id is a text or a number, and no list");
      }
    };
  }

  private String required(String value, String member) {
    if (value == null) {
      throw invalid("the object has no member '" + member + "'");
    }
    return value;
  }

  private long line() {
    return json.currentTokenLocation().getLineNr();
  }

  private ComputeException invalid(String detail) {
    String token = json.currentToken() == null ? "" : json.currentToken().asString();
    return InputFailures.line(
        input.name(), Math.max(1, line()), token == null ? "" : token, InputExcerpt.of(detail));
  }
}
