package io.cliquestream.cli.kafka;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text file of edge changes: a line "+ FROM TO" inserts, "- FROM TO" deletes, "#" starts a
 * comment. Ids are unsigned 64-bit numbers.
 *
 * @param inserted edges to insert; closed with this
 * @param deleted edges to delete; closed with this
 */
record DeltaFile(EdgeArray inserted, EdgeArray deleted) implements AutoCloseable {

  /**
   * Reads a file.
   *
   * @throws WorkerException FILE_UNREADABLE, or FILE_LINE_INVALID with the line's number
   */
  static DeltaFile read(Path file) {
    DeltaFile delta = new DeltaFile(EdgeArray.wide(), EdgeArray.wide());
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        delta.add(line.strip(), file + ":" + number);
      }
      return delta;
    } catch (IOException e) {
      delta.close();
      throw new WorkerException(
          FailureCode.FAILURE_CODE_FILE_UNREADABLE, "cannot read " + file + ": " + e, e);
    } catch (RuntimeException e) {
      delta.close();
      throw e;
    }
  }

  private void add(String line, String place) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    String[] words = line.split("\\s+", -1);
    if (words.length == 3 && (words[0].equals("+") || words[0].equals("-"))) {
      try {
        (words[0].equals("+") ? inserted : deleted)
            .add(Long.parseUnsignedLong(words[1]), Long.parseUnsignedLong(words[2]));
        return;
      } catch (NumberFormatException e) {
        throw invalid(line, place, e);
      }
    }
    throw invalid(line, place, null);
  }

  private static WorkerException invalid(String line, String place, Throwable cause) {
    String shown = line.length() <= 80 ? line : line.substring(0, 80) + "…";
    return new WorkerException(
        FailureCode.FAILURE_CODE_FILE_LINE_INVALID,
        place + ": '" + shown + "' is not '+ FROM TO' or '- FROM TO'",
        cause);
  }

  @Override
  public void close() {
    inserted.close();
    deleted.close();
  }
}
