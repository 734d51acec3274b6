package io.cliquestream.worker.jobs.standing;

import io.cliquestream.worker.changes.VersionAnswers.End;
import io.cliquestream.worker.changes.VersionCommit;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.exchange.Settlement;
import io.cliquestream.worker.jobs.partition.Partition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A version that is committed together with the runs on it.
 *
 * <pre>
 *   HELD --jobs in step--> GATHERING --all ended, or time--> HANDED --> COMMITTED
 *     |                        |                               |
 *     +--no job--> ENDED       +--partition gone--> VOID <-----+ not committed
 * </pre>
 *
 * <p>A run that ends when the version was handed on waits for that, and is committed by itself
 * then. Confined to the event loop.
 */
final class StreamCommit {
  private enum Stage {
    HELD,
    GATHERING,
    HANDED,
    COMMITTED,
    VOID,
    ENDED
  }

  private final VersionCommit wanted;
  private final Partition partition;
  private final CompletableFuture<End> end;
  private final Consumer<Outcome> outcomes;
  private final Consumer<VersionCommit> forget;
  private final ObjIntConsumer<StreamCommit> ended;
  private final Set<StandingRun> running = new HashSet<>();
  private final List<Outcome> gathered = new ArrayList<>();
  private final List<Outcome> late = new ArrayList<>();
  private Stage stage = Stage.HELD;
  private boolean mayHold = true;
  private boolean starting;
  private Settlement.Refused refusal;

  /**
   * @param end completed once, for the lane
   * @param outcomes takes what is to be committed
   * @param forget told that the version did not come to be
   * @param ended told that this is nobody's business any more but for late runs, and how many runs
   *     were committed with it
   */
  StreamCommit(
      VersionCommit wanted,
      Partition partition,
      CompletableFuture<End> end,
      Consumer<Outcome> outcomes,
      Consumer<VersionCommit> forget,
      ObjIntConsumer<StreamCommit> ended) {
    this.wanted = wanted;
    this.partition = partition;
    this.end = end;
    this.outcomes = outcomes;
    this.forget = forget;
    this.ended = ended;
  }

  VersionCommit wanted() {
    return wanted;
  }

  Partition partition() {
    return partition;
  }

  boolean isOf(String graphId) {
    return wanted.versions().stream().anyMatch(version -> version.graphId().equals(graphId));
  }

  /** Whether it waits for a job to be in step. */
  boolean isHeld() {
    return stage == Stage.HELD;
  }

  boolean isGathering() {
    return stage == Stage.GATHERING;
  }

  boolean mayHold() {
    return mayHold;
  }

  void holdNoLonger() {
    mayHold = false;
  }

  /** Nothing is to be committed with it. */
  void leave() {
    stage = Stage.ENDED;
    ended.accept(this, 0);
    end.complete(End.LEFT);
  }

  // --- Runs ----------------------------------------------------------------------------------

  /** Runs are about to begin. */
  void gather() {
    stage = Stage.GATHERING;
    starting = true;
  }

  /** A run is about to begin. */
  void expect(StandingRun run) {
    running.add(run);
  }

  /** All runs have begun. */
  void started() {
    starting = false;
    handIfComplete();
  }

  /** Takes a run's outcome over; false when it is to be committed by itself. */
  boolean take(StandingRun run, Outcome outcome) {
    switch (stage) {
      case GATHERING -> {
        boolean _ = running.remove(run);
        gathered.add(outcome);
        handIfComplete();
        return true;
      }
      case HANDED -> {
        late.add(outcome);
        return true;
      }
      case VOID -> {
        if (refusal == null || outcome.instead()) {
          return false;
        }
        outcome.owner().accept(refusal);
        return true;
      }
      case HELD, COMMITTED, ENDED -> {
        return false;
      }
    }
    throw new IllegalStateException("a commit is " + stage);
  }

  /** A run has left this worker; nothing more comes of it. */
  void left(StandingRun run) {
    if (running.remove(run)) {
      handIfComplete();
    }
  }

  private void handIfComplete() {
    if (stage == Stage.GATHERING && !starting && running.isEmpty()) {
      hand();
    }
  }

  // --- The transaction -----------------------------------------------------------------------

  /** Leaves the version to be committed, with the runs that have ended. */
  void hand() {
    if (stage != Stage.GATHERING) {
      return;
    }
    stage = Stage.HANDED;
    var records = new ArrayList<ProducerRecord<byte[], byte[]>>(wanted.records());
    gathered.forEach(outcome -> records.addAll(outcome.records()));
    submit(records);
  }

  private void submit(List<ProducerRecord<byte[], byte[]>> records) {
    outcomes.accept(
        partition
            .outcome(Outcome.NO_OFFSET, records, this::settled)
            .with(new Outcome.Beside(wanted.offsets(), wanted.group())));
  }

  private void settled(Settlement settlement) {
    switch (settlement) {
      case Settlement.Committed() -> {
        stage = Stage.COMMITTED;
        // The lane first: it has the longer way.
        finish(End.COMMITTED);
        gathered.forEach(outcome -> outcome.owner().accept(settlement));
        late.forEach(outcomes);
      }
      case Settlement.Dropped() -> drop(settlement);
      case Settlement.Refused refused -> {
        if (gathered.isEmpty()) {
          refusal = refused;
          drop(refused);
        } else {
          // It may be a result that the broker does not take: the version goes alone.
          List<Outcome> alone = List.copyOf(gathered);
          gathered.clear();
          submit(wanted.records());
          alone.forEach(outcome -> outcome.owner().accept(refused));
        }
      }
    }
  }

  /** The partition is not this worker's any more. */
  void gone() {
    if (stage == Stage.HELD || stage == Stage.GATHERING) {
      drop(new Settlement.Dropped());
    }
  }

  private void drop(Settlement settlement) {
    stage = Stage.VOID;
    forget.accept(wanted);
    finish(End.VOID);
    gathered.forEach(outcome -> outcome.owner().accept(settlement));
    late.forEach(outcome -> outcome.owner().accept(settlement));
  }

  private void finish(End what) {
    ended.accept(this, what == End.COMMITTED ? gathered.size() : 0);
    end.complete(what);
  }
}
