package io.cliquestream.kernels.cuda.admission;

/**
 * The books of a device's memory, in bytes.
 *
 * @param budget never exceeded by {@code reserved + resident}
 * @param reserved set aside for admitted jobs
 * @param resident kept beyond a job's end: cached graphs
 * @param used allocated now, by jobs and as resident memory
 * @param peakUsed largest {@code used} so far
 * @param waitingJobs jobs that wait for memory
 */
public record MemoryUse(
    long budget, long reserved, long resident, long used, long peakUsed, int waitingJobs) {}
