package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Files of other tools: one that was written here is read to the edges that it was written of, one
 * that was changed, or is nothing but bytes, to a graph or a typed failure.
 */
@Tag("fuzz")
@Tag("unsettled")
final class ForeignFuzz {
  private static final InputFormat[] FORMATS = {
    InputFormat.GRAPHML,
    InputFormat.GEXF,
    InputFormat.GML,
    InputFormat.PAJEK,
    InputFormat.JSON,
    InputFormat.ADJACENCY,
    InputFormat.LGL,
    InputFormat.MULTILINE
  };
  private static final String[] STRANGE = {
    "<",
    ">",
    "&",
    "&amp;",
    "&#0;",
    "&#233;",
    "&x;",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "*",
    "#",
    "\\",
    "\\u0000",
    "\n",
    "\r",
    "\t",
    " ",
    "<!DOCTYPE x>",
    "<![CDATA[",
    "-->",
    "1e999",
    "99999999999999999999",
    "*vertices",
    "*arcslist",
    "graph",
    "node",
    "null",
    "\u00e9",
    "\ud800"
  };

  @FuzzTest
  void isReadAsItWasWrittenOrRefused(FuzzedDataProvider data) {
    InputFormat format = data.pickValue(FORMATS);
    int kind = data.consumeInt(0, 7);
    ReadOptions options = ReadOptions.defaults().withFormat(format);
    if (kind == 0) {
      ReadOptions named = data.consumeBoolean() ? options.withNameBy("name") : options;
      var _ = Inputs.read("fuzz.txt", data.consumeRemainingAsBytes(), named);
      return;
    }
    List<String[]> edges = edges(data);
    String text = write(format, edges, data.consumeBoolean() ? "\n" : "\r\n");
    if (kind > 3) {
      Inputs.Outcome found =
          Inputs.read("fuzz.txt", text.getBytes(StandardCharsets.UTF_8), options);
      List<String> expected = new ArrayList<>();
      edges.forEach(edge -> expected.add(Inputs.edge(edge[0], edge[1])));
      assertThat(found).as(text).isEqualTo(new Inputs.Read(expected));
      return;
    }
    StringBuilder changed = new StringBuilder(text);
    for (int changes = data.consumeInt(1, 4); changes > 0; changes--) {
      int at = data.consumeInt(0, changed.length());
      int to = Math.min(changed.length(), at + data.consumeInt(0, 12));
      changed.replace(
          at, to, data.consumeBoolean() ? data.pickValue(STRANGE) : data.consumeString(8));
    }
    var _ = Inputs.read("fuzz.txt", changed.toString().getBytes(StandardCharsets.UTF_8), options);
  }

  /** Edges between words, at least one. */
  private static List<String[]> edges(FuzzedDataProvider data) {
    List<String[]> edges = new ArrayList<>();
    for (int count = data.consumeInt(1, 8); count > 0; count--) {
      edges.add(new String[] {"v" + data.consumeInt(0, 9), "v" + data.consumeInt(0, 9)});
    }
    return edges;
  }

  private static String write(InputFormat format, List<String[]> edges, String end) {
    List<String> nodes = edges.stream().flatMap(Arrays::stream).distinct().sorted().toList();
    StringBuilder out = new StringBuilder();
    switch (format) {
      case GRAPHML -> {
        out.append("<graphml><graph>").append(end);
        nodes.forEach(node -> out.append("<node id=\"" + node + "\"/>" + end));
        edges.forEach(
            e -> out.append("<edge source=\"" + e[0] + "\" target=\"" + e[1] + "\"/>" + end));
        out.append("</graph></graphml>");
      }
      case GEXF -> {
        out.append("<gexf><graph><nodes>").append(end);
        nodes.forEach(node -> out.append("<node id=\"" + node + "\"/>" + end));
        out.append("</nodes><edges>").append(end);
        edges.forEach(
            e -> out.append("<edge source=\"" + e[0] + "\" target=\"" + e[1] + "\"/>" + end));
        out.append("</edges></graph></gexf>");
      }
      case GML -> {
        out.append("graph [").append(end);
        nodes.forEach(
            node ->
                out.append("node [ id " + nodes.indexOf(node) + " label \"" + node + "\" ]" + end));
        edges.forEach(
            e ->
                out.append(
                    "edge [ source "
                        + nodes.indexOf(e[0])
                        + " target "
                        + nodes.indexOf(e[1])
                        + " ]"
                        + end));
        out.append("]");
      }
      case PAJEK -> {
        out.append("*Vertices " + nodes.size() + end);
        nodes.forEach(
            node -> out.append(1 + nodes.indexOf(node)).append(" \"" + node + "\"" + end));
        out.append("*Edges").append(end);
        edges.forEach(
            e ->
                out.append(1 + nodes.indexOf(e[0]))
                    .append(" " + (1 + nodes.indexOf(e[1])) + " 1.5" + end));
      }
      case JSON -> {
        out.append("{\"nodes\": [");
        nodes.forEach(
            node ->
                out.append(node.equals(nodes.getFirst()) ? "" : ",")
                    .append("{\"id\": \"" + node + "\"}"));
        out.append("],").append(end).append("\"links\": [");
        for (int i = 0; i < edges.size(); i++) {
          out.append(i == 0 ? "" : ",")
              .append(
                  "{\"source\": \""
                      + edges.get(i)[0]
                      + "\", \"target\": \""
                      + edges.get(i)[1]
                      + "\"}");
        }
        out.append("]}");
      }
      case ADJACENCY -> edges.forEach(e -> out.append(e[0] + " " + e[1] + end));
      case MULTILINE ->
          edges.forEach(e -> out.append(e[0] + " 1" + end + e[1] + " {'weight': 2}" + end));
      case LGL -> edges.forEach(e -> out.append("# " + e[0] + end + e[1] + " 2" + end));
      default -> throw new IllegalArgumentException(format.toString());
    }
    return out.toString();
  }
}
