package io.cliquestream.worker.intake;

import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.intake.topic.SkippedRecords;
import io.cliquestream.worker.reading.RecordMemory;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was polled of one partition and waits to be taken in. Lives on the intake's event loop; the
 * work itself runs on a worker thread, one piece at a time and in order, when it is the partition's
 * turn ({@link IntakeTurns}). A piece that could not be finished (no room for more waiting records,
 * broker away) is offered again after a pause.
 *
 * <p>Small records join the piece that waits before them. A stream's snapshot retires a thousand
 * versions at once; with a piece for each poll of a few tombstones the partition was paused again
 * and again, each time until the broker had answered a fetch without it, and its new versions
 * waited for a tenth of a second.
 */
final class PartitionFeed implements IntakeTurns.Taker {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionFeed.class);
  private static final long RETRY_MILLIS = 50;
  private static final long LONGEST_RETRY_MILLIS = 5_000;

  /** Bytes up to which records of several polls share a piece: a few milliseconds of work. */
  private static final long SHARED_BYTES = 256 << 10;

  /** A piece of work: records from {@code next} on, then an offset that was reached. */
  static final class Piece {
    final List<ConsumerRecord<byte[], byte[]>> records;
    final PartitionLook look;
    int next;

    /** What could not be read before the records; null for nothing, or once it was noted. */
    SkippedRecords skipped;

    private final long bytes;

    private Piece(List<ConsumerRecord<byte[], byte[]>> records, PartitionLook look) {
      this.records = records;
      this.look = look;
      this.bytes = records.stream().mapToLong(RecordMemory::bytes).sum();
    }

    /** Both pieces in one, if they are small and nothing is to be said between them. */
    private Optional<Piece> with(Piece next) {
      if (look != null
          || skipped != null
          || next.skipped != null
          || bytes + next.bytes > SHARED_BYTES) {
        return Optional.empty();
      }
      var both = new ArrayList<>(records);
      both.addAll(next.records);
      return Optional.of(new Piece(both, next.look));
    }
  }

  private final int partition;
  private final Vertx vertx;
  private final WorkerExecutor workers;
  private final IntakeTurns turns;
  private final long number;
  private final BooleanSupplier restored;
  private final GraphSettings settings;
  private final BackPressure backPressure;
  private final PartitionIntake intake;
  private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private long retryMillis = RETRY_MILLIS;
  private boolean waiting;
  private boolean busy;
  private boolean paused;
  private boolean released;

  /**
   * @param number greater than that of every feed before it
   * @param restored whether what lay in the partition at first was taken in
   * @param intake takes the pieces in, on worker threads
   */
  PartitionFeed(
      int partition,
      Vertx vertx,
      WorkerExecutor workers,
      IntakeTurns turns,
      long number,
      BooleanSupplier restored,
      GraphSettings settings,
      BackPressure backPressure,
      PartitionIntake intake) {
    this.partition = partition;
    this.vertx = vertx;
    this.workers = workers;
    this.turns = turns;
    this.number = number;
    this.restored = restored;
    this.settings = settings;
    this.backPressure = backPressure;
    this.intake = intake;
  }

  void records(List<ConsumerRecord<byte[], byte[]>> records) {
    add(new Piece(records, null));
    if (!paused && pieces.size() >= settings.partitionBatches()) {
      paused = true;
      backPressure.setPaused(partition, true);
    }
  }

  void reached(PartitionLook look) {
    if (released) {
      PartitionIntake.refuse(look);
    } else {
      add(new Piece(List.of(), look));
    }
  }

  /** Records of the partition were passed over. */
  void skipped(SkippedRecords skipped) {
    var piece = new Piece(List.of(), null);
    piece.skipped = skipped;
    add(piece);
  }

  /** Looks for versions that were given up by their writers, and for what waits. */
  void tick() {
    if (pieces.isEmpty()) {
      add(new Piece(List.of(), null));
    }
  }

  /** Takes nothing more in; completes when no thread works for it and its memory is free. */
  CompletableFuture<Void> release() {
    released = true;
    if (turns.withdraw(this)) {
      busy = false;
    }
    if (!busy && !waiting) {
      end();
    }
    return ended;
  }

  private void add(Piece piece) {
    if (!released) {
      // The first one may have been begun.
      Optional<Piece> joined = pieces.size() > 1 ? pieces.getLast().with(piece) : Optional.empty();
      if (joined.isPresent()) {
        pieces.removeLast();
      }
      pieces.add(joined.orElse(piece));
      work();
    }
  }

  private void work() {
    if (busy || waiting || pieces.isEmpty()) {
      return;
    }
    busy = true;
    turns.wants(this);
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public boolean isRestored() {
    return restored.getAsBoolean();
  }

  @Override
  public void take() {
    Piece piece = pieces.element();
    workers
        .<Boolean>executeBlocking(() -> intake.take(piece), false)
        .onComplete(
            done -> {
              busy = false;
              if (done.failed()) {
                LOG.warn(
                    "taking in partition {} of the graphs failed, trying again: {}",
                    partition,
                    done.cause().toString());
                retryMillis = Math.min(LONGEST_RETRY_MILLIS, 2 * retryMillis);
              } else {
                retryMillis = RETRY_MILLIS;
              }
              try {
                finished(piece, done.succeeded() && done.result());
              } finally {
                // Afterwards: who has more to do waits for its next turn by then.
                turns.ended();
              }
            });
  }

  private void finished(Piece piece, boolean taken) {
    if (released) {
      end();
    } else if (taken) {
      pieces.remove(piece);
      if (paused && pieces.size() <= settings.partitionBatches() / 2) {
        paused = false;
        backPressure.setPaused(partition, false);
      }
      if (pieces.isEmpty() && intake.waits()) {
        pause();
      } else {
        work();
      }
    } else {
      pause();
    }
  }

  private void pause() {
    waiting = true;
    vertx.setTimer(
        retryMillis,
        timer -> {
          waiting = false;
          if (released) {
            end();
          } else {
            tick();
            work();
          }
        });
  }

  private void end() {
    if (!ended.isDone()) {
      pieces.stream()
          .filter(piece -> piece.look != null)
          .forEach(piece -> PartitionIntake.refuse(piece.look));
      pieces.clear();
      intake.end();
      ended.complete(null);
    }
  }
}
