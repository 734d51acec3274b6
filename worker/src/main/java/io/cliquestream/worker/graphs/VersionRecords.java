package io.cliquestream.worker.graphs;

/**
 * Where the records of one version of a graph lie in the topic, among records of others.
 *
 * @param partitionCount partitions of the topic
 * @param first offset of its first record
 * @param last offset of its last record
 */
public record VersionRecords(
    long version, int partition, int partitionCount, long first, long last) {}
