package io.cliquestream.worker.jobs.exchange;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The ledgers of the partitions assigned now. Used by one thread. */
final class PartitionLedgers {
  private final String topic;
  private final Map<TopicPartition, PartitionLedger> ledgers = new HashMap<>();

  /**
   * @param topic of the jobs
   */
  PartitionLedgers(String topic) {
    this.topic = topic;
  }

  void add(PartitionLedger ledger) {
    ledgers.put(ledger.source(), ledger);
  }

  /** Takes a ledger out; null when the partition is not assigned. */
  PartitionLedger remove(TopicPartition source) {
    return ledgers.remove(source);
  }

  /** A partition's ledger; null when the partition is not assigned. */
  PartitionLedger get(int partition) {
    return ledgers.get(new TopicPartition(topic, partition));
  }

  /** A copy, so that what is done to each may change the set. */
  Collection<PartitionLedger> all() {
    return List.copyOf(ledgers.values());
  }

  /** Jobs taken and not yet answered, of all partitions. */
  int inFlight() {
    int open = 0;
    for (PartitionLedger ledger : ledgers.values()) {
      open += ledger.openCount();
    }
    return open;
  }
}
