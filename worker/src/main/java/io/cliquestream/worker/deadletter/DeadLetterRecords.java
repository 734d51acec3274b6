package io.cliquestream.worker.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.Failures;
import io.cliquestream.v1.Failure;
import io.cliquestream.v1.FailureCode;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** Makes the dead letter of a record: its bytes and headers, and {@link DeadLetterHeaders}. */
public final class DeadLetterRecords {
  private DeadLetterRecords() {}

  /** The dead letter of a record that was refused. */
  public static ProducerRecord<byte[], byte[]> of(
      String topic, ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    return of(topic, record, record.value(), code, message);
  }

  /** The same without the value, for a record that the broker would not take with its headers. */
  static ProducerRecord<byte[], byte[]> withoutValue(
      String topic, ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    return of(topic, record, null, code, message + " (value too large for a dead letter)");
  }

  private static ProducerRecord<byte[], byte[]> of(
      String topic,
      ConsumerRecord<byte[], byte[]> record,
      byte[] value,
      FailureCode code,
      String message) {
    var letter = new ProducerRecord<>(topic, record.key(), value);
    for (Header header : record.headers()) {
      letter.headers().add(header);
    }
    Failure failure = Failures.of(code, message);
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

  private static void add(ProducerRecord<byte[], byte[]> letter, String name, String value) {
    letter.headers().add(name, value.getBytes(UTF_8));
  }
}
