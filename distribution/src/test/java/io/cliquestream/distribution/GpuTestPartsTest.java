package io.cliquestream.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The script that runs the packed GPU tests names all of them. */
final class GpuTestPartsTest {
  private static final Path TESTS = Path.of("../kernels/src/test");
  private static final Pattern PROGRAM =
      Pattern.compile("^ +(?:kernels|provoking) (\\w+_test)\\b", Pattern.MULTILINE);
  private static final Pattern CLASSES = Pattern.compile("^ +junit '(.*)'$", Pattern.MULTILINE);

  private static String script() throws IOException {
    return Files.readString(Path.of("src/main/gpu-tests/run-gpu-tests"));
  }

  private static List<String> all(Pattern pattern) throws IOException {
    return pattern.matcher(script()).results().map(found -> found.group(1)).toList();
  }

  private static List<String> names(String folder, String end, String holding) throws IOException {
    try (Stream<Path> files = Files.walk(TESTS.resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(end) && text(file).contains(holding))
          .map(file -> file.getFileName().toString())
          .map(name -> name.substring(0, name.lastIndexOf('.')))
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void testsOfDefectsAndChangesOnceWerePackedAndNeverRun() throws IOException {
    assertThat(names("cuda", "_test.cu", "")).hasSizeGreaterThan(15);
    assertThat(all(PROGRAM)).containsAll(names("cuda", "_test.cu", ""));
  }

  @Test
  void everyClassOfGpuTestsBelongsToAPart() throws IOException {
    List<Pattern> parts = all(CLASSES).stream().map(Pattern::compile).toList();
    List<String> tests = names("java", "Test.java", "@Tag(\"gpu\")");
    assertThat(tests).hasSizeGreaterThan(20);
    assertThat(tests)
        .allMatch(name -> parts.stream().anyMatch(part -> part.matcher(name).matches()));
  }
}
