package io.cliquestream.formats;

import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.source.Packing;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.formats.table.TableReader;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Recognises a format: by what only one format begins with, by the name, by the first lines. What
 * the compute library recognises is left to it, so that every file it reads is read as before.
 */
final class FormatSniffer {
  private static final Map<String, InputFormat> ENDINGS =
      Map.ofEntries(
          Map.entry(".mtx", InputFormat.MATRIX_MARKET),
          Map.entry(".clq", InputFormat.DIMACS),
          Map.entry(".col", InputFormat.DIMACS),
          Map.entry(".dimacs", InputFormat.DIMACS),
          Map.entry(".graph", InputFormat.METIS),
          Map.entry(".metis", InputFormat.METIS),
          Map.entry(".adjlist", InputFormat.ADJACENCY),
          Map.entry(".lgl", InputFormat.LGL),
          Map.entry(".gml", InputFormat.GML),
          Map.entry(".net", InputFormat.PAJEK),
          Map.entry(".pajek", InputFormat.PAJEK),
          Map.entry(".g6", InputFormat.GRAPH6),
          Map.entry(".graph6", InputFormat.GRAPH6),
          Map.entry(".s6", InputFormat.SPARSE6),
          Map.entry(".sparse6", InputFormat.SPARSE6),
          Map.entry(".parquet", InputFormat.PARQUET),
          Map.entry(".arrow", InputFormat.ARROW),
          Map.entry(".arrows", InputFormat.ARROW),
          Map.entry(".feather", InputFormat.ARROW),
          Map.entry(".csv", InputFormat.CSV),
          Map.entry(".tsv", InputFormat.TSV));

  private static final List<String> PAIRS = List.of(".el32", ".u32", ".el64", ".u64", ".bin");

  /** First bytes, as ISO 8859-1, of what people have and no reader takes. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("\u0089HDF", "HDF5; write its edges as CSV"),
          Map.entry(
              "\u0093NUMPY", "a NumPy array; write it by ndarray.tofile, as u32 or u64 pairs"),
          Map.entry("SQLite format 3", "an SQLite database; write the edges as CSV"),
          Map.entry("7z\u00BC\u00AF", "a 7z archive; unpack it"),
          Map.entry("Rar!", "a RAR archive; unpack it"),
          Map.entry("%PDF", "PDF"),
          Map.entry("Obj\u0001", "Avro; write it as CSV"),
          Map.entry("ORC", "ORC; write it as CSV"),
          Map.entry("\u00E2\u009B\u00BE gt", "graph-tool's own format; save it as GraphML"));

  /** A message without a length is no list of pairs either: its ids would be 2^32 - 1. */
  private static final String ARROW_STREAM = "\u00FF\u00FF\u00FF\u00FF";

  private static final Pattern DOT =
      Pattern.compile("(strict\\s+)?(di)?graph\\s*(\"[^\"]*\"|\\w*)\\s*\\{");

  /** The keys that stand before a GML file's graph. */
  private static final Pattern GML_KEY = Pattern.compile("(Creator|Version|comment)\\s.*");

  /** Vertices without neighbours that are looked past. */
  private static final int MULTILINE_ROWS = 1_000;

  private static final Pattern MULTILINE_NEIGHBOR = Pattern.compile("\\S+[ \\t]+\\{.*");

  private static final Pattern GML = Pattern.compile("graph\\s*\\[");

  private final Content content;
  private final String plainName;
  private final String text;

  private FormatSniffer(Content content) {
    this.content = content;
    this.plainName = Packing.plainName(content.name());
    this.text = new String(content.head(), StandardCharsets.ISO_8859_1);
  }

  /** The format of a content. AUTO leaves it to the compute library. */
  static InputFormat detect(Content content, TableOptions table) {
    FormatSniffer sniffer = new FormatSniffer(content);
    sniffer.refuseOthers();
    Optional<InputFormat> found = sniffer.byBeginning();
    if (found.isEmpty()) {
      found = sniffer.byLines(table);
    }
    return found.orElseThrow(sniffer::unknown);
  }

  /** What the content looks like, if that is plain; for messages. */
  static Optional<InputFormat> guess(Content content) {
    try {
      InputFormat found = detect(content, TableOptions.defaults());
      return Optional.of(found == InputFormat.AUTO ? InputFormat.SNAP : found);
    } catch (ComputeException e) {
      return Optional.empty();
    }
  }

  /** Whether the name says that the content is pairs of numbers, whatever it looks like. */
  static boolean isNamedAsPairs(Content content) {
    return PAIRS.stream().anyMatch(Packing.plainName(content.name())::endsWith);
  }

  private void refuseOthers() {
    OTHERS.forEach(
        (beginning, what) -> {
          if (text.startsWith(beginning)) {
            throw InputFailures.unknown(content.name(), "it looks like " + what);
          }
        });
  }

