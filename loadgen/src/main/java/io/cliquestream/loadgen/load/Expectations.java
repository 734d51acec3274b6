package io.cliquestream.loadgen.load;

import io.cliquestream.contract.ContractException;
import io.cliquestream.v1.FailureCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Known answers. File form: one line each, {@code GRAPH_ID JOB VALUE} separated by blanks or tabs,
 * where JOB is a {@link JobShape} and VALUE an {@link AnswerText}; {@code #} begins a comment.
 */
public final class Expectations {
  /** Most lines of a file. */
  public static final int MAXIMUM_LINES = 1_000_000;

  private record Question(String graphId, String job) {}

  private final Map<Question, String> answers = new HashMap<>();

  /** Nothing is known. */
  public static Expectations none() {
    return new Expectations();
  }

  /**
   * Reads a file.
   *
   * @throws ContractException FILE_UNREADABLE when the file cannot be read or holds more than
   *     {@value #MAXIMUM_LINES} lines; FILE_LINE_INVALID when a line is malformed, naming it
   */
  public static Expectations read(Path file) {
    var expectations = new Expectations();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (++number > MAXIMUM_LINES) {
          throw new ContractException(
              FailureCode.FAILURE_CODE_FILE_UNREADABLE,
              file + " holds more than " + MAXIMUM_LINES + " lines");
        }
        String content = line.strip();
        if (!content.isEmpty() && content.charAt(0) != '#') {
          expectations.putLine(content, file + ":" + number + ": ");
        }
      }
    } catch (IOException e) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_FILE_UNREADABLE, "cannot read the known answers: " + e);
    }
    return expectations;
  }

  private void putLine(String line, String where) {
    String[] words = line.split("\\s+", -1);
    if (words.length != 3) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_FILE_LINE_INVALID, where + "expected GRAPH_ID JOB VALUE");
    }
    try {
      put(words[0], JobShape.parse(words[1]), words[2]);
    } catch (IllegalArgumentException e) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_FILE_LINE_INVALID, where + e.getMessage());
    }
  }

  /** Adds one answer. */
  public Expectations put(String graphId, JobShape job, String answer) {
    answers.put(new Question(graphId, job.text()), answer);
    return this;
  }

  /** The answer of a job, if known. */
  public Optional<String> answer(String graphId, JobShape job) {
    return Optional.ofNullable(answers.get(new Question(graphId, job.text())));
  }
}
