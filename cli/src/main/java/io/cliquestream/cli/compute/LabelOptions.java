package io.cliquestream.cli.compute;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.graph.file.LabelFile;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Labels of the graph's and of the pattern's vertices; for pattern matching alone. */
public final class LabelOptions {
  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "Labels of the graph's vertices: a line for each, its id or name, and its label.")
  private Path file;

  @Option(
      names = "--pattern-labels",
      paramLabel = "LABELS",
      description =
          "Labels that the pattern's vertices 0, 1, ... must match, such as \"4,*,7\"; * is any.")
  private String pattern;

  /**
   * The job with the pattern's labels.
   *
   * @throws ComputeException OPTION_INVALID when one option comes without the other, or the job
   *     matches no pattern
   */
  public Job apply(Job job) {
    if (file == null && pattern == null) {
      return job;
    }
    if (file == null || pattern == null || !(job instanceof PatternMatch match)) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "--labels and --pattern-labels go together, with a match");
    }
    return match.with(match.pattern().withLabels(Pattern.parseLabels(pattern)));
  }

  /** Whether vertices have labels. */
  boolean given() {
    return file != null;
  }

  /** The labels of the graph's vertices, if there are any. */
  public Optional<VertexLabels> read(Graph graph, GraphReading reading, StopCheck stop) {
    return Optional.ofNullable(file)
        .map(
            path ->
                reading.names().areText()
                    ? NamedLabelFile.read(path, graph, reading.names(), reading::find, stop)
                    : LabelFile.read(path, graph, stop));
  }
}
