package io.cliquestream.worker.intake;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.intake.assembly.AssembledEdges;
import io.cliquestream.worker.intake.assembly.PartitionAssembler;
import io.cliquestream.worker.metrics.Metric;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes the records of one partition in. One thread at a time, but for {@link #waits}.
 *
 * <p>Records go to the assembler in the order of their offsets, graph by graph: a graph that waits
 * for memory or for a referenced object keeps its records in a lane ({@link GraphLanes}) and holds
 * up no other graph until the lanes are full.
 */
final class PartitionIntake {
  private record Fetched(
      SnapshotReference reference,
      ConsumerRecord<byte[], byte[]> record,
      AssembledEdges edges,
      Refusal refusal) {}

  /** Times the yield time that a version has whose next record may lie behind those that wait. */
  private static final int BEHIND_OTHERS = 4;

  private final int partition;
  private final GraphSettings settings;
  private final IntakeParts parts;
  private final PartitionLetters letters;
  private final PartitionVersions versions;
  private final PartitionAssembler assembler;
  private final GraphLanes lanes;
  private final List<PartitionLook> looks = new ArrayList<>();
  private final ConcurrentLinkedQueue<Fetched> fetched = new ConcurrentLinkedQueue<>();
  private long taken = -1;

  /** When records last waited for want of room. */
  private long blockedNanos = System.nanoTime() - Long.MAX_VALUE / 2;

  private volatile boolean waits;
  private volatile boolean ended;

  /**
   * @param partitionCount partitions of the topic
   * @param restored whether what lay in the partition at first was taken in
   */
  PartitionIntake(
      int partition,
      int partitionCount,
      GraphSettings settings,
      BooleanSupplier restored,
      IntakeParts parts) {
    this.partition = partition;
    this.settings = settings;
    this.parts = parts;
    this.letters = new PartitionLetters(partition, parts);
    this.versions =
        new PartitionVersions(partition, partitionCount, letters, restored, parts, this::fetch);
    this.assembler =
        new PartitionAssembler(partition, partitionCount, parts.budget(), parts.quotas(), versions);
    this.lanes = new GraphLanes(settings.waitingBytes().bytes());
  }

  /**
   * Takes a piece in, from where it was left the last time.
   *
   * @return whether that was all of it
   */
  boolean take(PartitionFeed.Piece piece) {
    return parts.metrics().timer(Metric.INGEST).record(() -> takeNow(piece));
  }

  private boolean takeNow(PartitionFeed.Piece piece) {
    takeFetched();
    resume();
    if (piece.skipped != null) {
      letters.skipped(piece.skipped);
      piece.skipped = null;
    }
    boolean all = true;
    while (all && piece.next < piece.records.size()) {
      ConsumerRecord<byte[], byte[]> record = piece.records.get(piece.next);
      all = offer(record);
      if (all) {
        piece.next++;
        taken = record.offset();
      }
    }
    expire(all ? List.of() : piece.records.subList(piece.next, piece.records.size()));
    noteDeadLetters();
    if (all && piece.look != null) {
      looks.add(piece.look);
    }
    looks.removeIf(this::isAnswered);
    waits = !lanes.isEmpty();
    return all;
  }

  /**
   * Gives idle versions up. While records wait because there is no room for them, the next one of a
   * version may be among them, which is seen, or behind them in the topic, which is not: so those
   * that are not seen have {@value #BEHIND_OTHERS} times as long, and the usual time once more when
   * the records flow again.
   */
  private void expire(List<ConsumerRecord<byte[], byte[]>> ahead) {
    long yield = settings.assemblyYield().toNanos();
    long now = System.nanoTime();
    Set<String> here = new HashSet<>();
    if (!ahead.isEmpty()) {
      blockedNanos = now;
      ahead.forEach(record -> graphOf(record).ifPresent(here::add));
    }
    long sinceBlocked = now - blockedNanos;
    long patience = sinceBlocked < yield ? BEHIND_OTHERS * yield : yield;
    assembler.expire(
        settings.assemblyIdle().toNanos(),
        patience,
        graphId -> lanes.holds(graphId) || here.contains(graphId));
  }

  private static Optional<String> graphOf(ConsumerRecord<byte[], byte[]> record) {
    return Optional.ofNullable(record.key())
        .flatMap(GraphRecordKey::parse)
        .map(GraphRecordKey::graphId);
  }

  /** Whether a graph waits for something, so that {@link #take} should be called again soon. */
  boolean waits() {
    return waits;
  }

  /** Offers one record; false when it has to wait and there is no room for that. */
  private boolean offer(ConsumerRecord<byte[], byte[]> record) {
    String graphId = graphOf(record).orElse(null);
    boolean hasRoom = lanes.hasRoom(record);
    if (graphId != null && lanes.holds(graphId)) {
      if (hasRoom) {
        lanes.hold(graphId, record);
      }
      return hasRoom;
    }
    return switch (accept(record, false)) {
      case TAKEN -> true;
      case FETCHING -> {
        lanes.fetching(graphId, record.offset());
        yield true;
      }
      case NO_MEMORY -> {
        if (hasRoom) {
          lanes.hold(graphId, record);
        }
        yield hasRoom;
      }
    };
  }

  /** Gives a record to the assembler, unless it is a tombstone of somebody who may not. */
  private PartitionAssembler.Step accept(
      ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    Optional<GraphRecordKey> retired =
        record.value() == null && record.key() != null
            ? GraphRecordKey.parse(record.key())
            : Optional.empty();
    if (retired.isPresent()) {
      Optional<Refusal> refusal = parts.retireRights().refusal(record, retired.get());
      if (refusal.isPresent()) {
        letters.retirementRefused(record, retired.get(), refusal.get());
        return PartitionAssembler.Step.TAKEN;
      }
      versions.retiring(record);
    }
    return assembler.accept(record, lastChance);
  }

  private void resume() {
    for (GraphLanes.Lane lane : lanes.lanes()) {
      boolean goesOn = !lane.isFetching();
      while (goesOn && lane.next() != null) {
        boolean lastChance = lane.waitedNanos() > settings.assemblyWait().toNanos();
        switch (accept(lane.next(), lastChance)) {
          case TAKEN -> lanes.taken(lane);
          case FETCHING -> {
            lanes.fetching(lane.graphId(), lane.next().offset());
            lanes.taken(lane);
            goesOn = false;
          }
          case NO_MEMORY -> goesOn = false;
        }
      }
      lanes.removeIfDone(lane);
    }
  }

  private void fetch(SnapshotReference reference, ConsumerRecord<byte[], byte[]> record) {
    var _ =
        parts
            .references()
            .fetch(reference)
            .handle(
                (edges, failure) -> {
                  fetched.add(
                      new Fetched(
                          reference, record, edges, failure == null ? null : refusal(failure)));
                  if (ended) {
                    takeFetched();
                  }
                  return null;
                });
  }

  private static Refusal refusal(Throwable failure) {
    return switch (failure) {
      case WorkerException known -> new Refusal(known.code(), known.getMessage());
      case OutOfMemoryError e ->
          new Refusal(
              FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
              "the worker's memory did not suffice for it: " + e.getMessage());
      default ->
          new Refusal(FailureCode.FAILURE_CODE_INTERNAL, "it could not be fetched: " + failure);
    };
  }

  private void takeFetched() {
    for (Fetched next = fetched.poll(); next != null; next = fetched.poll()) {
      if (ended) {
        if (next.edges() != null) {
          next.edges().close();
        }
        continue;
      }
      if (next.edges() != null) {
        assembler.fetched(next.reference(), next.record(), next.edges());
      } else {
        assembler.notFetched(next.reference(), next.record(), next.refusal());
      }
      lanes.fetched(next.reference().getGraphId());
    }
  }

  private boolean isAnswered(PartitionLook look) {
    look.askers().stream()
        .filter(
            asker ->
                look.end()
                    <= (asker.graphId() == null ? lanes.lowest() : lanes.lowest(asker.graphId())))
        .forEach(asker -> asker.taken().complete(null));
    return look.askers().stream().allMatch(asker -> asker.taken().isDone());
  }

  private void noteDeadLetters() {
    // What waits may still become a dead letter.
    letters.write(Math.min(taken + 1, lanes.lowest()));
  }

  /** Lets go of everything; not while {@link #take} runs. */
  void end() {
    ended = true;
    looks.forEach(PartitionIntake::refuse);
    looks.clear();
    assembler.discardAll();
    versions.end();
    letters.end();
    takeFetched();
    parts.catalog().dropPartition(partition);
    parts.deltas().dropPartition(partition);
  }

  /** Tells who asked that the partition was released. */
  static void refuse(PartitionLook look) {
    look.askers()
        .forEach(
            asker ->
                asker
                    .taken()
                    .completeExceptionally(
                        new WorkerException(
                            FailureCode.FAILURE_CODE_INTERNAL, "the partition was released")));
  }
}
