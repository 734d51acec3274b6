package io.cliquestream.formats.source;

import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One source of a graph, open for reading. */
public final class Source implements AutoCloseable {
  /** Stands for standard input. */
  public static final String STANDARD_INPUT = "-";

  private final String name;
  private final Path file;
  private final InputStream stream;

  private Source(String name, Path file, InputStream stream) {
    this.name = name;
    this.file = file;
    this.stream = stream;
  }

  /**
   * Opens a path, {@code -} or a URL.
   *
   * @param stop asked while standard input or a host is waited for
   * @param source a path, {@code -} for standard input, or an http, https or s3 URL
   * @param urls which URLs may be read, and how
   * @return for the caller to close; standard input stays open
   * @throws ComputeException FILE_UNREADABLE
   */
  public static Source open(String source, UrlPermission urls, StopCheck stop) {
    if (source.equals(STANDARD_INPUT)) {
      return new Source(
          "standard input",
          null,
          new StoppableStream(
              new FilterInputStream(System.in) {
                @Override
                public void close() {
                  // The process's own.
                }
              },
              stop));
    }
    if (isUrl(source)) {
      String path = UrlStream.withoutSecrets(source);
      return new Source(path, null, new StoppableStream(UrlStream.open(source, urls, stop), stop));
    }
    return file(source);
  }

  private static Source file(String source) {
    try {
      Path file = Path.of(source);
      String name = String.valueOf(file.getFileName());
      try {
        requireOrdinary(file);
        return new Source(name, file, Files.newInputStream(file));
      } catch (IOException e) {
        throw InputFailures.unreadable(InputExcerpt.of(name), e);
      }
    } catch (InvalidPathException e) {
      throw InputFailures.unreadable(
          InputExcerpt.of(source), new IOException("it is no path: " + e.getReason(), e));
    }
  }

  /** Opening a pipe may wait for ever, and a device has no end. */
  private static void requireOrdinary(Path file) throws IOException {
    if (Files.isRegularFile(file)) {
      return;
    }
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    throw new IOException(
        Files.isDirectory(file)
            ? "it is a directory"
            : "it is a pipe, device or socket, not a file; write what it gives to a file first, or"
                + " give it to standard input, as in: --graph - < FILE");
  }

  private static boolean isUrl(String source) {
    String lower = source.toLowerCase(Locale.ROOT);
    return lower.startsWith("http://")
        || lower.startsWith("https://")
        || lower.startsWith(UrlStream.S3);
  }

  /**
   * {@return bytes of those sources that are files, as they are packed; for progress}
   *
   * @param sources as {@link #open} takes them; what cannot be looked at counts as 0
   */
  public static long bytes(List<String> sources) {
    return sources.stream().mapToLong(Source::bytes).sum();
  }

  private static long bytes(String source) {
    try {
      return isUrl(source) || source.equals(STANDARD_INPUT) ? 0 : length(Path.of(source));
    } catch (InvalidPathException e) {
      // Opening it says why.
      return 0;
    }
  }

  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      // Reading it says why.
      return 0;
    }
  }

  /** {@return its bytes as they are packed; 0 where nobody knows them} */
  public long length() {
    return file == null ? 0 : length(file);
  }

  /**
   * {@return what names it in messages, without secrets of a URL; its ending is a hint at the
   * format}
   */
  public String name() {
    return name;
  }

  /** {@return the file, if it is one} */
  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  /** {@return its bytes as they are, packed or not; closed with the source} */
  public InputStream stream() {
    return stream;
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      throw InputFailures.unreadable(InputExcerpt.of(name), e);
    }
  }
}
