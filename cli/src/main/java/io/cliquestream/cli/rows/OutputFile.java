package io.cliquestream.cli.rows;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that appears under its name when it is whole, and not before: it is written beside it
 * under a name of its own, forced to disk and renamed. What was there before stays until then, and
 * for good when the writing fails or the process is stopped. A device or a pipe is written as it
 * is.
 */
public final class OutputFile implements AutoCloseable {
  private final Path file;
  private final Path written;
  private final FileChannel channel;
  private final Thread cleaner;
  private volatile boolean whole;

  private OutputFile(Path file, Path written, FileChannel channel) {
    this.file = file;
    this.written = written;
    this.channel = channel;
    this.cleaner = new Thread(this::delete, "cliquestream-unfinished-output");
    Runtime.getRuntime().addShutdownHook(cleaner);
  }

  /**
   * Starts a file, so that one that cannot be written is refused before any work is done.
   *
   * @throws WorkerException OUTPUT_UNWRITABLE
   */
  public static OutputFile create(Path name) {
    try {
      Path file = Files.isSymbolicLink(name) && Files.exists(name) ? name.toRealPath() : name;
      if (Files.isDirectory(file)) {
        throw failure(name, new IOException("it is a folder"));
      }
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        return new OutputFile(file, file, FileChannel.open(file, StandardOpenOption.WRITE));
      }
      if (Files.exists(file) && !Files.isWritable(file)) {
        throw new AccessDeniedException(file.toString());
      }
      Path written =
          file.resolveSibling(
              "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
      return new OutputFile(
          file,
          written,
          FileChannel.open(
              written,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw failure(name, e);
    }
  }

  /** What is written goes here, compressed as the name says; closed before {@link #finish}. */
  public OutputStream stream() throws IOException {
    return OutputCompression.of(file).wrap(Channels.newOutputStream(channel));
  }

  /** Forces what was written to disk and gives it its name. */
  public void finish() throws IOException {
    if (written.equals(file)) {
      whole = true;
      return;
    }
    // The stream closed the channel; the file is opened again for this alone.
    try (FileChannel again = FileChannel.open(written, StandardOpenOption.WRITE)) {
      again.force(true);
    }
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    whole = true;
  }

  /** Leaves no trace of a file that was not finished. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(cleaner);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook does the same.
    }
    discard();
  }

  private void discard() {
    if (whole) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      // What it held is not wanted.
    }
    delete();
  }

  /** While the process ends its threads may still write: they are let do so, to no file. */
  private void delete() {
    try {
      if (!whole && !written.equals(file)) {
        Files.deleteIfExists(written);
      }
    } catch (IOException e) {
      // There is nobody left to tell; the file's name says that it is a part.
    }
  }

  /** Why a file could not be written, in the contract's terms. */
  public static WorkerException failure(Path file, IOException cause) {
    String reason =
        switch (cause) {
          case NoSuchFileException _ -> "its folder does not exist";
          case AccessDeniedException _ -> "permission denied";
          case FileSystemException e when e.getReason() != null -> e.getReason();
          default -> String.valueOf(cause.getMessage());
        };
    return new WorkerException(
        FailureCode.FAILURE_CODE_OUTPUT_UNWRITABLE,
        "cannot write " + file + ": " + reason + "; nothing was left there",
        cause);
  }
}
