package io.cliquestream.worker.directory.listed;

import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.jobs.state.StandingState;
import java.util.List;
import java.util.Optional;

/**
 * A standing job as lists show it.
 *
 * @param kind as {@code k-cliques}
 * @param definition what to run and how far it is
 * @param state the version it stands on, once it has run
 * @param runs the newest first
 */
public record ListedStanding(
    String id,
    String kind,
    StandingDefinition definition,
    Optional<StandingState.Summary> state,
    List<ListedRun> runs) {}
