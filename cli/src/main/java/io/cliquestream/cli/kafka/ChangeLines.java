package io.cliquestream.cli.kafka;

import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.formats.text.Lines;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The lines of a file of changes, or of standard input where its name is {@code -}: UTF-8, perhaps
 * behind a byte order mark, plain or packed as graph files are. Of what is not packed each line is
 * there as soon as it came.
 */
final class ChangeLines implements AutoCloseable {
  /** What packed data and UTF-16 begin with, and no line of changes does. */
  private static final int[] PACKED = {0x1F, 0x28, 0xFD, 'P', 'B', 0xFE, 0xFF};

  private static final String MARK = "\uFEFF";

  private final Path file;
  private final InputStream stream;
  private final Lines lines;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

  private ChangeLines(Path file, InputStream stream, Lines lines) {
    this.file = file;
    this.stream = stream;
    this.lines = lines;
  }

  /**
   * Opens a file, or standard input.
   *
   * @throws WorkerException FILE_UNREADABLE
   */
  static ChangeLines open(Path file) {
    boolean standard = file.toString().equals("-");
    String name = standard ? "standard input" : file.toString();
    InputStream stream = null;
    try {
      stream = standard ? System.in : Files.newInputStream(file);
      PushbackInputStream ahead = new PushbackInputStream(stream);
      int first = ahead.read();
      if (first >= 0) {
        ahead.unread(first);
      }
      ReadLimits limits = ReadLimits.defaults();
      JobControl control = JobControl.unbounded();
      InputStream content =
          isPacked(first)
              ? Content.open(name, ahead, limits.maximumContentBytes(), control)
              : ahead;
      Lines lines =
          new Lines(
              name,
              content,
              cause -> InputFailures.whileReading(name, cause),
              limits.maximumLineBytes(),
              control);
      InputStream opened = standard ? InputStream.nullInputStream() : stream;
      stream = null;
      return new ChangeLines(file, opened, lines);
    } catch (IOException e) {
      throw unreadable(file, e);
    } finally {
      if (stream != null && !standard) {
        close(stream);
      }
    }
  }

  private static boolean isPacked(int first) {
    for (int magic : PACKED) {
      if (first == magic) {
        return true;
      }
    }
    return false;
  }

  private static WorkerException unreadable(Path file, IOException cause) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_FILE_UNREADABLE, "cannot read " + file + ": " + cause, cause);
  }

  /**
   * The next line; null when there is none.
   *
   * @throws WorkerException FILE_LINE_INVALID for one that is not UTF-8
   */
  String next() {
    if (!lines.next()) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(lines.bytes(), lines.from(), lines.to() - lines.from());
    try {
      String line = decoder.decode(bytes).toString();
      return lines.number() == 1 && line.startsWith(MARK) ? line.substring(1) : line;
    } catch (CharacterCodingException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_FILE_LINE_INVALID,
          place()
              + ": the line is not UTF-8; convert the file first, as in: iconv -f ISO-8859-1 -t"
              + " UTF-8 FILE; the line is '"
              + InputExcerpt.of(lines.bytes(), lines.from(), lines.to())
              + "'",
          e);
    }
  }

  /** Where the line stands, for messages. */
  String place() {
    return file + ":" + lines.number();
  }

  @Override
  public void close() {
    close(stream);
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // What was read of it is good.
      assert e != null;
    }
  }
}
