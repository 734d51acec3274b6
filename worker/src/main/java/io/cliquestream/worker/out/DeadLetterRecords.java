package io.cliquestream.worker.out;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.Failures;
import io.cliquestream.v1.Failure;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.log.WorkerLog;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Makes the dead letter of a record: its key, value and headers, and {@link DeadLetterHeaders}.
 *
 * <p>A record may be as large as its topic takes, and its dead letter carries more. What would not
 * fit again is left out, the value first, and the cause says so: a dead letter that the broker
 * refuses would come back for ever.
 */
public final class DeadLetterRecords {
  /** Key, value and headers beyond this would not fit with the headers that are added. */
  public static final int FITTING_BYTES = 1_000_000;

  private DeadLetterRecords() {}

  /** The dead letter of a record that was refused, for a topic of the broker's default bounds. */
  public static ProducerRecord<byte[], byte[]> of(
      String topic, ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    return of(topic, record, code, message, FITTING_BYTES);
  }

  /**
   * The same for any topic.
   *
   * @param fitting bytes of key, value and headers beyond which some are left out
   */
  public static ProducerRecord<byte[], byte[]> of(
      String topic,
      ConsumerRecord<byte[], byte[]> record,
      FailureCode code,
      String message,
      int fitting) {
    WorkerLog.deadLetter(
        record.topic(), record.partition(), record.offset(), Failures.nameOf(code), message);
    return made(topic, record, code, message, fitting);
  }

  /**
   * What takes the place of a dead letter that the broker refused: nothing of the record but where
   * it was. Says nothing to the log, which has the record's line.
   */
  static ProducerRecord<byte[], byte[]> bare(
      String topic, ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    return made(topic, record, code, message, -1);
  }

  private static ProducerRecord<byte[], byte[]> made(
      String topic,
      ConsumerRecord<byte[], byte[]> record,
      FailureCode code,
      String message,
      int fitting) {
    long wrapping = length(record.key()) + length(record.headers());
    long whole = wrapping + length(record.value());
    ProducerRecord<byte[], byte[]> letter;
    String cause = message;
    if (whole <= fitting) {
      letter = copy(topic, record, record.value());
    } else if (wrapping <= fitting) {
      letter = copy(topic, record, null);
      cause = DeadLetterHeaders.causeWithout(message, "", record.value().length);
    } else {
      letter = new ProducerRecord<>(topic, null, null);
      cause = DeadLetterHeaders.causeWithout(message, "key, headers and value of", whole);
    }
    Failure failure = Failures.of(code, cause);
    add(letter, DeadLetterHeaders.CAUSE_CODE, Failures.nameOf(code));
    add(
        letter,
        DeadLetterHeaders.CAUSE_CATEGORY,
        failure.getCategory().name().replace("FAILURE_CATEGORY_", ""));
    add(letter, DeadLetterHeaders.CAUSE_MESSAGE, failure.getMessage());
    add(letter, DeadLetterHeaders.ORIGINAL_TOPIC, record.topic());
    add(letter, DeadLetterHeaders.ORIGINAL_PARTITION, Integer.toString(record.partition()));
    add(letter, DeadLetterHeaders.ORIGINAL_OFFSET, Long.toString(record.offset()));
    add(letter, DeadLetterHeaders.ORIGINAL_TIMESTAMP, Long.toString(record.timestamp()));
    return letter;
  }

  private static ProducerRecord<byte[], byte[]> copy(
      String topic, ConsumerRecord<byte[], byte[]> record, byte[] value) {
    return new ProducerRecord<>(topic, null, record.key(), value, record.headers());
  }

  private static long length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private static long length(Headers headers) {
    long bytes = 0;
    for (Header header : headers) {
      // 10 for the two lengths, at most.
      bytes += header.key().getBytes(UTF_8).length + length(header.value()) + 10;
    }
    return bytes;
  }

  private static void add(ProducerRecord<byte[], byte[]> letter, String name, String value) {
    letter.headers().add(name, value.getBytes(UTF_8));
  }
}
