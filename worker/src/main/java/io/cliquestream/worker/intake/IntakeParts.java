package io.cliquestream.worker.intake;

import io.cliquestream.worker.graphs.cache.GraphCache;
import io.cliquestream.worker.graphs.catalog.GraphCatalog;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.intake.reference.ReferenceFetcher;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.out.DeadLetterPublisher;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * What all partitions share.
 *
 * @param changed told the graph id whenever a version changed its state
 * @param usable told graph id and number of every version that becomes usable
 */
record IntakeParts(
    AssemblyBudget budget,
    GraphCatalog catalog,
    GraphCache cache,
    ReferenceFetcher references,
    DeadLetterPublisher deadLetters,
    WorkerMetrics metrics,
    Consumer<String> changed,
    ObjLongConsumer<String> usable) {}
