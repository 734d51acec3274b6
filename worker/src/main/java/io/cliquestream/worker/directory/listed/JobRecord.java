package io.cliquestream.worker.directory.listed;

import java.util.List;
import java.util.Optional;

/**
 * All that is known of one job.
 *
 * @param runs of a standing job, the newest first
 * @param standing empty for one that does not stand
 */
public record JobRecord(ListedJob job, List<ListedRun> runs, Optional<ListedStanding> standing) {}
