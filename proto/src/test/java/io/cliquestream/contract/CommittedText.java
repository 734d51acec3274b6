package io.cliquestream.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Committed text files that tests compare with, and the one switch that rewrites them. */
final class CommittedText {
  private static final boolean REWRITE = Boolean.getBoolean("cliquestream.contract.rewrite");
  private static final Path FOLDER = Path.of("src", "test", "resources");

  private CommittedText() {}

  /** The lines of the file; first replaced by the given ones when rewriting was asked for. */
  static List<String> lines(String file, List<String> current) throws IOException {
    Path path = FOLDER.resolve(file);
    if (REWRITE) {
      Files.createDirectories(path.getParent());
      Files.writeString(path, String.join("\n", current) + "\n", UTF_8);
    }
    return Files.readAllLines(path, UTF_8);
  }
}
