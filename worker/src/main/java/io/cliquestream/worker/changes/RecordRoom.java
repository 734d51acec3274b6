package io.cliquestream.worker.changes;

import io.cliquestream.contract.Bounds;
import io.cliquestream.worker.out.DeadLetterRecords;
import io.cliquestream.worker.out.RecordLimits;

/**
 * How large the records are that a partition's changes come to. A topic may take less than Kafka's
 * default; whoever made it so may have done it while the worker runs, so a broker's refusal tells.
 *
 * @param letterBytes what a dead letter repeats of its record at most
 * @param partBytes of edges in one record of a delta
 * @param chunkBytes of edges in one record of a snapshot
 */
record RecordRoom(int letterBytes, int partBytes, int chunkBytes) {
  /** For topics as large as the contract asks for. */
  static final RecordRoom USUAL =
      new RecordRoom(
          DeadLetterRecords.FITTING_BYTES, Bounds.PAYLOAD_BYTES, Bounds.DEFAULT_CHUNK_BYTES);

  /** For the least that a worker can go on with. */
  static final RecordRoom LEAST =
      new RecordRoom(
          RecordLimits.LEAST_DEAD_LETTER_BYTES,
          RecordLimits.LEAST_GRAPH_BYTES,
          RecordLimits.LEAST_GRAPH_BYTES);
}
