package io.cliquestream.worker.translation;

import io.cliquestream.contract.Bounds;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.failure.WorkerException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Of which matches a standing job tells: the options of its request, checked.
 *
 * @param subject what a match is
 * @param contains vertices that a match must all contain, by their original ids
 * @param touches vertices one of which a match must contain; empty: any
 * @param labels of vertices; empty when no label is asked for
 * @param label that a vertex of a match must have
 * @param limit most matches of a version that are told of one by one
 * @param fromTheStart whether the first run tells of every match that is there
 * @param threshold number of matches to tell of instead of single ones; 0: single ones
 */
public record AlertQuery(
    Subject subject,
    Set<Long> contains,
    Set<Long> touches,
    Optional<AlertLabels> labels,
    OptionalInt label,
    long limit,
    boolean fromTheStart,
    long threshold) {
  /** What a match is. */
  public sealed interface Subject {
    /** A subgraph. */
    record Subgraphs(Pattern pattern, Induced induced) implements Subject {}

    /** A maximal clique of so many vertices or more. */
    record Cliques(int minimumSize) implements Subject {}
  }

  /** Whether every vertex that it names, by its original id, is such. */
  public boolean allMatch(LongPredicate such) {
    return contains.stream().allMatch(such::test)
        && touches.stream().allMatch(such::test)
        && labels.map(known -> known.allMatch(such)).orElse(true);
  }

  /** Whether the number of matches that are there has to be known. */
  public boolean countsMatches() {
    return fromTheStart || threshold > 0;
  }

  /**
   * The alerts that a request asks for; empty when it asks for none.
   *
   * @param job that the same request asks for
   * @throws WorkerException OPTION_INVALID
   */
  public static Optional<AlertQuery> of(JobRequest request, Job job) {
    if (!request.hasAlert()) {
      return Optional.empty();
    }
    AlertOptions options = request.getAlert();
    // Before they become sets: ids can be chosen so that a set of very many takes for ever.
    atMost("vertices that a match must contain", options.getContainsCount(), Bounds.ALERT_CONTAINS);
    atMost("vertices that a match may touch", options.getTouchesCount(), Bounds.ALERT_TOUCHES);
    Set<Long> contains = Set.copyOf(options.getContainsList());
    Set<Long> touches = Set.copyOf(options.getTouchesList());
    if (options.getLimit() < 0 || options.getLimit() > Bounds.ALERT_LIMIT) {
      throw WorkerException.optionInvalid(
          "at most %d alerts of a version can be asked for, not %s"
              .formatted(Bounds.ALERT_LIMIT, Long.toUnsignedString(options.getLimit())));
    }
    if (options.getThreshold() < 0) {
      throw WorkerException.optionInvalid(
          "the threshold " + Long.toUnsignedString(options.getThreshold()) + " is beyond 2^63 - 1");
    }
    if (options.getStart() == AlertStart.UNRECOGNIZED) {
      throw WorkerException.optionInvalid(
          "alert start " + options.getStartValue() + " is none that this worker knows");
    }
    Optional<AlertLabels> labels = AlertLabels.of(options);
    Subject subject = AlertLabels.apply(options, subject(job));
    if (subject instanceof Subject.Subgraphs(Pattern pattern, _)) {
      atMost(
          "vertices that a match of %d vertices must contain".formatted(pattern.vertexCount()),
          contains.size(),
          pattern.vertexCount());
    }
    return Optional.of(
        new AlertQuery(
            subject,
            contains,
            touches,
            labels,
            options.hasLabel() ? OptionalInt.of(options.getLabel()) : OptionalInt.empty(),
            options.getLimit() == 0 ? Bounds.DEFAULT_ALERT_LIMIT : options.getLimit(),
            options.getStart() == AlertStart.ALERT_START_ALL,
            options.getThreshold()));
  }

  private static Subject subject(Job job) {
    return switch (job) {
      case TriangleCount _ -> clique(3);
      case KCliqueCount count when count.smallest() == count.largest() -> clique(count.smallest());
      case KCliqueCount _ ->
          throw WorkerException.optionInvalid(
              "alerts of k-cliques are of one size, not of several");
      case CliqueListing listing -> clique(listing.k());
      case PatternMatch match -> new Subject.Subgraphs(match.pattern(), match.induced());
      case MaximalCliques cliques -> new Subject.Cliques(cliques.minimumSize());
      case MaximumClique _, MotifCensus _, CliqueEstimate _, CoreDecomposition _ ->
          throw WorkerException.optionInvalid(
              "a job " + job.name() + " has no matches to be told of");
    };
  }

  private static Subject clique(int k) {
    if (k < 2 || k > Bounds.PATTERN_VERTICES) {
      throw WorkerException.optionInvalid(
          "alerts of k-cliques need k from 2 to %d, not %d; those of maximal-cliques tell of larger ones"
              .formatted(Bounds.PATTERN_VERTICES, k));
    }
    return new Subject.Subgraphs(Pattern.complete(k), Induced.EDGE);
  }

  static void atMost(String what, int number, int bound) {
    if (number > bound) {
      throw WorkerException.optionInvalid("%d %s; the bound is %d".formatted(number, what, bound));
    }
  }
}
