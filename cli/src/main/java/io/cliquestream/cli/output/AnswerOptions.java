package io.cliquestream.cli.output;

import io.cliquestream.cli.rows.RowFormat;
import io.cliquestream.cli.rows.RowLayout;
import io.cliquestream.cli.rows.TopRows;
import io.cliquestream.contract.JobKind;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.pattern.PlanExplanation;
import io.cliquestream.worker.failure.WorkerException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How an answer is shown and kept; shared by every command that prints one. */
public final class AnswerOptions {
  /** What stands for standard output. */
  static final Path STANDARD = Path.of("-");

  @Option(
      names = "--json",
      description = "Print one JSON object (docs/answers.md); counts are decimal strings in it.")
  private boolean json;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description =
          "Write the answer's rows (counts by vertex or edge, cliques, matches) to a file,"
              + " however many there are: .jsonl or .csv, with .gz or .zst compressed, .parquet or"
              + " .arrow; - is standard output.")
  private Path output;

  @Option(
      names = "--output-format",
      paramLabel = "FORMAT",
      description =
          "jsonl, csv, parquet, arrow or arrows (a stream), where the file's name does not tell.")
  private String outputFormat;

  @Option(
      names = "--rows",
      defaultValue = "20",
      paramLabel = "N",
      description = "Rows shown as text (${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Only the N rows of the largest counts, coefficients or cliques, the largest first.")
  private Integer top;

  @Option(
      names = "--bars",
      description = "Draw counts as bars; without it only where a terminal shows them.")
  private boolean bars;

  /** Refuses what does not go together, before any work is done. */
  public void check() {
    Options.require(rows >= 0, "--rows must be 0 or more, not " + rows);
    if (top != null && (top < 1 || top > TopRows.MOST)) {
      throw WorkerException.optionInvalid(
          "--top must be between 1 and " + TopRows.MOST + ", not " + top);
    }
    Options.require(outputFormat == null || output != null, "--output-format needs --output");
    format();
  }

  /** The same, and a file of a format that cannot hold such rows. */
  public void check(RowLayout layout) {
    check();
    format().ifPresent(format -> format.check(layout));
  }

  /** Takes an answer of a kind; closed when it was shown or there is none. */
  public AnswerOutput open(JobKind kind, RowLayout layout, VertexNames vertices) {
    return new AnswerOutput(kind, vertices, json, file(layout, vertices), top(), rows, terminal());
  }

  /** Starts the file of rows, if one was asked for. */
  public Optional<RowFile> file(RowLayout layout, VertexNames vertices) {
    check(layout);
    return format().map(format -> RowFile.create(output, format, vertices, layout));
  }

  /** Whether rows go to a file. */
  public boolean hasFile() {
    return output != null;
  }

  /** Rows to show as text. */
  public int rows() {
    return rows;
  }

  /** How many of the largest were asked for. */
  public OptionalInt top() {
    return top == null ? OptionalInt.empty() : OptionalInt.of(top);
  }

  /** Whether one JSON object was asked for. */
  public boolean json() {
    return json;
  }

  /** Where text goes, with bars if they are wanted. */
  public Terminal terminal() {
    return Terminal.drawing(bars);
  }

  /**
   * Prints the plans of a job that was not run.
   *
   * @param elements that its search would look at, by a sample
   */
  public void print(
      PrintWriter out, JobKind kind, PlanExplanation explanation, OptionalDouble elements) {
    if (json) {
      out.println(PlanJson.render(kind, explanation, elements));
    } else {
      out.print(explanation.text());
      elements.ifPresent(
          count ->
              out.printf(
                  Locale.ROOT,
                  "about %.3g set elements by a sample of this search; the cost above goes by"
                      + " averages%n",
                  count));
    }
    out.flush();
  }

  private Optional<RowFormat> format() {
    if (output == null) {
      return Optional.empty();
    }
    if (outputFormat != null) {
      return Optional.of(RowFormat.named(outputFormat));
    }
    return Optional.of(output.equals(STANDARD) ? RowFormat.JSON_LINES : RowFormat.of(output));
  }
}
