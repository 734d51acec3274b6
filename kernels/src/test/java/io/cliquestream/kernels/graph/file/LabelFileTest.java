package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LabelFileTest {
  @TempDir private Path folder;

  private VertexLabels read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("labels.txt"), text);
    try (EdgeArray edges = EdgeArray.of(new long[] {10, 20, 20, -1L});
        Graph graph = GraphBuilder.build(edges)) {
      return LabelFile.read(file, graph, StopCheck.NEVER);
    }
  }

  @Test
  void aLabelIsReadForEveryVertexWhateverTheOrderAndTheRest() throws IOException {
    assertThat(
            read(
                """
                # id label
                20 7

                \t18446744073709551615   2147483647 \r
                15 9
                10\t0
                10 0
                """))
        .isEqualTo(VertexLabels.of(0, 7, Integer.MAX_VALUE));
    assertThat(read("10 1\n20 2\n18446744073709551615 3")).isEqualTo(VertexLabels.of(1, 2, 3));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          '10 1;20 2',                            FILE_TRUNCATED
          '',                                     FILE_TRUNCATED
          '10;20 2',                              FILE_LINE_INVALID
          '10 1 2;20 2',                          FILE_LINE_INVALID
          '10 one',                               FILE_LINE_INVALID
          '10 -1',                                FILE_LINE_INVALID
          '-10 1',                                FILE_LINE_INVALID
          '10 2147483648',                        FILE_LINE_INVALID
          '10 99999999999999999999999999999999',  FILE_LINE_INVALID
          '18446744073709551616 1',               FILE_LINE_INVALID
          '10 1;10 2',                            FILE_LINE_INVALID
          """)
  void aWrongFileHasItsCode(String text, FailureCode code) {
    assertThatThrownBy(() -> read(text.replace(';', '\n')))
        .isInstanceOfSatisfying(ComputeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void aFileThatIsNotThereIsUnreadable() {
    try (EdgeArray edges = EdgeArray.of(new long[] {0, 1});
        Graph graph = GraphBuilder.build(edges)) {
      assertThatThrownBy(() -> LabelFile.read(folder.resolve("none"), graph, StopCheck.NEVER))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.FILE_UNREADABLE));
    }
  }
}
