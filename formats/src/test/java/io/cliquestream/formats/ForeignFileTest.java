package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cliquestream.formats.names.IdKind;
import io.cliquestream.kernels.failure.FailureCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Graph files of other tools beyond those that the tools made: forms, faults and attacks. */
final class ForeignFileTest {
  private static final String GRAPHML = "<graphml><graph>%s</graph></graphml>";
  private static final String NODES = "<node id='a'/><node id='b'/>";

  @TempDir private Path folder;

  private void assertRefused(String name, String content, FailureCode code, String... parts) {
    var failure = Read.failure(folder, name, content);
    assertThat(failure).as(content).isNotNull();
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
    assertThat(failure.getMessage()).contains(parts);
  }

  private void assertRefused(String name, String content, String... parts) {
    assertRefused(name, content, FailureCode.FILE_LINE_INVALID, parts);
  }

  @Test
  void readsEdgesBeforeTheirNodes() {
    String edge = "<edge source='b' target='a'/>";
    assertThat(Read.edges(folder, "a.graphml", GRAPHML.formatted(edge + NODES)))
        .containsExactly("b-a");
    assertThat(
            Read.edges(
                folder,
                "a.json",
                "{\"links\":[{\"source\":\"b\",\"target\":2}],"
                    + "\"nodes\":[{\"id\":2},{\"id\":\"b\"}]}"))
        .containsExactly("b-2");
  }

  @Test
  void refusesEdgesToNodesThatAreNotThere() {
    assertRefused(
        "a.graphml",
        GRAPHML.formatted(NODES + "\n<edge source='a' target='c'/>"),
        "line 2",
        "'c', which is no node");
    assertRefused("a.gml", "graph [ node [ id 1 ]\nedge [ source 1 target 2 ] ]", "line 2", "'2'");
    assertRefused(
        "a.json", "{\"nodes\":[{\"id\":1}],\"links\":[{\"source\":1,\"target\":3}]}", "'3'");
    assertRefused("a.net", "*Vertices 2\n*Edges\n1 3\n", "line 3", "between 1 and 2");
  }

  @Test
  void namesVerticesByLabelsAndRefusesThoseThatCannotBe() {
    String gml =
        "graph [ node [ id 1 label \"x\" ] node [ id 2 label \"y\" ] edge [ source 1 target 2 ] ]";
    assertThat(Read.edges(folder, "a.gml", gml)).containsExactly("x-y");
    assertThat(Read.edges(folder, "a.gml", gml, ReadOptions.defaults().withNameBy("id")))
        .containsExactly("1-2");
    assertRefused("a.gml", gml.replace("\"y\"", "\"x\""), "this label already", "--name-by id");
    assertRefused("a.gml", gml.replace("label \"y\"", ""), "no such attribute", "--name-by id");
    assertThat(Read.edges(folder, "a.net", "*Vertices 3\n1 \"one two\"\n*Arcslist\n1 2 3\n"))
        .containsExactly("one two-2", "one two-3");
    assertRefused(
        "a.net", "*Vertices 2\n1 \"2\"\n*Edges\n1 2\n", "the label of another", "--name-by id");
    String keyed =
        "<graphml><key id='k' for='node' attr.name='who'/><graph><node id='1'><data key='k'>ann"
            + "</data></node><node id='2'><data key='z'><x/></data><data key='k'>bob</data></node>"
            + "<edge source='1' target='2'/></graph></graphml>";
    assertThat(Read.edges(folder, "a.graphml", keyed, ReadOptions.defaults().withNameBy("who")))
        .containsExactly("ann-bob");
    assertThat(Read.edges(folder, "a.graphml", keyed)).containsExactly("1-2");
  }

  @Test
  void neverReadsAnythingOutsideOfAnXmlFile() {
    String secret =
        Read.file(folder, "secret", "hidden".getBytes(StandardCharsets.UTF_8)).toUri().toString();
    assertRefused(
        "a.graphml",
        "<!DOCTYPE graphml [<!ENTITY e SYSTEM \"" + secret + "\">]>" + GRAPHML.formatted("&e;"),
        "document type");
    String bomb =
        "<!DOCTYPE graphml [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
            + GRAPHML.formatted("<node id='&b;'/>");
    assertRefused("a.graphml", bomb, "document type");
    assertRefused("a.graphml", GRAPHML.formatted("<node id='&who;'/>"), "it is no XML");
  }

