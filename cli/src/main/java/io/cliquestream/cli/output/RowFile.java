package io.cliquestream.cli.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.rows.OutputFile;
import io.cliquestream.cli.rows.PageRows;
import io.cliquestream.cli.rows.RowFormat;
import io.cliquestream.cli.rows.RowLayout;
import io.cliquestream.cli.rows.RowWriter;
import io.cliquestream.contract.JobKind;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** The rows of one answer on their way into a file, or to standard output. */
public final class RowFile implements AutoCloseable {
  private final Path name;
  private final RowFormat format;

  /** Empty for standard output. */
  private final Optional<OutputFile> file;

  private final RowLayout layout;
  private final RowWriter writer;
  private long rows;

  private RowFile(
      Path name, RowFormat format, Optional<OutputFile> file, RowLayout layout, RowWriter writer) {
    this.name = name;
    this.format = format;
    this.file = file;
    this.layout = layout;
    this.writer = writer;
  }

  /**
   * Starts a file.
   *
   * @throws io.cliquestream.worker.failure.WorkerException OUTPUT_UNWRITABLE; OPTION_INVALID where
   *     the format cannot hold such rows
   */
  public static RowFile create(
      Path name, RowFormat format, VertexNames vertices, RowLayout layout) {
    format.check(layout);
    if (name.equals(AnswerOptions.STANDARD)) {
      OutputStream standard = new FileOutputStream(FileDescriptor.out);
      return new RowFile(
          name, format, Optional.empty(), layout, format.writer(standard, vertices, layout));
    }
    OutputFile file = OutputFile.create(name);
    try {
      return new RowFile(
          name, format, Optional.of(file), layout, format.writer(file.stream(), vertices, layout));
    } catch (IOException e) {
      file.close();
      throw OutputFile.failure(name, e);
    }
  }

  /** What people read of it once it is written. */
  public String summary() {
    return String.format(Locale.ROOT, "%,d rows written to %s", rows, name);
  }

  /** Puts what programs read of it, once it is written, into an answer's object. */
  public void describe(ObjectNode answer) {
    ObjectNode output = answer.putObject("output");
    output.put("file", name.toString());
    output.put("format", format.label());
    output.put("rows", rows);
  }

  /** Whether rows go to standard output, so that nothing else may. */
  public boolean isStandard() {
    return file.isEmpty();
  }

  /** Where text goes: standard output, unless the rows go there. */
  public static PrintWriter textBeside(Optional<RowFile> rows, CommandSpec spec) {
    return rows.filter(RowFile::isStandard).isPresent()
        ? spec.commandLine().getErr()
        : spec.commandLine().getOut();
  }

  /** Writes rows of a command's own. */
  @FunctionalInterface
  public interface Rows {
    /** Writes the next rows, and says how many. */
    long write(RowWriter out) throws IOException;
  }

  /**
   * Writes rows.
   *
   * @throws io.cliquestream.worker.failure.WorkerException OUTPUT_UNWRITABLE
   */
  public void write(Rows next) {
    try {
      rows += next.write(writer);
    } catch (IOException e) {
      throw OutputFile.failure(name, e);
    }
  }

  void write(ResultPage page, JobKind kind) {
    write(out -> PageRows.write(page, kind, out));
  }

  /** Writes the rows that the result itself holds, if it has any. */
  void write(JobResult result, JobKind kind) {
    write(out -> PageRows.write(result, kind, layout, out));
  }

  /**
   * Gives the whole file its name.
   *
   * @throws io.cliquestream.worker.failure.WorkerException OUTPUT_UNWRITABLE
   */
  public void finish() {
    try {
      writer.close();
      if (file.isPresent()) {
        file.get().finish();
      }
    } catch (IOException e) {
      throw OutputFile.failure(name, e);
    }
  }

  @Override
  public void close() {
    file.ifPresent(OutputFile::close);
  }
}
