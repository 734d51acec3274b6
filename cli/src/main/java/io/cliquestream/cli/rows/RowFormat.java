package io.cliquestream.cli.rows;

import io.cliquestream.formats.VertexNames;
import io.cliquestream.worker.failure.WorkerException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The formats of rows, each with the endings that name it. */
public enum RowFormat {
  /** One JSON object a line. */
  JSON_LINES("jsonl", "ndjson"),
  /** Comma-separated values by RFC 4180. */
  CSV("csv"),
  /** Apache Parquet. */
  PARQUET("parquet"),
  /** Apache Arrow's file, Feather. */
  ARROW("arrow", "feather"),
  /** Apache Arrow's stream, which is read while it is written. */
  ARROW_STREAM("arrows");

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> endings;

  RowFormat(String... endings) {
    this.endings = List.of(endings);
  }

  /** The name on the command line and in reports. */
  public String label() {
    return endings.getFirst();
  }

  /**
   * The format of a name such as jsonl.
   *
   * @throws WorkerException OPTION_INVALID for any other
   */
  public static RowFormat named(String label) {
    return Arrays.stream(values())
        .filter(format -> format.endings.contains(label.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                WorkerException.optionInvalid(
                    "'"
                        + label
                        + "' is no format of rows; there are jsonl, csv, parquet, arrow and"
                        + " arrows"));
  }

  /**
   * The format that a file's name tells, its compression left aside.
   *
   * @throws WorkerException OPTION_INVALID when it tells none
   */
  public static RowFormat of(Path file) {
    String name = OutputCompression.of(file).stem(String.valueOf(file.getFileName()));
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> format.endings.contains(ending))
        .findFirst()
        .orElseThrow(
            () ->
                WorkerException.optionInvalid(
                    "the name "
                        + file.getFileName()
                        + " tells no format: end it in .jsonl or .csv (and .gz or .zst to"
                        + " compress), .parquet or .arrow, or give --output-format"));
  }

  /**
   * Refuses rows that this format cannot hold together.
   *
   * @throws WorkerException OPTION_INVALID
   */
  public void check(RowLayout rows) {
    if (this != JSON_LINES && rows.kinds().size() > 1) {
      throw WorkerException.optionInvalid(
          "a file of "
              + label()
              + " holds rows of one kind, and this answer has rows of "
              + rows.kinds().stream()
                  .map(kind -> String.join(", ", kind.columns()))
                  .collect(Collectors.joining(" and rows of "))
              + ": ask for one of them, or write JSON lines (--output-format jsonl)");
    }
  }

  /**
   * A writer of this format; closing it closes the stream.
   *
   * @throws WorkerException OPTION_INVALID as {@link #check} does
   */
  public RowWriter writer(OutputStream out, VertexNames vertices, RowLayout rows) {
    check(rows);
    return switch (this) {
      case JSON_LINES -> new JsonLinesWriter(out, vertices);
      case CSV -> new CsvWriter(out, vertices, rows);
      case PARQUET -> new ParquetWriter(out, vertices, rows.only());
      case ARROW -> new ArrowWriter(out, vertices, rows.only(), true);
      case ARROW_STREAM -> new ArrowWriter(out, vertices, rows.only(), false);
    };
  }
}
