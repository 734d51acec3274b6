/**
 * What must survive the worker that knows it: the compacted state topic, and a partition's memory,
 * which is the image of one of its partitions. Written only inside the exchange's transactions;
 * held by the partition, on the coordinator's event loop.
 */
package io.cliquestream.worker.jobs.state;