  private Optional<InputFormat> byBeginning() {
    if (isNamedAsPairs(content)) {
      return Optional.of(InputFormat.AUTO);
    }
    if (text.startsWith("PAR1")) {
      return Optional.of(InputFormat.PARQUET);
    }
    if (text.startsWith("ARROW1") || text.startsWith(ARROW_STREAM)) {
      return Optional.of(InputFormat.ARROW);
    }
    String start = text.stripLeading();
    String lower = start.substring(0, Math.min(start.length(), 4096)).toLowerCase(Locale.ROOT);
    if (lower.startsWith("%%matrixmarket")) {
      return Optional.of(InputFormat.MATRIX_MARKET);
    }
    if (lower.startsWith("<")) {
      return xml(lower);
    }
    if (lower.startsWith(">>graph6<<")) {
      return Optional.of(InputFormat.GRAPH6);
    }
    if (lower.startsWith(">>sparse6<<")) {
      return Optional.of(InputFormat.SPARSE6);
    }
    if (lower.startsWith("*vertices") || lower.startsWith("*network")) {
      return Optional.of(InputFormat.PAJEK);
    }
    if (lower.startsWith("{") || lower.startsWith("[")) {
      return Optional.of(InputFormat.JSON);
    }
    if (isGml()) {
      return Optional.of(InputFormat.GML);
    }
    if (DOT.matcher(start).lookingAt()) {
      throw InputFailures.unknown(
          content.name(),
          "it looks like Graphviz DOT, which is not read; write it as GML, as in: gv2gml FILE");
    }
    return Optional.empty();
  }

  private boolean isGml() {
    int at = 0;
    while (at < text.length()) {
      int end = text.indexOf('\n', at);
      int next = end < 0 ? text.length() : end + 1;
      String line = text.substring(at, Math.min(next, at + 200)).strip();
      if (!line.isEmpty() && !line.startsWith("#") && !GML_KEY.matcher(line).matches()) {
        return GML.matcher(text.substring(at, Math.min(text.length(), at + 200)).stripLeading())
            .lookingAt();
      }
      at = next;
    }
    return false;
  }

  private Optional<InputFormat> xml(String lower) {
    if (lower.contains("<graphml")) {
      return Optional.of(InputFormat.GRAPHML);
    }
    if (lower.contains("<gexf")) {
      return Optional.of(InputFormat.GEXF);
    }
    throw InputFailures.unknown(
        content.name(),
        "it looks like XML or HTML, of which GraphML and GEXF are read; it begins '"
            + InputExcerpt.of(text.lines().findFirst().orElse(""))
            + "'");
  }

  private Optional<InputFormat> byLines(TableOptions table) {
    Optional<InputFormat> named =
        ENDINGS.entrySet().stream()
            .filter(ending -> plainName.endsWith(ending.getKey()))
            .map(Map.Entry::getValue)
            .findFirst();
    boolean binary = text.chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t');
    if ((named.isEmpty() || named.get() == InputFormat.ADJACENCY) && isMultiline()) {
      return Optional.of(InputFormat.MULTILINE);
    }
    if (named.isPresent() && named.get() != InputFormat.CSV && named.get() != InputFormat.TSV) {
      return named;
    }
    if (binary && named.isEmpty()) {
      return Optional.empty();
    }
    String first = firstLine();
    if (first.isEmpty() || isNumbers(first)) {
      // As ever, whatever the name: lists of numbers.
      return Optional.of(InputFormat.AUTO);
    }
    if (first.matches("p\\s+(edges?|col|sp|max)\\s.*") || first.matches("c(\\s.*)?")) {
      return Optional.of(InputFormat.AUTO);
    }
    if (named.isPresent()) {
      return named;
    }
    if (table.isBetweenBlanks()) {
      return Optional.of(InputFormat.EDGES);
    }
    if (table.delimiter() != TableOptions.FIND || TableReader.looksLikeTable(content, table)) {
      return Optional.of(InputFormat.CSV);
    }
    String[] words = first.strip().split("[ \\t]+", -1);
    if (words.length == 2
        || (words.length == 3 && words[2].matches("[-+.\\d].*"))
        || (words.length > 2 && words[2].startsWith("{"))) {
      return Optional.of(InputFormat.EDGES);
    }
    return Optional.empty();
  }

  /** Whether a vertex has a number, and then a neighbour with what NetworkX knows of the edge. */
  private boolean isMultiline() {
    List<String> rows =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .limit(MULTILINE_ROWS)
            .toList();
    for (int row = 0; row + 1 < rows.size(); row++) {
      String[] words = rows.get(row).split("[ \\t]+", 3);
      if (words.length != 2 || !words[1].matches("\\d{1,9}")) {
        return false;
      }
      if (!words[1].equals("0")) {
        return MULTILINE_NEIGHBOR.matcher(rows.get(row + 1)).lookingAt();
      }
    }
    return false;
  }

  /** Whether a line is two numbers between blanks, perhaps with further ones behind. */
  private static boolean isNumbers(String line) {
    List<String> words = List.of(line.strip().split("[ \\t]+", -1));
    return words.size() > 1
        && words.subList(0, 2).stream().allMatch(word -> consistsOf(word, "0123456789"))
        && words.stream().allMatch(word -> consistsOf(word, "0123456789+-.eEdD"));
  }

  private static boolean consistsOf(String word, String characters) {
    return word.chars().allMatch(character -> characters.indexOf(character) >= 0);
  }

  /** The first line that is neither empty nor a comment, without blanks around it. */
  private String firstLine() {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith("%"))
        .findFirst()
        .orElse("");
  }

  private ComputeException unknown() {
    String first = text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    byte[] bytes = first.getBytes(StandardCharsets.ISO_8859_1);
    return InputFailures.unknown(
        content.name(),
        "its format is not recognised; --format says it, one of "
            + InputFormat.labels()
            + "; the first line is '"
            + InputExcerpt.of(bytes, 0, bytes.length)
            + "'");
  }
}
