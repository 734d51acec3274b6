package io.cliquestream.cli.report;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether a page is wanted. */
public final class ReportOption {
  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Write one page (HTML) with the answer drawn, the plan, the times and the command.")
  private Path file;

  /** Whether one is. */
  public boolean isWanted() {
    return file != null;
  }

  /**
   * Starts the page, if one is.
   *
   * @throws io.cliquestream.worker.failure.WorkerException OUTPUT_UNWRITABLE
   */
  public ReportFile open() {
    return new ReportFile(Optional.ofNullable(file));
  }
}
