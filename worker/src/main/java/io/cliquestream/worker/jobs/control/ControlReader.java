package io.cliquestream.worker.jobs.control;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.v1.CancelJob;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobControl;
import io.cliquestream.worker.access.RecordClaim;
import io.cliquestream.worker.access.RecordPrincipal;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.log.AuditLog;
import io.cliquestream.worker.reading.CarefulConsumer;
import io.cliquestream.worker.reading.FirstSince;
import io.cliquestream.worker.thread.WatchedThread;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.record.TimestampType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every control record, on every worker: from as far back as cancels are remembered, so that
 * a restarted worker knows them too. A thread of its own; outside of any group.
 *
 * <p>What one fetch takes is bounded in bytes as they lie in the topic. A batch that a client
 * compressed may be a thousand times larger once it is read: what memory does not hold then is
 * passed over, as a record without a value ({@link CarefulConsumer}).
 */
public final class ControlReader {
  /** What is done with control records; called on this reader's thread. */
  public interface Receiver {
    void cancel(CancelRequest cancel);

    void unusable(ControlDeadLetters.Unusable unusable);
  }

  private static final Logger LOG = LoggerFactory.getLogger(ControlReader.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long FIRST_PAUSE_MILLIS = 50;

  private final JobServiceSettings settings;
  private final KafkaClients clients;
  private Receiver receiver;
  private final Promise<Void> caughtUp = Promise.promise();
  private long records;

  public ControlReader(JobServiceSettings settings, KafkaClients clients) {
    this.settings = settings;
    this.clients = clients;
  }

  /** Completes once every request that lay in the topic at the start was taken in. */
  public Future<Void> caughtUp() {
    return caughtUp.future();
  }

  /**
   * Reads until it is stopped. Goes on after every exception, from the beginning of what counts; an
   * error is let out.
   */
  public void run(WatchedThread self, Receiver told) throws InterruptedException {
    receiver = told;
    long pause = FIRST_PAUSE_MILLIS;
    while (!self.isLeaving()) {
      long begun = records;
      try (var consumer = clients.boundedReader("control")) {
        read(consumer, self);
      } catch (InterruptException e) {
        throw new InterruptedException();
      } catch (RuntimeException e) {
        LOG.warn("control records cannot be read; starting again in {} ms", pause, e);
        self.progressed();
        TimeUnit.MILLISECONDS.sleep(pause);
        pause =
            records > begun
                ? FIRST_PAUSE_MILLIS
                : Math.min(2 * pause, settings.jobs().maximumBackoff().toMillis());
      }
    }
  }

  private void read(KafkaConsumer<byte[], byte[]> consumer, WatchedThread self) {
    String topic = settings.topics().control();
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    long since = System.currentTimeMillis() - settings.jobs().cancelMemory().toMillis();
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Set<TopicPartition> whole = new FirstSince(Duration.ZERO).seek(consumer, partitions, since);
    // Where there is nothing no poll says so soon.
    look(consumer, ends);
    while (!self.isLeaving()) {
      var polled = consumer.poll(POLL);
      records += polled.count();
      for (var record : polled) {
        var partition = new TopicPartition(record.topic(), record.partition());
        // What is older is forgotten, and may name a job that is wanted again. One that was passed
        // over unread has no time, and its dead letter is written once.
        boolean forgotten =
            whole.contains(partition)
                && record.offset() < ends.get(partition)
                && record.timestampType() != TimestampType.NO_TIMESTAMP_TYPE
                && record.timestamp() < since;
        if (!forgotten) {
          take(record);
        }
      }
      self.progressed();
      look(consumer, ends);
    }
  }

  private void look(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    if (!caughtUp.future().isComplete()
        && ends.entrySet().stream()
            .allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
      caughtUp.tryComplete();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    Optional<String> unread = CarefulConsumer.passedOver(record);
    if (unread.isPresent()) {
      refuse(record, FailureCode.FAILURE_CODE_DECOMPRESSION_BOUND_EXCEEDED, unread.get());
      return;
    }
    if (record.value() == null) {
      refuse(record, FailureCode.FAILURE_CODE_RECORD_UNDECODABLE, "the record has no value");
      return;
    }
    JobControl control;
    try {
      control = JobControl.parseFrom(record.value());
    } catch (InvalidProtocolBufferException e) {
      refuse(
          record,
          FailureCode.FAILURE_CODE_RECORD_UNDECODABLE,
          "not a JobControl: " + e.getMessage());
      return;
    }
    switch (control.getKindCase()) {
      case CANCEL -> {
        CancelJob cancel = control.getCancel();
        if (Identifiers.isJobId(cancel.getJobId())) {
          take(record, cancel);
        } else {
          refuse(
              record,
              FailureCode.FAILURE_CODE_JOB_ID_INVALID,
              "the cancel request names no job id");
        }
      }
      case KIND_NOT_SET ->
          refuse(
              record,
              FailureCode.FAILURE_CODE_RECORD_INCOMPLETE,
              "nothing is asked for, or something this worker does not know");
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record, CancelJob cancel) {
    String reason = cut(cancel.getReason());
    Optional<RecordPrincipal> signer = Optional.empty();
    switch (settings.principals().of(record)) {
      case RecordClaim.Nobody _ -> {}
      case RecordClaim.Proven(var principal) -> signer = Optional.of(principal);
      case RecordClaim.Unproven(String problem) -> {
        AuditLog.refused(record, problem);
        receiver.unusable(
            new ControlDeadLetters.Unusable(
                // Without its value, which may hold somebody's secret.
                CancelRequest.of(record, cancel, reason, signer).record(),
                FailureCode.FAILURE_CODE_NOT_PERMITTED,
                "the cancel of job " + cancel.getJobId() + " does not count: " + problem));
        return;
      }
    }
    AuditLog.cancel(
        signer.map(RecordPrincipal::name).orElseGet(() -> AuditLog.source(record)),
        record,
        cancel.getJobId(),
        reason,
        !caughtUp.future().isComplete());
    receiver.cancel(CancelRequest.of(record, cancel, reason, signer));
  }

  private void refuse(ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    AuditLog.refused(record, message);
    receiver.unusable(new ControlDeadLetters.Unusable(record, code, message));
  }

  private static String cut(String reason) {
    return reason.length() <= Bounds.REASON_CHARACTERS
        ? reason
        : reason.substring(0, Bounds.REASON_CHARACTERS);
  }
}
