package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.jobs.JobMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Decides which polled records are taken and which partitions flow. A record beyond the window of
 * its partition or the bound on jobs in flight is turned away: the position goes back to it and the
 * partition pauses until there is room; polling does not. Used by the exchange's thread.
 */
final class JobFlow {
  /** Finished offsets that are read once more rather than asked for anew behind them. */
  private static final int WORTH_A_SEEK = 1_000;

  private final int maximumInFlight;
  private final PartitionLedgers ledgers;
  private final JobMetrics metrics;
  private boolean taking = true;

  JobFlow(int maximumInFlight, PartitionLedgers ledgers, JobMetrics metrics) {
    this.maximumInFlight = maximumInFlight;
    this.ledgers = ledgers;
    this.metrics = metrics;
  }

  /** Turns every record away from now on. */
  void stopTaking() {
    taking = false;
  }

  /** The records to be handed on; the consumer goes back to those that are not. */
  List<ArrivedRecord> take(
      Iterable<ConsumerRecord<byte[], byte[]>> records, KafkaConsumer<byte[], byte[]> consumer) {
    var taken = new ArrayList<ArrivedRecord>();
    int room = maximumInFlight - ledgers.inFlight();
    long now = System.nanoTime();
    var last = new HashMap<PartitionLedger, Long>();
    for (var record : records) {
      PartitionLedger ledger = ledgers.get(record.partition());
      if (ledger == null || ledger.blocked()) {
        continue;
      }
      if (!ledger.flows()
          || !taking
          || taken.size() >= room
          || !ledger.window().hasRoomFor(record.offset())) {
        ledger.block(true);
        consumer.seek(ledger.source(), record.offset());
        last.remove(ledger);
      } else {
        last.put(ledger, record.offset());
        if (ledger.window().take(record.offset())) {
          taken.add(new ArrivedRecord(record, ledger.epoch(), now));
        }
      }
    }
    passOverFinished(last, consumer);
    return taken;
  }

  /** Does not read what predecessors finished behind a job that was left open for long. */
  private static void passOverFinished(
      Map<PartitionLedger, Long> last, KafkaConsumer<byte[], byte[]> consumer) {
    last.forEach(
        (ledger, offset) -> {
          long from = ledger.window().unfinishedFrom(offset + 1);
          if (from - offset > WORTH_A_SEEK) {
            consumer.seek(ledger.source(), from);
          }
        });
  }

  /** Pauses partitions that have no room, resumes those that have room again. */
  void pauseAndResume(KafkaConsumer<byte[], byte[]> consumer) {
    int inFlight = ledgers.inFlight();
    // A quarter must be free first, so that partitions do not flutter.
    boolean room = taking && inFlight <= maximumInFlight - (maximumInFlight + 3) / 4;
    var pause = new ArrayList<TopicPartition>();
    var resume = new ArrayList<TopicPartition>();
    for (PartitionLedger ledger : ledgers.all()) {
      if (ledger.blocked() && room && ledger.window() != null && ledger.window().hasRoom()) {
        ledger.block(false);
      }
      boolean flows = ledger.flows() && !ledger.blocked() && taking;
      (flows ? resume : pause).add(ledger.source());
    }
    consumer.pause(pause);
    consumer.resume(resume);
    metrics.inFlight(inFlight);
    for (TopicPartition source : resume) {
      consumer.currentLag(source).ifPresent(lag -> metrics.lag(source.partition(), lag));
    }
  }
}
