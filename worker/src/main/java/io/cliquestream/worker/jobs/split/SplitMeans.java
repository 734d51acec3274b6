package io.cliquestream.worker.jobs.split;

import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.control.RecentCancels;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.trace.JobTraces;

/**
 * What everything works with that splits jobs or computes parts of them.
 *
 * @param heap the account of the heap
 * @param offHeap the account of memory off the heap
 * @param cancels what is known to be cancelled
 * @param traces of parts, each a span of its job's trace
 * @param worker the name of this worker
 * @param jobPartitions of the jobs, and of the partial answers
 */
public record SplitMeans(
    JobServiceSettings settings,
    KafkaClients clients,
    GraphStore graphs,
    HostMemory heap,
    HostMemory offHeap,
    RecentCancels cancels,
    SplitMetrics metrics,
    JobTraces traces,
    String worker,
    int jobPartitions) {}
