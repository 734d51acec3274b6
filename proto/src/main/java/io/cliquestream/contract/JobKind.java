package io.cliquestream.contract;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobRequest.AlgorithmCase;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of job, with the names that commands, metrics and reports use. */
public enum JobKind {
  /** Triangles in total, by vertex and by edge, and clustering coefficients. */
  TRIANGLES(AlgorithmCase.TRIANGLE_COUNT),
  /** K-cliques of one size or of several. */
  K_CLIQUES(AlgorithmCase.K_CLIQUE_COUNT),
  /** A maximum clique, or all of them. */
  MAX_CLIQUE(AlgorithmCase.MAXIMUM_CLIQUE),
  /** Maximal cliques by size, and their list. */
  MAXIMAL_CLIQUES(AlgorithmCase.MAXIMAL_CLIQUES),
  /** Connected induced subgraphs of one size, by shape. */
  MOTIFS(AlgorithmCase.MOTIF_CENSUS),
  /** Subgraphs that match a pattern, and their list. */
  MATCH(AlgorithmCase.PATTERN_MATCH),
  /** A list of k-cliques. */
  LIST_CLIQUES(AlgorithmCase.CLIQUE_LISTING),
  /** Numbers of k-cliques by samples, with an interval. */
  CLIQUE_ESTIMATE(AlgorithmCase.CLIQUE_ESTIMATE),
  /** The core number of every vertex, and the degeneracy. */
  CORE_NUMBERS(AlgorithmCase.CORE_DECOMPOSITION);

  private final AlgorithmCase algorithm;

  JobKind(AlgorithmCase algorithm) {
    this.algorithm = algorithm;
  }

  /** {@return the name, as {@code k-cliques}} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return the field of {@link JobRequest} that asks for this kind} */
  public AlgorithmCase algorithm() {
    return algorithm;
  }

  /**
   * The kind of a name.
   *
   * @param text such as {@code k-cliques}, in lower case
   * @return empty when no kind has this name
   */
  public static Optional<JobKind> named(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  /**
   * {@return the kind a request asks for; empty when it asks for none that this version knows}
   *
   * @param request of any version
   */
  public static Optional<JobKind> of(JobRequest request) {
    return Arrays.stream(values())
        .filter(kind -> kind.algorithm == request.getAlgorithmCase())
        .findFirst();
  }
}
