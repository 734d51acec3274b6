package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.v1.Alert;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.jobs.state.StandingState;
import io.cliquestream.worker.translation.AlertQuery;
import java.util.Optional;

/**
 * What a run of a standing job is to do.
 *
 * @param lease of the version to answer for; stays the caller's
 * @param listing takes what the job lists
 * @param state where the job stands, as it is committed; empty before its first run
 * @param stateBytes of an answer's state that is to be committed, at most
 * @param alerts which matches to tell of, if any
 * @param common what every alert of the run says
 * @param alertBytes of all alerts of the run
 * @param byVertex whether what the answer says of vertices is wanted as a difference
 * @param bases finds the version that the job stands on
 */
public record StandingTurn(
    GraphLease lease,
    Job job,
    Engine engine,
    JobControl control,
    WideListingSink listing,
    Optional<StandingState> state,
    int stateBytes,
    Optional<AlertQuery> alerts,
    Alert common,
    long alertBytes,
    boolean byVertex,
    Bases bases) {
  /** Finds versions that were before. */
  @FunctionalInterface
  public interface Bases {
    /**
     * Leases a version; waits for it within a bound.
     *
     * @return empty when it is no more
     * @throws io.cliquestream.worker.failure.WorkerException when it cannot be had now
     */
    Optional<GraphLease> lease(long version);
  }
}
