package io.cliquestream.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The licence of every component, kept by hand in {@code components.tsv}: the start of a jar's
 * name, the licence, and the file with its text. The longest matching start counts. A component
 * without a row ends the build, so that nothing is handed out whose licence nobody has looked at.
 */
record LicenseTable(List<Row> rows) {
  private record Row(String start, String license, String text) {}

  static LicenseTable read(Path file) throws IOException {
    var rows = new ArrayList<Row>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] fields = line.split("\t", -1);
      if (fields.length != 3) {
        throw new IOException("not three fields: " + line);
      }
      rows.add(new Row(fields[0], fields[1], fields[2]));
    }
    rows.sort(Comparator.comparingInt((Row row) -> row.start().length()).reversed());
    return new LicenseTable(rows);
  }

  /** The page that names every component with its licence and text. */
  String index(List<String> jars) {
    var page = new StringBuilder();
    page.append(
        """
        # Licences

        Cliquestream itself: Apache-2.0 (`Apache-2.0.txt`). Java runtime: GPL-2.0 with Classpath Exception and what
        `../runtime/legal` adds. The CUDA library: see `NVIDIA.txt` and `CUB.txt`. Texts and notices that a
        component brings itself are in `jars/`.

        | component | licence | text |
        |---|---|---|
        """);
    for (String jar : jars) {
      Row row = rowOf(jar);
      page.append("| %s | %s | `%s` |%n".formatted(jar, row.license(), row.text()));
    }
    return page.toString();
  }

  private Row rowOf(String jar) {
    return rows.stream()
        .filter(row -> jar.startsWith(row.start()))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("components.tsv has no row for the licence of " + jar));
  }
}
