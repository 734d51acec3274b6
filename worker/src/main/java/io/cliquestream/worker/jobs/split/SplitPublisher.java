package io.cliquestream.worker.jobs.split;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.Topics;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.PlanNotice;
import io.cliquestream.v1.Task;
import io.cliquestream.v1.TaskRecord;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes plans with their tasks, tasks once more, and notices, each in one transaction. */
final class SplitPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SplitPublisher.class);

  private final Topics topics;
  private final TransactionWriter writer;
  private final int taskPartitions;
  private boolean closed;

  SplitPublisher(Topics topics, KafkaClients clients, int taskPartitions) {
    this.topics = topics;
    this.writer = new TransactionWriter(clients, "split");
    this.taskPartitions = taskPartitions;
  }

  /** Partitions of the tasks. */
  int taskPartitions() {
    return taskPartitions;
  }

  /** A task for a partition. */
  record Placed(int partition, Task task) {}

  /**
   * Writes a plan and its tasks, all or nothing.
   *
   * @param partition of the job
   * @throws WorkerException BROKER_UNAVAILABLE when it is not known that they are written
   */
  void plan(int partition, JobPlan plan, List<Placed> tasks) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.add(
        new ProducerRecord<>(
            topics.partials(),
            partition,
            plan.getJobId().getBytes(UTF_8),
            PlanTranslation.record(plan).toByteArray()));
    tasks.forEach(task -> records.add(record(task)));
    write(records);
  }

  /** Writes tasks once more. */
  void tasks(List<Placed> tasks) {
    write(tasks.stream().map(this::record).toList());
  }

  private ProducerRecord<byte[], byte[]> record(Placed task) {
    return new ProducerRecord<>(
        topics.tasks(),
        task.partition(),
        task.task().getPlanId().getBytes(UTF_8),
        PlanTranslation.record(task.task()).toByteArray());
  }

  /** Says something that is good to know; returns whether it is said. */
  boolean notice(PlanNotice notice) {
    int partition = Math.floorMod(notice.getPlanId().hashCode(), taskPartitions);
    try {
      write(
          List.of(
              new ProducerRecord<>(
                  topics.tasks(),
                  partition,
                  notice.getPlanId().getBytes(UTF_8),
                  TaskRecord.newBuilder().setNotice(notice).build().toByteArray())));
      return true;
    } catch (WorkerException e) {
      LOG.warn("a notice of plan {} is lost: {}", notice.getPlanId(), e.toString());
      return false;
    }
  }

  private synchronized void write(List<ProducerRecord<byte[], byte[]>> records) {
    if (closed) {
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "the worker is ending");
    }
    try {
      writer.write(records);
    } catch (KafkaException | IllegalStateException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "parts of a job could not be written: " + e.getMessage(),
          e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    writer.close();
  }
}
