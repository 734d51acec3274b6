package io.cliquestream.cli.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The blocks of code of every page of the repository. */
final class DocumentedBlocks {
  /** Where the repository lies, from this module. */
  static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  private DocumentedBlocks() {}

  /**
   * A block.
   *
   * @param page its file's path in the repository
   * @param language as it is named behind the fence; empty for none
   */
  record Block(String page, int line, String language, List<String> lines) {
    String where() {
      return page + ":" + line;
    }

    String text() {
      return String.join("\n", lines);
    }
  }

  /** All of them, in the order of pages and lines. */
  static List<Block> all() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path file : pages()) {
      blocks.addAll(of(HOME.relativize(file).toString(), Files.readAllLines(file)));
    }
    return blocks;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> documents = Files.walk(HOME.resolve("docs"))) {
      return Stream.concat(
              Stream.of(
                      "README.md",
                      "CONTRIBUTING.md",
                      "kernels/README.md",
                      "proto/README.md",
                      "loadgen/README.md",
                      "worker/README.md",
                      "deploy/README.md",
                      "distribution/README.md",
                      "clients/python/README.md")
                  .map(HOME::resolve),
              documents.filter(file -> file.toString().endsWith(".md")).sorted())
          .toList();
    }
  }

  private static List<Block> of(String page, List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    int begin = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("```")) {
        if (begin < 0) {
          begin = i;
        } else {
          blocks.add(
              new Block(
                  page,
                  begin + 1,
                  lines.get(begin).substring(3).strip(),
                  List.copyOf(lines.subList(begin + 1, i))));
          begin = -1;
        }
      }
    }
    return blocks;
  }
}
