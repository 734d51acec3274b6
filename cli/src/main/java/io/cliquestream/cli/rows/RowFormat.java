package io.cliquestream.cli.rows;

import io.cliquestream.formats.VertexNames;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
                new WorkerException(
                    FailureCode.FAILURE_CODE_OPTION_INVALID,
                    "'"
                        + label
                        + "' is no format of rows; there are jsonl, csv, parquet, arrow and arrows"));
  }

  /**
   * The format that a file's name tells, its compression left aside.
   *
   * @throws WorkerException OPTION_INVALID when it tells none
   */
  public static RowFormat of(Path file) {
    String name = Compression.of(file).stem(String.valueOf(file.getFileName()));
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> format.endings.contains(ending))
        .findFirst()
        .orElseThrow(
            () ->
                new WorkerException(
                    FailureCode.FAILURE_CODE_OPTION_INVALID,
                    "the name "
                        + file.getFileName()
                        + " tells no format: end it in .jsonl or .csv (and .gz or .zst to"
                        + " compress), .parquet or .arrow, or give --output-format"));
  }

  /** A writer of this format; closing it closes the stream. */
  public RowWriter writer(OutputStream out, VertexNames vertices) {
    return switch (this) {
      case JSON_LINES -> new JsonLinesWriter(out, vertices);
      case CSV -> new CsvWriter(out, vertices);
      case PARQUET -> new ParquetWriter(out, vertices);
      case ARROW -> new ArrowWriter(out, vertices, true);
      case ARROW_STREAM -> new ArrowWriter(out, vertices, false);
    };
  }
}
