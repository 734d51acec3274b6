package io.cliquestream.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that {@code docs/seams.md} names for what once went wrong are there. */
final class SeamListTest {
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)#(\\w+)`");
  private static final List<String> MODULES = List.of("worker", "kernels", "client", "cli");

  @Test
  void everyDefectThatCannotComeBackHasItsTest() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("..", "docs", "seams.md")).stream()
            .filter(line -> line.startsWith("| ") && line.contains("Test#"))
            .toList();
    assertThat(rows).as("defects with their tests").hasSizeGreaterThan(10);
    for (String row : rows) {
      List<String> missing = new ArrayList<>();
      Matcher named = NAMED.matcher(row);
      while (named.find()) {
        if (!exists(named.group(1), named.group(2))) {
          missing.add(named.group());
        }
      }
      assertThat(missing).as("no module has these tests any more, named in: %s", row).isEmpty();
    }
  }

  private static boolean exists(String test, String method) throws IOException {
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "test", "java"))) {
        for (Path file : files.filter(file -> file.endsWith(test + ".java")).toList()) {
          if (Files.readString(file).contains("void " + method + "(")) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