  @Test
  void readsAnyNumberOfTheFiveEntities() {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < 120_000; i++) {
      nodes.append("<node id='&quot;").append(i).append("&quot;'/>");
    }
    assertThat(
            Read.edges(
                folder,
                "a.graphml",
                GRAPHML.formatted(nodes + "<edge source='&quot;7&quot;' target='&quot;8&quot;'/>")))
        .containsExactly("\"7\"-\"8\"");
  }

  @Test
  void boundsTagsCommentsTextsAndDepth() {
    String huge = "x".repeat(3 << 20);
    assertRefused("a.graphml", GRAPHML.formatted("<node id='" + huge + "'/>"), "longer than");
    assertRefused(
        "a.graphml", GRAPHML.formatted("<!--" + "> ".repeat(1 << 20) + "-->"), "longer than");
    assertRefused(
        "a.graphml",
        GRAPHML.formatted("<desc><![CDATA[" + "> ".repeat(1 << 20) + "]]></desc>"),
        "longer than");
    assertRefused("a.graphml", "<graphml><graph>" + "<a>".repeat(300), "201 deep");
    assertRefused("a.json", "{\"graph\":".repeat(500), "no JSON that is read");
    assertRefused("a.json", "{\"nodes\":[{\"id\":\"" + huge + "\"}]}", "no JSON that is read");
    assertRefused("a.gml", "graph [ a [ ".repeat(300), "deep");
    assertRefused("a.gml", "graph [ node [ id 1 label \"" + huge, "longer than");
  }

  @Test
  void saysWhatIsCut() {
    String graphml = GRAPHML.formatted(NODES + "<edge source='a' target='b'/>");
    assertRefused("a.graphml", graphml.substring(0, 50), FailureCode.FILE_TRUNCATED, "not closed");
    assertRefused(
        "a.json", "{\"nodes\":[{\"id\":1}],\"links\":[", FailureCode.FILE_TRUNCATED, "not closed");
    assertRefused("a.gml", "graph [ node [ id 1 ]", FailureCode.FILE_TRUNCATED, "not closed");
    assertRefused("a.gml", "graph [ node [ id 1 label \"x", FailureCode.FILE_TRUNCATED, "quoted");
    assertRefused("a.g6", ">>graph6<<I", FailureCode.FILE_TRUNCATED, "bits end");
    assertRefused(
        "a.graphml", "<graphml></graphml>", FailureCode.FILE_TRUNCATED, "no element <graph>");
    assertRefused("a.net", "% nothing\n", FailureCode.FILE_TRUNCATED, "*Vertices");
  }

  @Test
  void refusesSecondGraphsHyperedgesAndDirectedBits() {
    assertRefused("a.graphml", "<graphml><graph/><graph/></graphml>", "second graph");
    assertRefused("a.graphml", GRAPHML.formatted("<hyperedge/>"), "any number of ends");
    assertRefused("a.g6", "A_\nA_\n", "second graph", "sed -n 1p");
    assertRefused("a.g6", "&AO\n", "digraph6");
    assertRefused("a.s6", ";A\n", "incremental");
    assertRefused("a.net", "*Vertices 1\n*Matrix\n", "line 2", "not read");
    assertRefused("a.gml", "graph [ ] graph [ ]", "second graph");
    assertRefused(
        "a.graphml", GRAPHML.formatted("<node id='a'/><node id='a'/>"), "this id already");
  }

  @Test
  void readsBitsOfEverySize() {
    // The examples of nauty's formats.txt: 5 vertices, edges 0-2 0-4 1-3 3-4, and 7 in sparse6.
    assertThat(Read.edges(folder, "a.g6", "DQc\n")).containsExactly("0-2", "1-3", "0-4", "3-4");
    assertThat(Read.edges(folder, "a.s6", ":Fa@x^\n")).containsExactly("0-1", "0-2", "1-2", "5-6");
    assertThat(Read.edges(folder, "a.g6", "?\n")).isEmpty();
    assertRefused("a.g6", "DQd\n", "not zero");
    assertRefused("a.g6", "DQc?\n", "more bits follow");
    assertRefused("a.g6", "D\u0001c\n", "none of this format");
  }

  @Test
  void readsTheOtherFormsOfJson() {
    assertThat(
            Read.edges(
                folder,
                "a.json",
                "{\"nodes\":[{\"name\":\"x\"},{\"name\":\"y\"}],\"links\":[{\"source\":1,\"target\":0}]}",
                ReadOptions.defaults().withNameBy("name")))
        .containsExactly("y-x");
    assertThat(
            Read.edges(
                folder,
                "a.json",
                "{\"graph\":{\"nodes\":{\"a\":{},\"b\":{\"label\":\"B\"}},"
                    + "\"edges\":[{\"source\":\"a\",\"target\":\"b\"}]}}"))
        .containsExactly("a-b");
    assertRefused("a.json", "{\"a\":1}", "node-link data");
    assertRefused("a.json", "{\"nodes\":[{\"id\":[1,2]}]}", "no list");
    assertRefused("a.json", "{\"links\":[{\"source\":1}]}", "no member 'target'");
  }

  @Test
  void readsNeighborsInLines() {
    assertThat(Read.edges(folder, "a.adjlist", "# of today\na b c\nb c\nd\n"))
        .containsExactly("a-b", "a-c", "b-c");
    assertThat(Read.edges(folder, "a.lgl", "# a\nb 0.5\nc\n# b\nc 1\n"))
        .containsExactly("a-b", "a-c", "b-c");
    assertRefused("a.lgl", "b 0.5\n", "line 1", "'# vertex'");
    assertRefused("a.lgl", "# a\nb c d\n", "line 2", "a neighbour and a weight");
  }

  @Test
  void makesSeveralSourcesOneGraph() {
    Path first =
        Read.file(folder, "1.csv", "source,target\nann,bob\n".getBytes(StandardCharsets.UTF_8));
    Path second = Read.file(folder, "2.adjlist", "bob cid\n".getBytes(StandardCharsets.UTF_8));
    Path numbers = Read.file(folder, "3.txt", "1 2\n".getBytes(StandardCharsets.UTF_8));
    Path digits = Read.file(folder, "4.adjlist", "2 3 4\n".getBytes(StandardCharsets.UTF_8));
    assertThat(Read.edges(ReadOptions.defaults(), first, second))
        .containsExactlyInAnyOrder("ann-bob", "bob-cid");
    assertThat(Read.edges(ReadOptions.defaults(), numbers, digits))
        .containsExactlyInAnyOrder("1-2", "2-3", "2-4");
    assertThat(Read.edges(ReadOptions.defaults().withIds(IdKind.NAMES), first, numbers))
        .containsExactlyInAnyOrder("ann-bob", "1-2");
    assertThat(catchThrowable(() -> Read.edges(ReadOptions.defaults(), first, numbers)))
        .hasMessageContaining("1.csv")
        .hasMessageContaining("3.txt")
        .hasMessageContaining("--ids names");
  }

  @ParameterizedTest
  @CsvSource({
    "graphml, '{\"links\":[]}', json",
    "csv, '<graphml><graph/></graphml>', graphml",
    "json, 'source,target\na,b\n', csv",
    "snap, 'source,target\n1,2\n', csv",
    "gml, '*Vertices 1', pajek",
    "mtx, '1 2\n', snap",
    "graph6, 'alice bob\n', edges",
  })
  void aWrongFormatSaysWhatTheFileLooksLike(String said, String content, String looksLike) {
    var failure =
        Read.failure(
            folder,
            "file",
            content,
            ReadOptions.defaults().withFormat(InputFormat.ofLabel(said).orElseThrow()));
    assertThat(failure).isNotNull();
    assertThat(failure.getMessage()).contains("--format " + looksLike + ")");
  }

  @ParameterizedTest
  @CsvSource({
    "'digraph g { a -> b }', DOT",
    "'<html><body>', XML or HTML",
    "'what is this file for?', format is not recognised",
  })
  void whatNoReaderTakesIsNamed(String content, String named) {
    assertRefused("file", content, FailureCode.FILE_FORMAT_UNKNOWN, named);
  }

  @Test
  void anAttributeOfTypeNodeLostItsEdge() {
    String nodes =
        "{\"nodes\":[{\"id\":1,\"type\":\"relationship\"},{\"id\":2,\"type\":\"node\"}],";
    String links =
        "\"links\":[{\"source\":1,\"target\":2,\"id\":7,\"type\":\"node\",\"start\":2001,\"end\":2005}]";
    assertThat(Read.edges(folder, "a.json", nodes + links + "}")).containsExactly("1-2");
    assertThat(Read.edges(folder, "a.json", nodes + links + ",\"type\":\"relationship\"}"))
        .containsExactly("1-2");
  }

  @Test
  void aMultilineAdjacencyListWasReadAsPairs() {
    String rows = "# who\na 0\nb 2\nc {}\n\nd {'weight': 1}\nc 0\nd 0\n";
    for (String name : new String[] {"a.adjlist", "a.txt"}) {
      assertThat(Read.edges(folder, name, rows)).containsExactly("b-c", "b-d");
    }
    assertRefused("a.adjlist", "a 2\nb {}\n", FailureCode.FILE_TRUNCATED, "1 neighbours more");
    assertRefused("a.txt", "a 1\nb {}\nc d\n", "line 3", "number of its neighbours");
  }

  @Test
  void listsOfNeighboursBelongToNodes() {
    String nodes = "{\"nodes\":[{\"id\":\"a\"},{\"id\":7}],";
    assertThat(Read.edges(folder, "a.json", nodes + "\"adjacency\":[[{\"id\":7}],[]]}"))
        .containsExactly("a-7");
    assertRefused("a.json", nodes + "\"adjacency\":[[],[],[]]}", "more lists");
    assertRefused("a.json", "{\"adjacency\":[[{\"id\":7}]]}", "more lists");
    assertRefused("a.json", nodes + "\"adjacency\":[7]}", "a list of a node's neighbours");
  }
}
