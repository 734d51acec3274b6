package io.cliquestream.cli.report;

import io.cliquestream.cli.rows.OutputFile;
import io.cliquestream.v1.ResultPage;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The page that was asked for, or none. */
public final class ReportFile implements AutoCloseable {
  private final Optional<Path> name;
  private final Optional<OutputFile> file;
  private final ReportRows rows = new ReportRows();

  ReportFile(Optional<Path> name) {
    this.name = name;
    this.file = name.map(OutputFile::create);
  }

  /** Looks at the rows of the answer as they go by; does nothing without a page. */
  public Consumer<ResultPage> rows() {
    return file.isPresent() ? rows : page -> {};
  }

  /**
   * Writes the page, if there is one.
   *
   * @throws io.cliquestream.worker.failure.WorkerException OUTPUT_UNWRITABLE
   */
  public void write(Function<ReportRows, HtmlReport> report) {
    file.ifPresent(to -> report.apply(rows).write(to, name.orElseThrow()));
  }

  @Override
  public void close() {
    file.ifPresent(OutputFile::close);
  }
}
