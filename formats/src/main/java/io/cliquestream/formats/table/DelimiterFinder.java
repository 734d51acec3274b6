package io.cliquestream.formats.table;

import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import java.util.ArrayList;
import java.util.List;

/** Looks for the one usual delimiter by which a table's first rows are a table. */
final class DelimiterFinder {
  private static final List<String> USUAL = List.of(",", "\t", ";", "|");

  private DelimiterFinder() {}

  /** Whether there is one, for those who only look. */
  static boolean isTable(Content content, TableOptions options) {
    return candidates(options).stream().anyMatch(candidate -> head(content, candidate).isTable());
  }

  /**
   * The delimiter; where there is none, the one that fits most rows, whose parser says what is
   * wrong with the others.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException FILE_LINE_INVALID when two are
   *     possible, or none stands in any row
   */
  static String find(Content content, TableOptions options) {
    List<String> possible = new ArrayList<>();
    int mostRows = 0;
    String likely = ",";
    TableHead first = null;
    for (TableOptions candidate : candidates(options)) {
      TableHead head = head(content, candidate);
      first = first == null ? head : first;
      if (head.isTable()) {
        possible.add(candidate.wholeDelimiter());
      }
      int rows = (int) head.rows().stream().filter(row -> row.size() > 1).count();
      if (rows > mostRows) {
        mostRows = rows;
        likely = candidate.wholeDelimiter();
      }
    }
    if (possible.size() > 1) {
      throw InputFailures.invalid(
          content.name(),
          "either of %s could stand between its columns; --delimiter says which"
              .formatted(possible.stream().map(DelimiterFinder::shown).toList()));
    }
    if (possible.isEmpty() && mostRows == 0 && first != null && !first.isEmpty()) {
      throw InputFailures.line(
          content.name(),
          first.lines().getFirst(),
          InputExcerpt.of(String.join(",", first.rows().getFirst())),
          "neither comma, tab, semicolon nor bar stands between columns; --delimiter says what"
              + " does (a character or several as in '::', blank for any number of blanks, \\x01"
              + " for a control character)");
    }
    return possible.isEmpty() ? likely : possible.getFirst();
  }

  /** What is a quote or an escape stands between no columns. */
  private static List<TableOptions> candidates(TableOptions options) {
    return USUAL.stream()
        .filter(delimiter -> delimiter.indexOf(options.quote()) < 0)
        .filter(delimiter -> delimiter.indexOf(options.escape().character()) < 0)
        .map(options::withDelimiter)
        .toList();
  }

  private static TableHead head(Content content, TableOptions dialect) {
    return TableHead.of(content.head(), content.isWhole(), dialect);
  }

  private static String shown(String delimiter) {
    return delimiter.equals("\t") ? "tab" : "'" + delimiter + "'";
  }
}
