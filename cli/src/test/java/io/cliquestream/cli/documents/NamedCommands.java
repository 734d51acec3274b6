package io.cliquestream.cli.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands that sentences and tables of the documents name, outside of blocks. */
final class NamedCommands {
  private static final Pattern SPAN = Pattern.compile("`\\./cliquestream\\s+([^`]+)`");

  /** The runbook's tables of commands: the first cell of a row. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\|([^|\n]+)\\|");

  private static final Pattern CELL = Pattern.compile("`([^`]+)`");

  /** Words of the launcher, which no command line knows. */
  private static final Pattern LAUNCHER =
      Pattern.compile("(test|try|train|distribution|gpu-tests)\\b.*");

  private NamedCommands() {}

  /** Each command without the launcher's name, and a page that names it. */
  static Map<String, String> all() throws IOException {
    Map<String, String> named = new TreeMap<>();
    for (Path page : DocumentedBlocks.pages()) {
      String text = Files.readString(page).replaceAll("(?ms)^```.*?^```$", "");
      List<String> found = spans(SPAN, text);
      if (page.endsWith("docs/operations.md")) {
        String section = text.replaceAll("(?s)^.*?\n## From the shell\n(.*?)\n## .*$", "$1");
        Matcher row = ROW.matcher(section);
        while (row.find()) {
          found.addAll(spans(CELL, row.group(1)));
        }
      }
      for (String command : found) {
        named.putIfAbsent(command, DocumentedBlocks.HOME.relativize(page).toString());
      }
    }
    return named;
  }

  private static List<String> spans(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher span = pattern.matcher(text);
    while (span.find()) {
      String command =
          span.group(1)
              .replaceAll("compute (…|JOB)", "compute triangles")
              .replace("--k K", "--k 4")
              .replace("…", "")
              .replaceAll("\\s+", " ")
              .strip();
      if (!command.isEmpty() && !command.equals("--help") && !LAUNCHER.matcher(command).matches()) {
        found.add(command);
      }
    }
    return found;
  }
}
