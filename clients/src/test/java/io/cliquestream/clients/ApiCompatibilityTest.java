package io.cliquestream.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.Topics;
import io.cliquestream.formats.GraphReader;
import io.cliquestream.kernels.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that were compiled against the libraries go on to work: what they can refer to is held
 * line by line in {@code src/test/resources}. docs/library.md says how to accept what is new.
 */
class ApiCompatibilityTest {
  private static final boolean REWRITE = Boolean.getBoolean("cliquestream.api.rewrite");
  private static final String KERNELS = "io.cliquestream.kernels.";

  /**
   * A library.
   *
   * @param module where its sources lie
   * @param file holds its lines
   * @param inside one of its types
   * @param held packages for programs of others, and single types of other packages
   */
  record Library(String module, String file, Class<?> inside, Set<String> held) {
    private List<String> current() throws IOException {
      return ApiSignatures.of(inside, held);
    }

    private List<String> committed() throws IOException {
      Path path = Path.of("src", "test", "resources", file);
      if (REWRITE) {
        Files.writeString(path, String.join("\n", current()) + "\n", UTF_8);
      }
      return Files.readAllLines(path, UTF_8);
    }
  }

  /** What docs/library.md says stays, in one place alone, and so the same for whoever reads it. */
  private static Set<String> heldOf(String module) throws IOException {
    String text = Files.readString(Path.of("..", "docs", "library.md"), UTF_8);
    Matcher row = Pattern.compile("(?m)^\\| `" + module + "` \\| (.*) \\|$").matcher(text);
    assertThat(row.find()).as("the row of %s in docs/library.md, What stays", module).isTrue();
    return Pattern.compile("`([^`]+)`")
        .matcher(row.group(1))
        .results()
        .map(name -> "io.cliquestream." + module + "." + name.group(1))
        .collect(toSet());
  }

  static Stream<Library> libraries() throws IOException {
    return Stream.of(
        new Library("kernels", "kernels-api.txt", Engine.class, heldOf("kernels")),
        new Library("formats", "formats-api.txt", GraphReader.class, heldOf("formats")),
        new Library(
            "client", "client-api.txt", CliquestreamClient.class, Set.of("io.cliquestream.client")),
        new Library("proto", "contract-api.txt", Topics.class, Set.of("io.cliquestream.contract")));
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void nothingThatProgramsUseHasChangedOrGone(Library library) throws IOException {
    assertThat(library.current())
        .as("a type or member that programs may use changed or went: keep it beside what is new")
        .containsAll(library.committed());
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void whatIsNewIsRecordedSoThatItStays(Library library) throws IOException {
    assertThat(library.committed())
        .as("record additions with the command in docs/library.md")
        .containsAll(library.current());
  }

  @Test
  void whatProgramsCallIsAmongTheLinesAndWhatIsInternalIsNot() throws IOException {
    List<String> lines = libraries().findFirst().orElseThrow().current();
    assertThat(lines)
        .anyMatch(
            line -> line.startsWith(KERNELS + "engine.Engines static ") && line.contains(" open("))
        .anyMatch(line -> line.startsWith(KERNELS + "job.TriangleCount: final record"))
        .noneMatch(line -> line.startsWith(KERNELS + "cpu"));
  }

  @Test
  void whatTheDocumentShowsToProgramsWasPartlyNotHeld() throws IOException {
    String text = Files.readString(Path.of("..", "docs", "library.md"), UTF_8);
    Set<String> held = libraries().flatMap(library -> library.held().stream()).collect(toSet());
    Set<String> imported =
        Pattern.compile("(?m)^import (io\\.cliquestream\\.[a-z.]+\\.([A-Z]\\w+));")
            .matcher(text)
            .results()
            .map(found -> found.group(1))
            .collect(toSet());
    assertThat(imported)
        .hasSizeGreaterThan(10)
        .allMatch(
            type -> held.contains(type) || held.contains(type.substring(0, type.lastIndexOf('.'))));
    // What is held is there: a name that is misspelt holds nothing.
    for (Library library : libraries().toList()) {
      List<String> lines = library.current();
      assertThat(library.held())
          .allMatch(name -> lines.stream().anyMatch(line -> line.startsWith(name)));
    }
  }
}
