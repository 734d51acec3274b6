package io.cliquestream.loadgen.load;

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
  private record Question(String graphId, String job) {}

  private final Map<Question, String> answers = new HashMap<>();

  /** Nothing is known. */
  public static Expectations none() {
    return new Expectations();
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException when a line is malformed; names it
   */
  public static Expectations read(Path file) throws IOException {
    var expectations = new Expectations();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String content = line.strip();
        if (!content.isEmpty() && content.charAt(0) != '#') {
          String[] words = content.split("\\s+", -1);
          if (words.length != 3) {
            throw new IllegalArgumentException(
                file + ":" + number + ": expected GRAPH_ID JOB VALUE");
          }
          expectations.put(words[0], JobShape.parse(words[1]), words[2]);
        }
      }
    }
    return expectations;
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
