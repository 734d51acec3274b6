package io.cliquestream.worker.intake;

import io.cliquestream.worker.graphs.cache.GraphCache;
import io.cliquestream.worker.graphs.catalog.GraphCatalog;
import io.cliquestream.worker.graphs.changes.RecentDeltas;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.intake.reference.ReferenceFetcher;
import io.cliquestream.worker.intake.reread.VersionRereads;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.quota.Quotas;

/**
 * What all partitions share.
 *
 * @param quotas what one tenant may have
 * @param retireRights whose tombstones count
 * @param deltas what recent deltas changed
 * @param rereads reads versions from the topic again
 * @param events told of every version that changes its state
 * @param names what vertices' names may take
 */
record IntakeParts(
    AssemblyBudget budget,
    Quotas quotas,
    RetireRights retireRights,
    GraphCatalog catalog,
    GraphCache cache,
    RecentDeltas deltas,
    ReferenceFetcher references,
    VersionRereads rereads,
    GraphDeadLetters deadLetters,
    WorkerMetrics metrics,
    VersionEvents events,
    NameMemory names) {}
