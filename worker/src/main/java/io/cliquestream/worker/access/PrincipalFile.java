package io.cliquestream.worker.access;

import io.cliquestream.worker.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A file that says who may do what, one principal a line; {@code #} begins a comment. */
final class PrincipalFile {
  private PrincipalFile() {}

  /**
   * Reads a file.
   *
   * @param setting that names it
   * @param reader of one line; throws {@link IllegalArgumentException} when it is wrong
   * @throws ConfigurationException naming the line that is wrong
   */
  static void read(String setting, Path file, Consumer<String> reader) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new ConfigurationException(setting + " cannot be read: " + file, e);
    }
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        try {
          reader.accept(line);
        } catch (IllegalArgumentException e) {
          // Never the line itself: it may hold a token that was put there by mistake.
          throw new ConfigurationException(
              setting + " " + file + ", line " + number + ": " + e.getMessage(), e);
        }
      }
    }
  }
}
