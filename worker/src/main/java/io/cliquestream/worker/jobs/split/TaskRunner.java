package io.cliquestream.worker.jobs.split;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.PartialAnswer;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.v1.Task;
import io.cliquestream.v1.TaskRecord;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.thread.WatchedThread;
import io.cliquestream.worker.trace.PartTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes tasks from the topic, one after the other, writes the partial answers of each in one
 * transaction, and then marks it as done.
 *
 * <p>This thread polls, so that the member stays in its group however long a task takes, and
 * however long the broker is away; another one computes. What was computed and cannot be written is
 * written when the broker is back. A task whose partition goes to another worker meanwhile is
 * dropped: the other one takes it again. When polling itself fails the member begins anew from what
 * is committed: a task is then computed twice at most, which does no harm. A record that is no
 * task, or that no worker can have written, is passed over, so that it is met once.
 */
final class TaskRunner implements WatchedThread.Work, ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long NOTE_NANOS = Duration.ofSeconds(1).toNanos();

  /** Pieces of a task that is handed over. */
  private static final int HANDED_OVER = 8;

  private final SplitMeans means;
  private final PlanNotices notices;
  private final PartKind kind;
  private final TaskComputation computation;
  private final int partitions;
  private final TransactionWriter writer;
  private KafkaConsumer<byte[], byte[]> consumer;

  /** What is being computed; null for nothing. */
  private Running running;

  /** What is to be written and noted before the next task is taken; null for nothing. */
  private Finished finished;

  private long writingPauseMillis = FIRST_PAUSE_MILLIS;
  private long writeNanos = System.nanoTime();
  private volatile int assigned;
  private volatile boolean isMember;

  /** Partitions of tasks of other kinds that were passed over, and when that was last noted. */
  private boolean passedOver;

  private long notedNanos = System.nanoTime();

  /** The task that is being computed. */
  private record Running(
      ConsumerRecord<byte[], byte[]> record, Task task, TaskComputation.Run run, PartTrace trace) {
    TopicPartition partition() {
      return partitionOf(record);
    }
  }

  /** A record that was dealt with: what came of it, and how its task ended, if it was one. */
  private static final class Finished {
    private final ConsumerRecord<byte[], byte[]> record;
    private final Running done;
    private final SplitMetrics.TaskEnd end;
    private List<ProducerRecord<byte[], byte[]>> unwritten;

    /** A task that was computed. */
    Finished(
        Running done, SplitMetrics.TaskEnd end, List<ProducerRecord<byte[], byte[]>> unwritten) {
      this.record = done.record();
      this.done = done;
      this.end = end;
      this.unwritten = unwritten;
    }

    /** No task. */
    Finished(ConsumerRecord<byte[], byte[]> record) {
      this.record = record;
      this.done = null;
      this.end = null;
      this.unwritten = List.of();
    }
  }

  /**
   * @param kind of the tasks that are taken; others are passed over
   * @param partitions of the tasks
   */
  TaskRunner(
      SplitMeans means,
      PlanNotices notices,
      PartKind kind,
      TaskComputation computation,
      int partitions) {
    this.means = means;
    this.writer =
        new TransactionWriter(
            means.clients(), kind.device().isPresent() ? "device-tasks" : "tasks");
    this.kind = kind;
    this.notices = notices;
    this.computation = computation;
    this.partitions = partitions;
  }

  /** Whether all tasks come to this worker. */
  boolean isAlone() {
    return assigned == partitions;
  }

  /** Whether other workers share the tasks with this one, which is a member of their group. */
  boolean isShared() {
    return isMember && !isAlone();
  }

  @Override
  public void run(WatchedThread self) throws InterruptedException {
    long pause = FIRST_PAUSE_MILLIS;
    while (!self.isLeaving()) {
      try {
        serve(self);
        pause = FIRST_PAUSE_MILLIS;
      } catch (InterruptException e) {
        throw new InterruptedException();
      } catch (KafkaException | IllegalStateException e) {
        LOG.warn("tasks cannot be taken; starting again in {} ms: {}", pause, e.toString());
        self.progressed();
        TimeUnit.MILLISECONDS.sleep(pause);
        pause = Math.min(2 * pause, means.settings().jobs().maximumBackoff().toMillis());
      } finally {
        drop();
        close();
      }
    }
  }

  private void close() {
    assigned = 0;
    isMember = false;
    if (consumer != null) {
      try {
        consumer.close(
            org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ofSeconds(1)));
      } catch (KafkaException e) {
        LOG.debug("closing the consumer of tasks", e);
      }
      consumer = null;
    }
    writer.close();
  }

  private void serve(WatchedThread self) {
    consumer = means.clients().taskConsumer(kind.group());
    consumer.subscribe(List.of(means.settings().topics().tasks()), this);
    while (!self.isLeaving()) {
      self.progressed();
      try {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          take(record);
        }
      } catch (WakeupException e) {
        LOG.trace("a task was computed", e);
      }
      if (running != null) {
        if (running.run().isDone()) {
          finish();
        } else if (hasEnded(running.task())) {
          running.run().stop("its job has ended");
        } else if (shouldHandOver(running)) {
          running.run().handOver();
        }
      }
      settle();
      notePassedOver();
    }
  }

  /**
   * Notes now and then how far tasks of other kinds were passed over. Nothing is lost when that
   * fails: they are passed over again.
   */
  private void notePassedOver() {
    if (passedOver
        && running == null
        && finished == null
        && System.nanoTime() - notedNanos > NOTE_NANOS) {
      notedNanos = System.nanoTime();
      passedOver = false;
      consumer.commitAsync();
    }
  }

  /**
   * Publishes what a task came to, all or nothing, and goes on behind it. Without a broker it
   * returns, and does so when it is called again.
   */
  private void settle() {
    if (System.nanoTime() - writeNanos < 0) {
      return;
    }
    try {
      // Also with nothing to write: whoever had this id before may have left something open.
      writer.open();
      if (finished != null) {
        if (!finished.unwritten.isEmpty()) {
          writer.write(finished.unwritten);
          finished.unwritten = List.of();
        }
        pass(finished.record);
        if (finished.done != null) {
          end(finished.done, finished.end);
        }
        finished = null;
        consumer.resume(consumer.assignment());
      }
      writingPauseMillis = FIRST_PAUSE_MILLIS;
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException | IllegalStateException e) {
      LOG.warn(
          "partial answers cannot be written; trying again in {} ms: {}",
          writingPauseMillis,
          e.toString());
      writeNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(writingPauseMillis);
      writingPauseMillis =
          Math.min(2 * writingPauseMillis, means.settings().jobs().maximumBackoff().toMillis());
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    Optional<Task> found = parsed(record);
    if (found.isPresent() && !kind.has(found.get())) {
      passedOver = true;
      return;
    }
    Task task = found.filter(this::isToBeComputed).orElse(null);
    consumer.pause(consumer.assignment());
    if (task == null) {
      finished = new Finished(record);
      return;
    }
    KafkaConsumer<byte[], byte[]> mine = consumer;
    PartTrace trace = means.traces().part(task.getRequest(), task.getPart(), task.getTraceParent());
    running = new Running(record, task, computation.start(task, mine::wakeup), trace);
  }

  /** The task of a record; empty for one that is none. */
  private Optional<Task> parsed(ConsumerRecord<byte[], byte[]> record) {
    try {
      Optional<Task> task =
          record.value() == null
              ? Optional.empty()
              : PlanTranslation.task(TaskRecord.parseFrom(record.value()));
      task.ifPresent(this::requireSound);
      return task;
    } catch (InvalidProtocolBufferException | WorkerException e) {
      LOG.warn(
          "a record of {}-{} at {} is no task: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
      return Optional.empty();
    }
  }

  private boolean isToBeComputed(Task task) {
    if (hasEnded(task)) {
      means.metrics().ended(SplitMetrics.TaskEnd.DROPPED);
      return false;
    }
    return true;
  }

  /** What is used of a task before it is computed; what else is wrong fails its part. */
  private void requireSound(Task task) {
    JobRequest request = task.getRequest();
    if (!PlanNotices.isPlanId(task.getPlanId())
        || !Identifiers.isJobId(request.getJobId())
        || !Identifiers.isTenant(request.getTenant())
        || (request.hasPriority()
            && (request.getPriority() < JobControl.LOWEST_PRIORITY
                || request.getPriority() > JobControl.HIGHEST_PRIORITY))
        || task.getPart() < 0
        || task.getFirstRoot() < 0
        || task.getEndRoot() < task.getFirstRoot()
        || (task.hasDevice() && task.getEndRoot() > task.getDevice().getClasses())
        || task.getPartition() < 0
        || task.getPartition() >= means.jobPartitions()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_RECORD_INCOMPLETE, "no worker can have written it");
    }
  }

  /** A cancelled job may have ended before whoever owned it next knew of its plan. */
  private boolean hasEnded(Task task) {
    return notices.hasEnded(task.getPlanId())
        || means.cancels().reason(task.getRequest()).isPresent();
  }

  /** Only where another worker may help, and where there is more than one root. */
  private boolean shouldHandOver(Running now) {
    return now.run().takesTooLong()
        && !isAlone()
        && now.task().getEndRoot() - now.task().getFirstRoot() > 1;
  }

  private void finish() {
    Running done = running;
    running = null;
    List<PartialAnswer.Builder> pieces = done.run().result();
    if (done.run().isHandedOver() && !hasEnded(done.task())) {
      handOver(done);
      return;
    }
    SplitMetrics.TaskEnd end =
        pieces.isEmpty()
            ? SplitMetrics.TaskEnd.DROPPED
            : pieces.getFirst().hasFailure()
                ? SplitMetrics.TaskEnd.FAILED
                : SplitMetrics.TaskEnd.DONE;
    finished = new Finished(done, end, pieces.isEmpty() ? List.of() : records(done, pieces));
  }

  private void end(Running done, SplitMetrics.TaskEnd end) {
    means.metrics().ended(end);
    done.trace().ended(end.label().replace('_', '-'), end == SplitMetrics.TaskEnd.FAILED);
  }

  /** The pieces go to partitions that follow each other: so all workers have some. */
  private void handOver(Running done) {
    List<Task> pieces = PlanTranslation.divided(done.task(), HANDED_OVER);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(pieces.size());
    for (Task piece : pieces) {
      records.add(
          new ProducerRecord<>(
              means.settings().topics().tasks(),
              (done.record().partition() + records.size()) % partitions,
              piece.getPlanId().getBytes(UTF_8),
              PlanTranslation.record(piece).toByteArray()));
    }
    finished = new Finished(done, SplitMetrics.TaskEnd.HANDED_OVER, records);
    LOG.info(
        "part {} of plan {} takes too long and is handed over in {} pieces",
        done.task().getPart(),
        done.task().getPlanId(),
        pieces.size());
  }

  private List<ProducerRecord<byte[], byte[]>> records(
      Running done, List<PartialAnswer.Builder> pieces) {
    String computation = UUID.randomUUID().toString();
    Task task = done.task();
    byte[] key = task.getRequest().getJobId().getBytes(UTF_8);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(pieces.size());
    for (int piece = 0; piece < pieces.size(); piece++) {
      PartialAnswer answer =
          pieces
              .get(piece)
              .setPlanId(task.getPlanId())
              .setPart(task.getPart())
              .setComputationId(computation)
              .setPiece(piece)
              .setPieces(pieces.size())
              .setWorker(means.worker())
              .setFirstRoot(task.getFirstRoot())
              .setEndRoot(task.getEndRoot())
              .build();
      records.add(
          new ProducerRecord<>(
              means.settings().topics().partials(),
              task.getPartition(),
              key,
              PartialRecord.newBuilder().setPartial(answer).build().toByteArray()));
    }
    return records;
  }

  /**
   * Notes that a task is done, outside of the transaction: a task that is computed again changes
   * nothing, as the owner adds every root once, whereas offsets in a transaction that does not end
   * keep everybody from the partition's tasks.
   */
  private void pass(ConsumerRecord<byte[], byte[]> done) {
    Map<TopicPartition, OffsetAndMetadata> next =
        Map.of(partitionOf(done), new OffsetAndMetadata(done.offset() + 1));
    try {
      try {
        consumer.commitSync(next, means.settings().requestTimeout());
      } catch (WakeupException e) {
        LOG.trace("that a task was computed was known", e);
        consumer.commitSync(next, means.settings().requestTimeout());
      }
    } catch (CommitFailedException | RebalanceInProgressException e) {
      LOG.debug("whoever has the partition next computes a task again", e);
    }
  }

  private static TopicPartition partitionOf(ConsumerRecord<byte[], byte[]> record) {
    return new TopicPartition(record.topic(), record.partition());
  }

  private void drop() {
    if (running != null) {
      running.run().stop("another worker has it");
      running.trace().ended("given-back", false);
      running = null;
    }
    if (finished != null && finished.done != null) {
      finished.done.trace().ended("given-back", false);
    }
    finished = null;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> more) {
    isMember = true;
    assigned = consumer.assignment().size();
    if (running != null || finished != null) {
      consumer.pause(consumer.assignment());
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
    assigned = consumer.assignment().size() - revoked.size();
    if ((running != null && revoked.contains(running.partition()))
        || (finished != null && revoked.contains(partitionOf(finished.record)))) {
      drop();
      consumer.resume(consumer.assignment());
    }
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> lost) {
    onPartitionsRevoked(lost);
  }
}
