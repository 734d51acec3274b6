package io.cliquestream.worker.jobs.partition;

import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.exchange.Settlement;
import io.cliquestream.worker.jobs.state.PartitionMemory;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * One assignment of a partition, from the moment the group gave it until it is gone; the next
 * assignment of the same partition is another object. Confined to the coordinator's event loop but
 * for {@link #health}; changed by {@link PartitionLives} alone.
 */
public final class Partition {
  private final int number;
  private final long epoch;
  private final long assignedNanos = System.nanoTime();
  private PartitionMemory memory;
  private volatile Step step =
      new Step(PartitionStage.ASSIGNED, "its committed offset is being read", assignedNanos);

  private record Step(PartitionStage stage, String reason, long nanos) {}

  Partition(int number, long epoch) {
    this.number = number;
    this.epoch = epoch;
  }

  /** Its number in the jobs topic. */
  public int number() {
    return number;
  }

  /** Names this assignment. */
  public long epoch() {
    return epoch;
  }

  public PartitionStage stage() {
    return step.stage();
  }

  /** Whether it is still this worker's, so that something can be committed for it. */
  public boolean isHere() {
    return step.stage() != PartitionStage.GONE;
  }

  /** What former owners left to be remembered; from {@link PartitionStage#RESTORING} on. */
  public PartitionMemory memory() {
    return memory;
  }

  /** An outcome of this assignment. */
  public Outcome outcome(
      long offset, List<ProducerRecord<byte[], byte[]>> records, Consumer<Settlement> owner) {
    return Outcome.of(number, epoch, offset, records, owner);
  }

  /** An outcome in the place of one that was {@link Settlement.Refused refused}. */
  public Outcome instead(
      long offset, List<ProducerRecord<byte[], byte[]>> records, Consumer<Settlement> owner) {
    return Outcome.instead(number, epoch, offset, records, owner);
  }

  /** How it is now; from any thread. */
  PartitionHealth health() {
    Step now = step;
    return new PartitionHealth(
        number,
        now.stage(),
        Duration.ofNanos(Math.max(0, System.nanoTime() - now.nanos())),
        now.reason());
  }

  long assignedNanos() {
    return assignedNanos;
  }

  void remembers(PartitionMemory restored) {
    memory = restored;
  }

  /** Goes on to a stage. */
  void enter(PartitionStage next, String waitsFor) {
    if (next.number() <= step.stage().number()) {
      throw new IllegalStateException(
          "partition " + number + " cannot go from " + step.stage() + " to " + next);
    }
    step = new Step(next, waitsFor, System.nanoTime());
  }

  /** Stays at its stage for a reason. */
  void stay(String reason) {
    step = new Step(step.stage(), reason, step.nanos());
  }
}
