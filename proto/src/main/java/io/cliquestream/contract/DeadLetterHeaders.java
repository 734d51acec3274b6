package io.cliquestream.contract;

/**
 * Headers that a record of {@link Topics#deadLetters()} carries besides all of its original ones.
 * Key and value are the original's bytes. Values are UTF-8; numbers in plain decimal.
 */
public final class DeadLetterHeaders {
  /** Name of the {@code FailureCode} without its prefix, as {@code RECORD_UNDECODABLE}. */
  public static final String CAUSE_CODE = "dlq_cause_code";

  /** Name of the {@code FailureCategory} without its prefix, as {@code INPUT}. */
  public static final String CAUSE_CATEGORY = "dlq_cause_category";

  /** One sentence for a person. */
  public static final String CAUSE_MESSAGE = "dlq_cause_message";

  /** Topic the record came from. */
  public static final String ORIGINAL_TOPIC = "dlq_original_topic";

  /** Partition the record came from. */
  public static final String ORIGINAL_PARTITION = "dlq_original_partition";

  /** Offset the record had. */
  public static final String ORIGINAL_OFFSET = "dlq_original_offset";

  /** Unix time of the record in milliseconds. */
  public static final String ORIGINAL_TIMESTAMP = "dlq_original_timestamp";

  /**
   * On a mark, a record of the dead letters' topic that is no dead letter: {@code replayed} or
   * {@code discarded}. A mark has no {@link #CAUSE_CODE}, no value, and the four headers below.
   */
  public static final String DECISION = "dlq_decision";

  /** Which dead letter a mark is about: {@code PARTITION-OFFSET}. */
  public static final String DECISION_OF = "dlq_decision_of";

  /** Who decided. */
  public static final String DECISION_BY = "dlq_decision_by";

  /** RFC 3339 time of the decision. */
  public static final String DECISION_TIME = "dlq_decision_time";

  /** Why. */
  public static final String DECISION_NOTE = "dlq_decision_note";

  /** On a record that was written again: the dead letter it was in, {@code PARTITION-OFFSET}. */
  public static final String REPLAY_OF = "dlq_replay_of";

  /** Who had it written again. */
  public static final String REPLAY_BY = "dlq_replay_by";

  /** RFC 3339 time at which it was written again. */
  public static final String REPLAY_TIME = "dlq_replay_time";

  /** Why. */
  public static final String REPLAY_NOTE = "dlq_replay_note";

  /** Ends the cause of a letter that does not hold all of its record. */
  private static final String LEFT_OUT = " bytes do not fit here)";

  private DeadLetterHeaders() {}

  /**
   * {@return the cause of a letter that does not hold all of its record: what did not fit was left
   * out, the value first}
   *
   * @param message why nobody could use the record
   * @param parts what was left out, such as {@code key, headers and value of}; empty for the value
   * @param bytes how much that is
   */
  public static String causeWithout(String message, String parts, long bytes) {
    return message + " (its " + (parts.isEmpty() ? "" : parts + " ") + bytes + LEFT_OUT;
  }

  /**
   * {@return whether a letter holds all of its record, so that it can be written again} Only a
   * record of graphs may have had no value, a tombstone; of another one it was left out, and a copy
   * would be a wrong one.
   *
   * @param key of the letter; null for none
   * @param value of the letter; null for none
   * @param originalTopic where the record lay
   * @param graphTopic the topic of graphs there
   * @param causeMessage of the letter
   */
  public static boolean holdsWholeRecord(
      byte[] key, byte[] value, String originalTopic, String graphTopic, String causeMessage) {
    return value != null
        || (key != null && originalTopic.equals(graphTopic) && !causeMessage.endsWith(LEFT_OUT));
  }
}
