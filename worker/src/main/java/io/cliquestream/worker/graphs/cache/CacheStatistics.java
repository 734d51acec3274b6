package io.cliquestream.worker.graphs.cache;

/**
 * Counts since the cache was made.
 *
 * @param bytes off-heap bytes of graphs and orientations in the cache now
 * @param hits leases and orientations found in memory
 * @param misses leases that had to map or read a graph back, and orientations that had to be built
 * @param evictions graphs and orientations pushed out by others
 * @param builds graphs put in and orientations built
 * @param spillBytes bytes of graphs on disk now
 * @param spillFailures graphs that the disk did not take, gave back damaged or did not let go
 * @param isSpillDegraded whether the disk failed when it was last used
 * @param rereads graphs that were read from the topic again
 */
public record CacheStatistics(
    long bytes,
    long hits,
    long misses,
    long evictions,
    long builds,
    long spillBytes,
    long spillFailures,
    boolean isSpillDegraded,
    long rereads) {}
