package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.cli.bench.BenchTable.Column;
import io.cliquestream.cli.bench.BenchTable.Format;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One list of columns makes three forms of a table. */
final class BenchTableTest {
  private record Run(String variant, double millis, long nodes) {}

  private static final BenchTable<Run> TABLE =
      new BenchTable<>(
          Map.of("graph", "wiki"),
          List.of("graph wiki", "gpu none"),
          "runs",
          List.of(
              new Column<>("variant", -9, "variant", Run::variant),
              new Column<>("ms", 7, "millis", Run::millis),
              new Column<>("", 0, "nodes", Run::nodes)),
          List.of(new Run("wedges", 1.5, 7), new Run("merge", 12.25, 8)));

  @Test
  void textIsPaddedAndMarkdownIsATable() {
    assertThat(TABLE.lines(Format.text))
        .containsExactly(
            "graph wiki",
            "gpu none",
            "variant        ms",
            "wedges      1.500",
            "merge      12.250");
    assertThat(TABLE.lines(Format.markdown))
        .containsExactly(
            "graph wiki; gpu none",
            "",
            "| variant | ms |",
            "|---|---|",
            "| wedges | 1.500 |",
            "| merge | 12.250 |");
  }

  @Test
  void jsonHasEveryFieldAsANumberOrText() throws Exception {
    JsonNode root = new ObjectMapper().readTree(TABLE.lines(Format.json).getFirst());
    assertThat(root.get("graph").asText()).isEqualTo("wiki");
    assertThat(root.at("/runs/1").toString())
        .isEqualTo("{\"variant\":\"merge\",\"millis\":12.25,\"nodes\":8}");
  }
}
