package io.cliquestream.contract;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobRequest.AlgorithmCase;
import java.util.Arrays;
import java.util.Optional;

/** The kinds of job, with the names that commands, metrics and reports use. */
public enum JobKind {
  TRIANGLES("triangles", AlgorithmCase.TRIANGLE_COUNT),
  K_CLIQUES("k-cliques", AlgorithmCase.K_CLIQUE_COUNT),
  MAX_CLIQUE("max-clique", AlgorithmCase.MAXIMUM_CLIQUE),
  MAXIMAL_CLIQUES("maximal-cliques", AlgorithmCase.MAXIMAL_CLIQUES),
  MOTIFS("motifs", AlgorithmCase.MOTIF_CENSUS),
  MATCH("match", AlgorithmCase.PATTERN_MATCH),
  LIST_CLIQUES("list-cliques", AlgorithmCase.CLIQUE_LISTING),
  CLIQUE_ESTIMATE("clique-estimate", AlgorithmCase.CLIQUE_ESTIMATE);

  private final String text;
  private final AlgorithmCase algorithm;

  JobKind(String text, AlgorithmCase algorithm) {
    this.text = text;
    this.algorithm = algorithm;
  }

  /** The name, as {@code k-cliques}. */
  public String text() {
    return text;
  }

  /** The field of {@link JobRequest} that asks for this kind. */
  public AlgorithmCase algorithm() {
    return algorithm;
  }

  /** The kind of a name. */
  public static Optional<JobKind> named(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findFirst();
  }

  /** The kind a request asks for; empty when it asks for none that this version knows. */
  public static Optional<JobKind> of(JobRequest request) {
    return Arrays.stream(values())
        .filter(kind -> kind.algorithm == request.getAlgorithmCase())
        .findFirst();
  }
}
