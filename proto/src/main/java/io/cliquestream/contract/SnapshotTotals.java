package io.cliquestream.contract;

/**
 * The figures that a snapshot's header announces before its first chunk.
 *
 * @param edgeCount pairs listed
 * @param chunkCount chunks
 * @param payloadBytes bytes of all payloads before compression
 * @param payloadCrc32c CRC-32C over all payloads before compression, in order
 */
public record SnapshotTotals(
    long edgeCount, long chunkCount, long payloadBytes, int payloadCrc32c) {}
