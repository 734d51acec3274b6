package io.cliquestream.worker.jobs.split;

import io.cliquestream.worker.jobs.exchange.KafkaClients;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Writes records in transactions of one transactional id. After a failure it is not known what was
 * written; the next producer of the id ends what this one left open. Not thread safe.
 */
final class TransactionWriter implements AutoCloseable {
  private final KafkaClients clients;
  private final String purpose;
  private KafkaProducer<byte[], byte[]> producer;

  /**
   * @param purpose part of the transactional id
   */
  TransactionWriter(KafkaClients clients, String purpose) {
    this.clients = clients;
    this.purpose = purpose;
  }

  /**
   * Has a producer, and with it the end of all that earlier ones of this id left open.
   *
   * @throws KafkaException when the broker does not say so in time; to be tried again
   */
  void open() {
    if (producer == null) {
      boolean opened = false;
      producer = clients.transactionalProducer(purpose);
      try {
        producer.initTransactions();
        opened = true;
      } finally {
        abandonUnless(opened);
      }
    }
  }

  /**
   * Writes all of them or none.
   *
   * @throws KafkaException when it is not known that they are written
   * @throws IllegalStateException likewise
   */
  void write(List<ProducerRecord<byte[], byte[]>> records) {
    open();
    boolean committed = false;
    try {
      producer.beginTransaction();
      for (var record : records) {
        // A failed send fails the commit.
        var _ = producer.send(record);
      }
      producer.commitTransaction();
      committed = true;
    } finally {
      abandonUnless(committed);
    }
  }

  private void abandonUnless(boolean succeeded) {
    if (!succeeded) {
      close(Duration.ZERO);
    }
  }

  private void close(Duration limit) {
    if (producer != null) {
      producer.close(limit);
      producer = null;
    }
  }

  @Override
  public void close() {
    close(Duration.ofSeconds(1));
  }
}
