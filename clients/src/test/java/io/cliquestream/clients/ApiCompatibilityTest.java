package io.cliquestream.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.Topics;
import io.cliquestream.kernels.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
   * @param file holds its lines
   * @param inside one of its types
   * @param packages those for programs of others
   */
  record Library(String file, Class<?> inside, Set<String> packages) {
    private List<String> current() throws IOException {
      return ApiSignatures.of(inside, packages);
    }

    private List<String> committed() throws IOException {
      Path path = Path.of("src", "test", "resources", file);
      if (REWRITE) {
        Files.writeString(path, String.join("\n", current()) + "\n", UTF_8);
      }
      return Files.readAllLines(path, UTF_8);
    }
  }

  static Stream<Library> libraries() {
    return Stream.of(
        new Library(
            "kernels-api.txt",
            Engine.class,
            Stream.of(
                    "answer",
                    "control",
                    "engine",
                    "failure",
                    "graph",
                    "graph.build",
                    "graph.file",
                    "job",
                    "part")
                .map(name -> KERNELS + name)
                .collect(toSet())),
        new Library("client-api.txt", CliquestreamClient.class, Set.of("io.cliquestream.client")),
        new Library("contract-api.txt", Topics.class, Set.of("io.cliquestream.contract")));
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
}
