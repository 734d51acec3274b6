package io.cliquestream.worker.jobs.partition;

import java.time.Duration;

/**
 * An assigned partition at one moment.
 *
 * @param since how long it has been at its stage
 * @param reason what it waits for, or why the last attempt failed; empty when it waits for nothing
 */
public record PartitionHealth(int partition, PartitionStage stage, Duration since, String reason) {}
