package io.cliquestream.worker.intake.topic;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes a partition's records; called by whoever reads them, in their order. */
public interface RecordReceiver {
  /** Records of a partition. */
  void records(int partition, List<ConsumerRecord<byte[], byte[]>> records);

  /** Records of a partition were passed over, in order with the others. */
  void skipped(int partition, SkippedRecords skipped);

  /** The same, which also tells of every step. */
  default RecordReceiver telling(Runnable step) {
    RecordReceiver receiver = this;
    return new RecordReceiver() {
      @Override
      public void records(int partition, List<ConsumerRecord<byte[], byte[]>> records) {
        step.run();
        receiver.records(partition, records);
      }

      @Override
      public void skipped(int partition, SkippedRecords skipped) {
        step.run();
        receiver.skipped(partition, skipped);
      }
    };
  }
}
