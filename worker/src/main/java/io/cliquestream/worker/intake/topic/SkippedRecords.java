package io.cliquestream.worker.intake.topic;

/**
 * Records that cannot be read, because decompressing them takes more memory than there is.
 *
 * @param topic where they lie
 * @param first offset of the first one
 * @param next offset from which reading goes on
 * @param cause what reading them came to
 */
public record SkippedRecords(String topic, int partition, long first, long next, String cause) {}
