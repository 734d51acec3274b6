package io.cliquestream.worker.intake;

import io.cliquestream.worker.graphs.cache.GraphCache;
import io.cliquestream.worker.graphs.catalog.GraphCatalog;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.intake.reference.ReferenceFetcher;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.out.DeadLetterPublisher;

/**
 * What all partitions share.
 *
 * @param rereads reads versions from the topic again
 * @param events told of every version that changes its state
 */
record IntakeParts(
    AssemblyBudget budget,
    GraphCatalog catalog,
    GraphCache cache,
    ReferenceFetcher references,
    VersionRereads rereads,
    DeadLetterPublisher deadLetters,
    WorkerMetrics metrics,
    VersionEvents events) {}
