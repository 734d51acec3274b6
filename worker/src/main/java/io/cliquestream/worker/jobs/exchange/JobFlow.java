package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.jobs.JobMetrics;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Decides which polled records are taken and which partitions flow.
 *
 * <p>A record beyond the window of its partition or the bound on jobs in flight waits in its
 * partition's ledger, and those of its partition behind it, until there is room; it is not fetched
 * again. At the bound on jobs in flight no partition flows, and a partition does not flow while
 * records of it wait: so no more of them wait than one poll gives, and as many of each partition at
 * its window's edge. Polling goes on. Used by the exchange's thread.
 */
final class JobFlow {
  /** Finished offsets that are read once more rather than asked for anew behind them. */
  private static final int WORTH_A_SEEK = 1_000;

  private final int maximumInFlight;
  private final PartitionLedgers ledgers;
  private final JobMetrics metrics;
  private boolean taking = true;

  /** Whether as many jobs as may be were in flight, and a quarter of them have not ended since. */
  private boolean full;

  JobFlow(int maximumInFlight, PartitionLedgers ledgers, JobMetrics metrics) {
    this.maximumInFlight = maximumInFlight;
    this.ledgers = ledgers;
    this.metrics = metrics;
  }

  /** Takes nothing from now on. */
  void stopTaking() {
    taking = false;
  }

  /** Takes what there is room for; the rest waits. */
  List<ArrivedRecord> take(
      Iterable<ConsumerRecord<byte[], byte[]>> records, KafkaConsumer<byte[], byte[]> consumer) {
    for (var record : records) {
      PartitionLedger ledger = ledgers.get(record.partition());
      if (ledger != null) {
        ledger.waiting().addLast(record);
      }
    }
    return takeWaiting(consumer);
  }

  /** Takes records that waited for room, if there is enough again. */
  List<ArrivedRecord> takeAgain(KafkaConsumer<byte[], byte[]> consumer) {
    // A quarter must be free first, so that partitions do not flutter.
    if (ledgers.inFlight() <= maximumInFlight - (maximumInFlight + 3) / 4) {
      full = false;
    }
    for (PartitionLedger ledger : ledgers.all()) {
      if (ledger.blocked() && ledger.window().hasRoom()) {
        ledger.block(false);
      }
    }
    return takeWaiting(consumer);
  }

  private List<ArrivedRecord> takeWaiting(KafkaConsumer<byte[], byte[]> consumer) {
    var taken = new ArrayList<ArrivedRecord>();
    int room = maximumInFlight - ledgers.inFlight();
    long now = System.nanoTime();
    for (PartitionLedger ledger : ledgers.all()) {
      if (!taking || !ledger.flows() || ledger.blocked()) {
        continue;
      }
      long last = -1;
      while (!ledger.waiting().isEmpty() && !full && !ledger.blocked()) {
        var record = ledger.waiting().getFirst();
        if (taken.size() >= room) {
          full = true;
        } else if (!ledger.window().hasRoomFor(record.offset())) {
          ledger.block(true);
        } else {
          ledger.waiting().removeFirst();
          last = record.offset();
          if (ledger.window().take(last)) {
            taken.add(new ArrivedRecord(record, ledger.epoch(), ledger.provenance(last), now));
          }
        }
      }
      if (last >= 0 && ledger.waiting().isEmpty()) {
        passOverFinished(ledger, last, consumer);
      }
    }
    return taken;
  }

  /** Does not read what predecessors finished behind a job that was left open for long. */
  private static void passOverFinished(
      PartitionLedger ledger, long last, KafkaConsumer<byte[], byte[]> consumer) {
    long from = ledger.window().unfinishedFrom(last + 1);
    if (from - last > WORTH_A_SEEK) {
      consumer.seek(ledger.source(), from);
    }
  }

  /** Pauses partitions that have no room, resumes those that have. */
  void pauseAndResume(KafkaConsumer<byte[], byte[]> consumer) {
    var pause = new ArrayList<TopicPartition>();
    var resume = new ArrayList<TopicPartition>();
    for (PartitionLedger ledger : ledgers.all()) {
      boolean flows = taking && !full && ledger.flows() && ledger.waiting().isEmpty();
      (flows ? resume : pause).add(ledger.source());
    }
    consumer.pause(pause);
    consumer.resume(resume);
    metrics.inFlight(ledgers.inFlight());
    for (PartitionLedger ledger : ledgers.all()) {
      if (ledger.flows()) {
        consumer
            .currentLag(ledger.source())
            .ifPresent(lag -> metrics.lag(ledger.partition(), lag + ledger.waiting().size()));
      }
    }
  }
}
