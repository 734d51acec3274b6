package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a newcomer may rely on in the sources of every module. */
final class HouseRulesTest {
  private static final int MOST_LINES = 500;
  private static final int MOST_FILES = 25;

  /** Public packages whose names programs use: files of them cannot move. */
  private static final Map<String, Integer> LARGER =
      Map.of("io/cliquestream/client", 36, "io/cliquestream/contract", 44);

  @ParameterizedTest
  @ValueSource(strings = {"proto", "formats", "broker", "client", "loadgen", "worker", "cli"})
  void everyPackageSaysWhatItIsAndIsSmall(String module) {
    Path root = Path.of("..", module, "src", "main", "java");
    Map<String, List<String>> packages =
        sources(root)
            .collect(
                Collectors.groupingBy(
                    file -> root.relativize(file.getParent()).toString(),
                    TreeMap::new,
                    Collectors.mapping(
                        file -> file.getFileName().toString(), Collectors.toList())));
    assertThat(packages)
        .isNotEmpty()
        .allSatisfy(
            (name, files) -> {
              assertThat(files)
                  .as("%s says what it owns, on which thread, and who may call it", name)
                  .contains("package-info.java");
              assertThat(files)
                  .as("%s holds one concept", name)
                  .hasSizeLessThanOrEqualTo(1 + LARGER.getOrDefault(name, MOST_FILES));
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"proto", "kernels", "formats", "broker", "client", "loadgen", "worker", "cli"})
  void noFileHoldsTwoConcepts(String module) {
    assertThat(sources(Path.of("..", module, "src")))
        .isNotEmpty()
        .allSatisfy(
            file ->
                assertThat(lines(file))
                    .as("%s is to be split by concept", file)
                    .isLessThanOrEqualTo(MOST_LINES));
  }

  private static Stream<Path> sources(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
