package io.cliquestream.worker.translation;

import io.cliquestream.contract.Bounds;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.PatternLabel;
import io.cliquestream.worker.failure.WorkerException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.LongToIntFunction;

/**
 * The labels of vertices that a job with alerts names, by original id. Sorted arrays and no map:
 * ids come from outside, and can be chosen so that a map of very many takes for ever.
 */
public record AlertLabels(long[] ids, int[] labels) implements LongToIntFunction {
  /** Of a vertex that the job does not name. */
  private static final int NONE = -1;

  /**
   * The labels of a job's options; empty when it asks for none.
   *
   * @throws io.cliquestream.worker.failure.WorkerException OPTION_INVALID
   */
  static Optional<AlertLabels> of(AlertOptions options) {
    boolean asks = options.hasLabel() || options.getPatternLabelsCount() > 0;
    int count = options.getLabelledCount();
    if (!asks && count == 0 && options.getLabelsCount() == 0) {
      return Optional.empty();
    }
    if (!asks) {
      throw WorkerException.optionInvalid("vertices have labels, but the alerts ask for none");
    }
    AlertQuery.atMost("vertices with labels", count, Bounds.ALERT_LABELLED);
    if (count == 0 || count != options.getLabelsCount()) {
      throw WorkerException.optionInvalid(
          "%d vertices with labels and %d labels; alerts that ask for a label need one for each"
              .formatted(count, options.getLabelsCount()));
    }
    if (options.hasLabel()) {
      requireLabel(options.getLabel());
    }
    long[] ids = options.getLabelledList().stream().mapToLong(id -> id).sorted().toArray();
    int[] labels = new int[count];
    Arrays.fill(labels, NONE);
    for (int i = 0; i < count; i++) {
      long id = options.getLabelled(i);
      // Of an id that comes twice, any of its places: it is refused.
      int at = Arrays.binarySearch(ids, id);
      if (labels[at] != NONE) {
        throw WorkerException.optionInvalid(
            "vertex " + Long.toUnsignedString(id) + " is named twice among those with labels");
      }
      labels[at] = requireLabel(options.getLabels(i));
    }
    return Optional.of(new AlertLabels(ids, labels));
  }

  private static int requireLabel(int label) {
    if (label < 0) {
      throw WorkerException.optionInvalid(
          "labels are 0 to 2^31 - 1, not " + Integer.toUnsignedString(label));
    }
    return label;
  }

  /** What a match is, with the labels that the pattern's vertices ask for. */
  static AlertQuery.Subject apply(AlertOptions options, AlertQuery.Subject subject) {
    if (options.getPatternLabelsCount() == 0) {
      return subject;
    }
    return switch (subject) {
      case AlertQuery.Subject.Cliques _ ->
          throw WorkerException.optionInvalid(
              "maximal cliques are no pattern whose vertices could have labels");
      case AlertQuery.Subject.Subgraphs(Pattern pattern, var induced) ->
          new AlertQuery.Subject.Subgraphs(
              pattern.withLabels(labels(options, pattern.vertexCount())), induced);
    };
  }

  private static int[] labels(AlertOptions options, int vertices) {
    int[] wanted = new int[vertices];
    Arrays.fill(wanted, Pattern.ANY_LABEL);
    for (PatternLabel asked : options.getPatternLabelsList()) {
      int vertex = asked.getVertex();
      if (vertex < 0 || vertex >= vertices || wanted[vertex] != Pattern.ANY_LABEL) {
        throw WorkerException.optionInvalid(
            "a label for vertex %s of a pattern with the vertices 0 to %d, each of which may have one"
                .formatted(Integer.toUnsignedString(vertex), vertices - 1));
      }
      wanted[vertex] = requireLabel(asked.getLabel());
    }
    return wanted;
  }

  /** Whether every vertex that has a label is such. */
  boolean allMatch(LongPredicate such) {
    return Arrays.stream(ids).allMatch(such);
  }

  /** The label of an id; below 0 when it has none. */
  @Override
  public int applyAsInt(long id) {
    int at = Arrays.binarySearch(ids, id);
    return at < 0 ? NONE : labels[at];
  }
}
