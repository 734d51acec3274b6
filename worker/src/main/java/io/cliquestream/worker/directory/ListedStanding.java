package io.cliquestream.worker.directory;

import io.cliquestream.contract.JobKind;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import java.util.List;

/**
 * A standing job as lists show it.
 *
 * @param kind as {@code k-cliques}
 * @param definition what to run and how far it is
 * @param runs the newest first
 */
public record ListedStanding(
    String id, String kind, StandingDefinition definition, List<ListedRun> runs) {
  static ListedStanding of(KnownJob job) {
    return new ListedStanding(
        job.id(),
        JobKind.of(job.standing().request()).map(JobKind::text).orElse("unknown"),
        job.standing(),
        job.runs());
  }
}
