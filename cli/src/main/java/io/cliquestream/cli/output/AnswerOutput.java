package io.cliquestream.cli.output;

import io.cliquestream.cli.rows.CountHistogram;
import io.cliquestream.cli.rows.RowTotals;
import io.cliquestream.cli.rows.TopRows;
import io.cliquestream.contract.JobKind;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Takes the pages of one answer as they come, then the result, and shows it as it was asked for:
 * rows into a file, or as text the first of them, or as one JSON object all of them. Only the JSON
 * object keeps every row in memory.
 */
public final class AnswerOutput implements Consumer<ResultPage>, AutoCloseable {
  private final JobKind kind;
  private final VertexNames vertices;
  private final boolean json;
  private final Optional<RowFile> file;
  private final Optional<TopRows> top;
  private final int shown;
  private final Terminal terminal;

  private final List<Consumer<ResultPage>> observers = new ArrayList<>();
  private final CountHistogram histogram = new CountHistogram();

  /** Pages to be shown with the result; as text, those that hold the first rows. */
  private final List<ResultPage> kept = new ArrayList<>();

  private long keptRows;
  private long rows;

  AnswerOutput(
      JobKind kind,
      VertexNames vertices,
      boolean json,
      Optional<RowFile> file,
      OptionalInt top,
      int shown,
      Terminal terminal) {
    this.kind = kind;
    this.vertices = vertices;
    this.json = json;
    this.file = file;
    this.top = top.isPresent() ? Optional.of(new TopRows(top.getAsInt())) : Optional.empty();
    this.shown = shown;
    this.terminal = terminal;
  }

  /** Lets another look at every page as it comes. */
  public void observe(Consumer<ResultPage> observer) {
    observers.add(observer);
  }

  /**
   * Takes the next page.
   *
   * @throws io.cliquestream.worker.failure.WorkerException OUTPUT_UNWRITABLE
   */
  @Override
  public void accept(ResultPage page) {
    observers.forEach(observer -> observer.accept(page));
    histogram.add(page);
    if (top.isPresent()) {
      top.get().accept(page);
    } else {
      take(page);
    }
  }

  private void take(ResultPage page) {
    rows += RowTotals.of(page);
    if (file.isPresent()) {
      file.get().write(page, kind);
    } else if (json || keptRows < shown) {
      kept.add(page);
      keptRows += RowTotals.of(page);
    }
  }

  /**
   * Finishes the file and prints the answer. A partial answer makes no file.
   *
   * @param out standard output
   * @param err for the text of an answer whose rows go to standard output
   * @throws io.cliquestream.worker.failure.WorkerException OUTPUT_UNWRITABLE
   */
  public void finish(
      PrintWriter out, PrintWriter err, JobResult result, Optional<Measured> measured) {
    top.ifPresent(rowsKept -> rowsKept.finish(this::take));
    if (file.isPresent() && !result.hasFailure()) {
      file.get().write(result, kind);
      file.get().finish();
    }
    PrintWriter to = file.filter(RowFile::isStandard).isPresent() ? err : out;
    if (json) {
      to.println(AnswerJson.render(kind, result, kept, vertices, measured, written(result)));
    } else {
      text(to, result, measured);
    }
    to.flush();
  }

  /** The file, if there is one now. */
  private Optional<RowFile> written(JobResult result) {
    return file.filter(_ -> !result.hasFailure());
  }

  private void text(PrintWriter to, JobResult result, Optional<Measured> measured) {
    ResultText.figures(result, vertices.shown(), shown, terminal).forEach(to::println);
    ResultText.entries(kept, vertices.shown(), shown).forEach(to::println);
    if (file.isPresent()) {
      to.println(
          result.hasFailure()
              ? "no rows were written: the answer is not whole"
              : file.get().summary());
    } else if (rows > shown) {
      to.println(
          "… and "
              + (rows - shown)
              + " more (--rows N shows more, --output FILE or --json all of them)");
    }
    if (terminal.attached() && !histogram.isEmpty()) {
      to.println("vertices by count:");
      ResultText.histogram(histogram, terminal).forEach(to::println);
    }
    // A job that was refused met neither graph nor engine.
    if (!result.getEngine().isEmpty()) {
      to.println(ResultText.timing(result, measured));
    }
    if (!result.getPlanMap().isEmpty()) {
      to.println("plan: " + planText(result));
    }
  }

  private static String planText(JobResult result) {
    return new TreeMap<>(result.getPlanMap())
        .entrySet().stream()
            .map(choice -> choice.getKey() + " " + choice.getValue())
            .collect(Collectors.joining(", "));
  }

  /** Leaves no trace of a file that was not finished. */
  @Override
  public void close() {
    file.ifPresent(RowFile::close);
  }
}
