package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were once read as another graph than the one they hold. */
final class MisreadGraphFileTest {
  private static final String MATRIX = "%%MatrixMarket matrix coordinate pattern general\n";

  @ParameterizedTest
  @CsvSource({
    "a.mtx,'2 2 1\n9223372036854775808 1\n',3",
    "a.mtx,'2 2 1\n1 9223372036854775808\n',3",
    "a.mtx,'2 2 1\n0 1\n',3",
    "a.clq,'p edge 2 1\ne 9223372036854775808 1\n',2",
    "a.clq,'p edge 2 1\ne 1 18446744073709551615\n',2",
    "a.graph,'2 1\n9223372036854775808\n1\n',2"
  })
  void anIdWhosePredecessorIsPositiveIsNotAVertex(String name, String text, long line) {
    ComputeException failure = failure(name, name.endsWith(".mtx") ? MATRIX + text : text);
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure)
        .hasMessageStartingWith(name + " line " + line + ": ")
        .hasMessageContaining("is not between 1 and the 2 vertices announced");
  }

  @ParameterizedTest
  @CsvSource({
    "'0 1 2 3\n1 0\n',1",
    "'0 1 2\n1 0 2 5\n',2",
    "'0 1\n1 0 2\n',2",
    "'# u v1 v2 v3 v4\n0 1 2 3 4\n',2",
    "'0 1 2.5 3 4\n',1"
  })
  void aListOfNeighboursIsNotReadAsPairs(String text, long line) {
    ComputeException failure = failure("edges.txt", text);
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure)
        .hasMessageStartingWith("edges.txt line " + line + ": ")
        .hasMessageContaining("awk '!/^[#%]/ {for (i = 2; i <= NF; i++) print $1, $i}' FILE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 2 3\n",
        "1 2 -1\n",
        "1 2 1.5e-3 7\n",
        "1 2 0.5 -7\n",
        "% sym weighted\n1 2 3 4\n",
        "% asym positive\n% 1 2 2\n1 2 1 1082040961\n"
      })
  void aWeightAndATimeBehindTheIdsAreNoNeighbours(String text) {
    assertThat(ids("edges.txt", text)).containsExactly(1, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"asn", "cnf"})
  void anotherProblemOfDimacsIsNoCliqueFile(String problem) {
    ComputeException failure = failure("flow.dimacs", "c a flow\np " + problem + " 2 1\na 1 2 5\n");
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure)
        .hasMessageStartingWith("flow.dimacs line 2: ")
        .hasMessageContaining("expected 'p edge VERTICES EDGES'");
  }

  @Test
  void bothSidesOfABipartiteNetworkOfKonectAreNotOneSide() {
    assertThat(failure("out.actors", "% bip unweighted\n1 1\n"))
        .hasMessageStartingWith("out.actors line 1: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1 3abc", "1 2 3abc", "1 2 3.4.5", "1 2 1e", "1 2 -", "1 2 .", "1 2 0x1", "1,2"})
  void aNumberWithSomethingBehindItIsNoNumber(String line) {
    assertThat(failure("edges.txt", "5 6 7\n" + line + "\n"))
        .hasMessageStartingWith("edges.txt line 2: ")
        .hasMessageEndingWith("; the line is '" + line + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node 1 2",
        "n 1",
        "n 4 2",
        "n 1 2 3",
        "n",
        "d1",
        "vertex",
        "v one",
        "x1",
        "xyz 1",
        "e1 2",
        "e",
        "edge 1 2",
        "e 1 2 3 4",
        "a 1 2",
        "q",
        "p edge 3 1"
      })
  void aDimacsLineIsKnownByMoreThanItsFirstLetter(String line) {
    assertThat(failure("a.clq", "p edge 3 1\n" + line + "\ne 1 2\n"))
        .hasMessageStartingWith("a.clq line 2: ")
        .hasMessageEndingWith("; the line is '" + line + "'");
  }

  @Test
  void arcsOfPathsAndFlowsAreEdges() {
    String arcs = "n 1 s\nn 3 t\na 1 2 803\na 2 1 803\na 2 3 7\n";
    assertThat(ids("road.dimacs", "c roads\np sp 3 3\n" + arcs)).containsExactly(1, 2, 2, 1, 2, 3);
    assertThat(ids("flow.txt", "p max 3 3\n" + arcs)).containsExactly(1, 2, 2, 1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"e 1 2", "a 1 4 5", "a 1 2 5 6", "a 1", "n 4 s", "q"})
  void anArcIsKnownByMoreThanItsFirstLetter(String line) {
    assertThat(failure("flow.dimacs", "p max 3 1\n" + line + "\na 1 2 5\n"))
        .hasMessageStartingWith("flow.dimacs line 2: ")
        .hasMessageEndingWith("; the line is '" + line + "'");
  }

  @Test
  void theOtherLinesOfDimacsAreSkipped() {
    assertThat(
            ids(
                "a.clq",
                """
                c
                c any
                cSource: x
                p col 3 2
                n 1 5
                d 2 E
                v 1.5 -2
                x KEY text
                x

                e 1 2
                e 2 3 7
                c end
                """))
        .containsExactly(1, 2, 2, 3);
  }

  @ParameterizedTest
  @CsvSource({
    "'2 1 010 9223372036854775807\n2\n1\n',1",
    "'2 1 010 65537\n2\n1\n',1",
    "'2 1 000 1\n2\n1\n',1",
    "'2 1 0 1\n2\n1\n',1"
  })
  void aNumberOfWeightsThatCannotBeIsRefused(String text, long line) {
    assertThat(failure("a.graph", text)).hasMessageStartingWith("a.graph line " + line + ": ");
  }

  @Test
  void weightsWithoutANumberOfThemAreOneAVertex() {
    assertThat(ids("a.graph", "2 1 010 0\n7 2\n7 1\n")).containsExactly(1, 2, 2, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "'3 2\n2 3\n1\n2\n','line 2: the line of vertex 1 lists 3, which the line of vertex 3'",
    "'4 2\n2\n1\n\n3 3\n','line 5: the line of vertex 4 lists 3, which the line of vertex 3'",
    "'3 2\n% c\n2 3\n1\n2\n',': the line of vertex 1 lists 3, which the line of vertex 3'",
    "'3 2\n2 2\n1\n2\n',': the line of vertex 1 lists 2, which the line of vertex 2'",
    "'3 2\n2 3\n\n\n',' line 1: 2 edges are announced and the lines list 2 neighbours; each edge'"
  })
  void anEdgeListedFromOneEndIsRefused(String text, String expected) {
    ComputeException failure = failure("a.graph", text);
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure).hasMessageContaining(expected).hasMessageContaining("both");
  }

  @Test
  void oneOneSidedEdgeAmongManyIsFound() {
    int vertices = 300_000;
    StringBuilder text = new StringBuilder(vertices + " " + vertices + "\n");
    for (int v = 0; v < vertices; v++) {
      int next = (v + 1) % vertices;
      int last = (v + vertices - 1) % vertices;
      text.append(next + 1).append(' ').append(v == 200_000 ? 7 : last + 1).append('\n');
    }
    ReadLimits limits = ReadLimits.defaults().withParallelism(new Parallelism(3));
    assertThat(failure("ring.graph", text.toString(), limits))
        .hasMessageStartingWith(
            "ring.graph line 200001: the line of vertex 200000 lists 200001, which the line of");
  }

  @Test
  void missingLinesOfVerticesAreMissed() {
    ComputeException failure = failure("a.graph", "5 1\n2\n1\n");
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_TRUNCATED);
    assertThat(failure).hasMessageContaining("2 vertex lines of 5");
  }

  @ParameterizedTest
  @CsvSource({
    "edges.txt,'# c\n1 2\n3 4\n'",
    "edges.txt,'1 2\n\n 3 4'",
    "edges.txt,'1 2\n3 4 \n'",
    "a.clq,'c\np edge 4 2\ne 1 2\ne 3 4\n'",
    "a.graph,'4 2\n2\n1\n4\n3\n'",
    "a.mtx,'%%MatrixMarket matrix coordinate pattern general\n4 4 2\n1 2\n3 4\n'"
  })
  void lineEndsOfEverySystemAreLineEnds(String name, String text) {
    long[] expected = ids(name, text);
    assertThat(expected).hasSizeGreaterThanOrEqualTo(4);
    assertThat(ids(name, text.replace("\n", "\r"))).isEqualTo(expected);
    assertThat(ids(name, text.replace("\n", "\r\n"))).isEqualTo(expected);
    assertThat(ids(name, text.replace("\n", "\r\r\n"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "edges.txt,'1 2\n3 4\r5 6\n',2",
    "edges.txt,'1 2\r3 4\n',1",
    "edges.txt,'# c\r1 2\n3 4\n',1",
    "edges.txt,'1 2\n# c\r5 6\n',2",
    "edges.txt,'1 2\n\r5 6\n',2",
    "edges.txt,'1 2 7\r5 6 7\n',1",
    "a.clq,'p edge 4 1\ne 1 2\nc\re 3 4\n',3",
    "a.clq,'p edge 4 1\ne 1 2\nx\re 3 4\n',3",
    "a.clq,'p edge 4 1\re 3 4\ne 1 2\n',1",
    "a.graph,'2 1\n% c\r2\n1\n',2",
    "a.graph,'2 1\n2\r\n\r1\n',3"
  })
  void aLineIsNotHiddenBehindACarriageReturn(String name, String text, long line) {
    ComputeException failure = failure(name, text);
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure)
        .hasMessageStartingWith(name + " line " + line + ": ")
        .hasMessageContaining("tr '\\r' '\\n' < FILE");
  }

  @Test
  void aLineFeedAmongCarriageReturnsIsRefusedWhereItStands() {
    String text = "1 2\r".repeat(10_000) + "3 4\n5 6\r";
    assertThat(failure("edges.txt", text))
        .hasMessageStartingWith("edges.txt line 10001: ")
        .hasMessageEndingWith("; the line is '3 4'");
  }

  private static long[] ids(String name, String text) {
    try (EdgeArray edges = read(name, text, ReadLimits.defaults())) {
      return LongStream.range(0, edges.size())
          .flatMap(i -> LongStream.of(edges.from(i), edges.to(i)))
          .toArray();
    }
  }

  private static ComputeException failure(String name, String text) {
    return failure(name, text, ReadLimits.defaults());
  }

  private static ComputeException failure(String name, String text, ReadLimits limits) {
    ComputeException failure =
        catchThrowableOfType(ComputeException.class, () -> read(name, text, limits).close());
    assertThat(failure).isNotNull();
    return failure;
  }

  private static EdgeArray read(String name, String text, ReadLimits limits) {
    return GraphFiles.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
        name,
        GraphFileFormat.AUTO,
        limits,
        JobControl.unbounded());
  }
}
