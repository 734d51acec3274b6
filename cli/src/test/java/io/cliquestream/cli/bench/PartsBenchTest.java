package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the parts of a job on this machine to a table of workers. */
final class PartsBenchTest {
  private static final String[] MODEL = {"rmat", "9", "8", "0.57", "0.19", "0.19", "7"};

  @TempDir private Path folder;

  private static CommandLineRun bench(String command, String... options) {
    List<String> words = new ArrayList<>(List.of("bench", command));
    words.addAll(List.of(options));
    if (command.equals("parts")) {
      words.addAll(List.of(MODEL));
    }
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  private Path measured(String... options) throws IOException {
    CommandLineRun run = bench("parts", options);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return Files.writeString(folder.resolve("parts.jsonl"), run.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "triangles",
        "k-cliques --k 4",
        "max-clique --all",
        "maximal-cliques",
        "motifs --size 4",
        "match --pattern 0-1,1-2,2-3,3-0"
      })
  void partsOfEveryKindAreMeasuredAndMakeTheWholesAnswer(String job) throws IOException {
    Path file = measured("--job", job, "--parts", "16", "--repeats", "1");

    List<String> lines = Files.readAllLines(file);
    ObjectMapper json = new ObjectMapper();
    JsonNode about = json.readTree(lines.getFirst());
    assertThat(about.path("job").asText()).isEqualTo(job);
    assertThat(about.path("graph").asText()).isEqualTo(String.join(" ", MODEL));
    assertThat(about.path("answer").asText()).isNotBlank();
    assertThat(lines.size() - 1).isBetween(2, 33);
    int next = 0;
    for (int i = 1; i < lines.size(); i++) {
      JsonNode part = json.readTree(lines.get(i));
      assertThat(part.path("part").asInt()).isEqualTo(i - 1);
      assertThat(part.path("first").asInt()).isGreaterThanOrEqualTo(next);
      next = part.path("end").asInt();
      assertThat(part.path("nanos").asLong()).isPositive();
    }
    MeasuredParts read = MeasuredParts.read(file);
    assertThat(read.lines()).isEqualTo(lines);
  }

  @Test
  void whatAPartTakesBecauseItIsOneIsTheDifferenceToTheWhole() {
    List<MeasuredParts.Cost> costs =
        List.of(
            new MeasuredParts.Cost(0, 0, 1, 1, 30, 0), new MeasuredParts.Cost(1, 1, 2, 1, 10, 0));

    assertThat(of(28, costs).overheadNanos()).isEqualTo(6);
    assertThat(of(8, costs).overheadNanos()).isEqualTo(10);
    assertThat(of(50, costs).overheadNanos()).isZero();
    assertThat(of(0, costs).overheadNanos()).isZero();
  }

  private static MeasuredParts of(long wholeNanos, List<MeasuredParts.Cost> costs) {
    return new MeasuredParts("job", "graph", 2, 1, 1, 1, 0, wholeNanos, "1", costs);
  }

  @Test
  void measuredPartsBecomeATableOfWorkers() throws IOException {
    Path file = measured("--parts", "64", "--repeats", "1");

    CommandLineRun text = bench("simulate", file.toString(), "--devices", "1,4");
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out()).contains("k-cliques --k 5 on rmat 9", "efficiency", "3 partitions");
    JsonNode table =
        bench("simulate", file.toString(), "--output", "json", "--work", "1000000").json();
    assertThat(table.path("devices")).hasSize(11);
    double efficiency = 1;
    for (JsonNode row : table.path("devices")) {
      assertThat(row.path("efficiency").asDouble()).isPositive();
      assertThat(row.path("imbalance").asDouble()).isGreaterThanOrEqualTo(1);
      efficiency = Math.min(efficiency, row.path("efficiency").asDouble());
    }
    // Fewer parts than workers: most have nothing to do.
    assertThat(efficiency).isLessThan(0.5);
  }

  @Test
  void whatMakesNoSenseIsRefusedBeforeAnythingIsMeasured() throws IOException {
    assertThat(bench("parts", "--parts", "0").err()).contains("--parts is 1 to");
    assertThat(bench("parts", "--repeats", "0").err()).contains("--repeats");
    assertThat(bench("parts", "--job", "squares").err())
        .contains("'squares' is no kind of job")
        .contains("k-cliques");
    assertThat(bench("parts", "--job", "k-cliques --l 5").err()).contains("OPTION_INVALID", "--l");
    assertThat(bench("parts", "--job", "estimate --k 5").err()).contains("OPTION_INVALID");
    Path file = measured("--parts", "4", "--repeats", "1");
    assertThat(bench("simulate", file.toString(), "--devices", "0").err()).contains("--devices");
    assertThat(bench("simulate", file.toString(), "--work", "0").err()).contains("--work");
    assertThat(bench("simulate", file.toString(), "--slow-share", "2").err())
        .contains("--slow-share is 0 to 1");
    assertThat(bench("simulate", folder.resolve("nothing").toString()).err())
        .contains("there is no file", "bench parts");
    assertThat(bench("simulate", folder.toString()).err()).contains("cannot be read");
    Path other = Files.writeString(folder.resolve("edges.txt"), "0 1\n");
    assertThat(bench("simulate", other.toString()).err())
        .contains("edges.txt line 1", "bench parts");
    Path empty = Files.writeString(folder.resolve("empty"), "");
    assertThat(bench("simulate", empty.toString()).err()).contains("no parts");
    Path broken =
        Files.writeString(folder.resolve("broken"), Files.readAllLines(file).getFirst() + "\n{}\n");
    assertThat(bench("simulate", broken.toString()).err())
        .contains("broken line 2: no field 'part'");
  }
}
