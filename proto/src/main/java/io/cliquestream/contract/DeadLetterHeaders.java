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

  private DeadLetterHeaders() {}
}
