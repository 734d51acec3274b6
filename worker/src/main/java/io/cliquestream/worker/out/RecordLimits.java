package io.cliquestream.worker.out;

import io.cliquestream.contract.Bounds;

/**
 * How large the records that the worker writes may be, so that the broker takes them.
 *
 * @param resultBytes value of a result
 * @param deadLetterBytes key, value and headers of the record that a dead letter repeats
 * @param stateBytes key and value of a record of the state topic
 */
public record RecordLimits(int resultBytes, int deadLetterBytes, int stateBytes) {
  /** The broker's default {@code max.message.bytes}. */
  public static final int DEFAULT_TOPIC_BYTES = 1_048_588;

  /**
   * The least {@code max.message.bytes} that the worker can go on with: a failed result and a dead
   * letter without its record always fit.
   */
  public static final int LEAST_TOPIC_BYTES = 16 << 10;

  /** Record batch, key, and the headers of the contract. */
  private static final int RESULT_OVERHEAD = 4 << 10;

  /** The same with the headers of a dead letter, its cause above all. */
  private static final int DEAD_LETTER_OVERHEAD = 12 << 10;

  private static final int MOST_BYTES = 1_000_000;

  /** What a dead letter may repeat of its record on any topic of dead letters. */
  public static final int LEAST_DEAD_LETTER_BYTES = LEAST_TOPIC_BYTES - DEAD_LETTER_OVERHEAD;

  /** What a record of a graph may hold of edges on any topic of graphs. */
  public static final int LEAST_GRAPH_BYTES = LEAST_TOPIC_BYTES - RESULT_OVERHEAD;

  /**
   * Within the {@code max.message.bytes} of the topics, and within the contract's bounds.
   *
   * @param results of the results topic
   * @param deadLetters of the dead-letter topic
   * @param state of the state topic
   */
  public static RecordLimits within(int results, int deadLetters, int state) {
    return new RecordLimits(
        Math.min(Bounds.PAYLOAD_BYTES, results - RESULT_OVERHEAD),
        Math.min(MOST_BYTES, deadLetters - DEAD_LETTER_OVERHEAD),
        Math.min(MOST_BYTES, state - RESULT_OVERHEAD));
  }
}
