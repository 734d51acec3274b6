package io.cliquestream.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.DeadLetterHeaders;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A record that no worker could use, and what was decided about it.
 *
 * @param partition where it lies on the topic of dead letters
 * @param offset where on that partition
 * @param epochMillis when it came there
 * @param code why, by the name of the contract's code
 * @param category of the code
 * @param message why, in words
 * @param original where the record lay; empty when it is not said
 * @param bytes of its key and value, as far as they are here
 * @param decision what was done about it
 */
public record DeadLetter(
    int partition,
    long offset,
    long epochMillis,
    String code,
    String category,
    String message,
    Optional<RecordPosition> original,
    long bytes,
    Optional<Decision> decision) {
  /**
   * What was done about a dead letter.
   *
   * @param state replayed or discarded
   * @param by who did
   * @param time when, RFC 3339
   * @param note why
   */
  public record Decision(String state, String by, String time, String note) {
    /** What a mark says; empty for a record that is none. */
    static Optional<Decision> read(ConsumerRecord<byte[], byte[]> record) {
      String state = header(record, DeadLetterHeaders.DECISION);
      return state.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Decision(
                  state,
                  header(record, DeadLetterHeaders.DECISION_BY),
                  header(record, DeadLetterHeaders.DECISION_TIME),
                  header(record, DeadLetterHeaders.DECISION_NOTE)));
    }
  }

  /** What a record of the topic is; empty for one that is no dead letter. */
  static Optional<DeadLetter> read(ConsumerRecord<byte[], byte[]> record) {
    String code = header(record, DeadLetterHeaders.CAUSE_CODE);
    return code.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DeadLetter(
                record.partition(),
                record.offset(),
                record.timestamp(),
                code,
                header(record, DeadLetterHeaders.CAUSE_CATEGORY),
                header(record, DeadLetterHeaders.CAUSE_MESSAGE),
                original(record),
                length(record.key()) + length(record.value()),
                Optional.empty()));
  }

  private static Optional<RecordPosition> original(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.of(
          new RecordPosition(
              header(record, DeadLetterHeaders.ORIGINAL_TOPIC),
              Integer.parseInt(header(record, DeadLetterHeaders.ORIGINAL_PARTITION)),
              Long.parseLong(header(record, DeadLetterHeaders.ORIGINAL_OFFSET))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static long length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
  }

  /** {@return its name: {@code PARTITION-OFFSET}} */
  public String position() {
    return partition + "-" + offset;
  }

  /**
   * What was decided about the letter: {@code open}, {@code replayed} or {@code discarded}.
   *
   * @return {@code open} where nothing was
   */
  public String state() {
    return decision.map(Decision::state).orElse("open");
  }

  /** Whether a letter holds all of the record. */
  boolean isWhole(ConsumerRecord<byte[], byte[]> record, String graphTopic) {
    return DeadLetterHeaders.holdsWholeRecord(
        record.key(),
        record.value(),
        original.map(RecordPosition::topic).orElse(""),
        graphTopic,
        message);
  }

  DeadLetter with(Decision made) {
    return new DeadLetter(
        partition,
        offset,
        epochMillis,
        code,
        category,
        message,
        original,
        bytes,
        Optional.of(made));
  }
}
