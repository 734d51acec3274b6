package io.cliquestream.worker.graph.topic;

import io.cliquestream.worker.deadletter.DeadLetterPublisher;
import io.cliquestream.worker.graph.assembly.AssemblyBudget;
import io.cliquestream.worker.graph.cache.GraphCache;
import io.cliquestream.worker.graph.catalog.GraphCatalog;
import io.cliquestream.worker.graph.reference.ReferenceFetcher;
import io.cliquestream.worker.metrics.WorkerMetrics;
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
