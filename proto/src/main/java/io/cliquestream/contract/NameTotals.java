package io.cliquestream.contract;

/**
 * The figures that a snapshot's header announces of its vertices' names.
 *
 * @param nameCount names; 0 for a snapshot whose vertices are called by their ids
 * @param chunkCount chunks of names
 * @param payloadBytes bytes of all their payloads before compression
 * @param payloadCrc32c CRC-32C over all their payloads before compression, in order
 */
public record NameTotals(long nameCount, long chunkCount, long payloadBytes, int payloadCrc32c) {
  /** Vertices without names. */
  public static final NameTotals NONE = new NameTotals(0, 0, 0, 0);
}
