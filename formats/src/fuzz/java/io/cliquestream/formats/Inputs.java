package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCategory;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives bytes to the product's readers as a file, and says what they make of it. */
final class Inputs {
  /** Content beyond this is refused; far above what inputs hold, far below the heap. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int MOST_NAME_BYTES = 1 << 24;
  private static final Pattern LINE = Pattern.compile("fuzz[^ ]* line ([0-9]+): .*");
  private static final ReadLimits LIMITS =
      new ReadLimits(0, 1 << 20, MOST_BYTES, 1 << 20, new Parallelism(1));

  /** Each process has its own: several run at once. */
  private static final Path FOLDER = folder();

  private Inputs() {}

  /** What came out. */
  sealed interface Outcome {}

  /**
   * A graph.
   *
   * @param edges both ends of each as shown by their names, in the order of the file
   */
  record Read(List<String> edges) implements Outcome {}

  /**
   * A typed failure.
   *
   * @param line that it names, or 0
   */
  record Refused(long line, String message) implements Outcome {}

  /** Reads a file; any failure that is not typed, or of no use to who reads it, goes on. */
  static Outcome read(String name, byte[] file, ReadOptions options) {
    Path path = write(name, file);
    try (GraphData data =
        GraphReader.read(
            List.of(path.toString()),
            options.withLimits(LIMITS).withNameBytes(MOST_NAME_BYTES),
            JobControl.unbounded())) {
      List<String> edges = new ArrayList<>();
      for (long edge = 0; edge < data.edges().size(); edge++) {
        String from = data.names().of(data.edges().from(edge));
        String to = data.names().of(data.edges().to(edge));
        assertThat(from).isNotEmpty();
        assertThat(to).isNotEmpty();
        edges.add(from + "\u0000" + to);
      }
      return new Read(edges);
    } catch (ComputeException refused) {
      String message = refused.getMessage();
      assertThat(message).isNotBlank().hasSizeLessThan(2000);
      if (refused.code() != FailureCode.OPTION_INVALID) {
        assertThat(message).contains("fuzz");
      }
      assertThat(message).as("one line").doesNotContainPattern("\\p{Cntrl}");
      assertThat(refused.code().category())
          .as(message)
          .isIn(FailureCategory.INPUT, FailureCategory.RESOURCE);
      Matcher line = LINE.matcher(message);
      return new Refused(line.matches() ? Long.parseLong(line.group(1)) : 0, message);
    }
  }

  /** An edge as {@link Read} has it. */
  static String edge(String from, String to) {
    return from + "\u0000" + to;
  }

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("cliquestream-fuzz");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path write(String name, byte[] file) {
    try {
      Path path = FOLDER.resolve(name);
      path.toFile().deleteOnExit();
      return Files.write(path, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
