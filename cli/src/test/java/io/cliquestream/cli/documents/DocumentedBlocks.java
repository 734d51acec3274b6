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

  /**
   * Every page but records of what was measured and tried, and what the CUDA files' folders say.
   */
  static List<Path> pages() throws IOException {
    try (Stream<Path> files =
        Files.find(HOME, 12, (file, _) -> file.toString().endsWith(".md") && isPage(file))) {
      return files.sorted().toList();
    }
  }

  private static boolean isPage(Path file) {
    String path = HOME.relativize(file).toString();
    return !path.matches("(.*/)?(target|node_modules|\\.[^/]+)/.*")
        && !path.matches(".*/src/(bench|test)/.*")
        && !path.startsWith("kernels/src/main/cuda/");
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
