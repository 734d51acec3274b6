package io.cliquestream.cli.job;

import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.JobRequest;

/** Command-line options of one kind of job; turns them into the job part of a request. */
public interface JobOptions {
  /** Puts the algorithm and its options into a request. */
  void apply(JobRequest.Builder request);

  /** Fresh options of a kind. */
  static JobOptions of(JobKind kind) {
    return switch (kind) {
      case TRIANGLES -> new TriangleOptions();
      case K_CLIQUES -> new KCliqueOptions();
      case MAX_CLIQUE -> new MaximumCliqueOptions();
      case MAXIMAL_CLIQUES -> new MaximalCliqueOptions();
      case MOTIFS -> new MotifOptions();
      case MATCH -> new MatchOptions();
      case LIST_CLIQUES -> new CliqueListingOptions();
    };
  }
}
