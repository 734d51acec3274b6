package io.cliquestream.cli.report;

import io.cliquestream.cli.rows.OutputFile;
import io.cliquestream.v1.ResultPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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
  public void write(Function<ReportRows, ReportPage> report) {
    file.ifPresent(to -> write(report.apply(rows), to, name.orElseThrow()));
  }

  private static void write(ReportPage page, OutputFile file, Path name) {
    try {
      try (OutputStream out = file.stream()) {
        out.write(page.page().getBytes(StandardCharsets.UTF_8));
      }
      file.finish();
    } catch (IOException e) {
      throw OutputFile.failure(name, e);
    }
  }

  @Override
  public void close() {
    file.ifPresent(OutputFile::close);
  }
}
