package io.cliquestream.worker.intake.assembly;

/**
 * Where a version's records lie in its partition, among records of others.
 *
 * @param first offset of its first record
 * @param last offset of its last record
 */
public record RecordRange(long first, long last) {}
