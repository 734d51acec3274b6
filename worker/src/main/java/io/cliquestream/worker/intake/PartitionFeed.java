package io.cliquestream.worker.intake;

import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.intake.assembly.PartitionAssembler;
import io.cliquestream.worker.metrics.Metric;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was polled of one partition and waits to be taken in. Lives on the intake's event loop; the
 * work itself runs on a worker thread, one piece at a time and in order. A piece that could not be
 * finished (no assembly memory, broker away) is offered again after a pause.
 */
final class PartitionFeed {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionFeed.class);
  private static final long RETRY_MILLIS = 50;

  /** A piece of work: records from {@code next} on, then a sign that they were taken in. */
  private static final class Piece {
    private final List<ConsumerRecord<byte[], byte[]>> records;
    private final CompletableFuture<Void> taken;
    private int next;

    private Piece(List<ConsumerRecord<byte[], byte[]>> records, CompletableFuture<Void> taken) {
      this.records = records;
      this.taken = taken;
    }
  }

  private final int partition;
  private final Vertx vertx;
  private final WorkerExecutor workers;
  private final GraphSettings settings;
  private final GraphTopicPoller poller;
  private final IntakeParts parts;
  private final PartitionVersions versions;
  private final PartitionAssembler assembler;
  private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private long waitingSince;
  private boolean waiting;
  private boolean busy;
  private boolean paused;
  private boolean released;

  PartitionFeed(
      int partition,
      GraphTopicPoller.Start start,
      Vertx vertx,
      WorkerExecutor workers,
      GraphSettings settings,
      GraphTopicPoller poller,
      IntakeParts parts) {
    this.partition = partition;
    this.vertx = vertx;
    this.workers = workers;
    this.settings = settings;
    this.poller = poller;
    this.parts = parts;
    this.versions = new PartitionVersions(partition, start.deadLettered(), parts);
    this.assembler =
        new PartitionAssembler(partition, start.partitionCount(), parts.budget(), versions);
  }

  void records(List<ConsumerRecord<byte[], byte[]>> records) {
    add(new Piece(records, null));
    if (!paused && pieces.size() >= settings.partitionBatches()) {
      paused = true;
      poller.setPaused(partition, true);
    }
  }

  void reached(CompletableFuture<Void> taken) {
    add(new Piece(List.of(), taken));
  }

  /** Looks for versions that were given up by their writers. */
  void tick() {
    if (pieces.isEmpty()) {
      add(new Piece(List.of(), null));
    }
  }

  /** Takes nothing more in; completes when no thread works for it and its memory is free. */
  CompletableFuture<Void> release() {
    released = true;
    if (!busy && !waiting) {
      end();
    }
    return ended;
  }

  private void add(Piece piece) {
    if (!released) {
      pieces.add(piece);
      work();
    }
  }

  private void work() {
    if (busy || waiting || pieces.isEmpty()) {
      return;
    }
    Piece piece = pieces.peek();
    boolean lastChance =
        waitingSince != 0 && System.nanoTime() - waitingSince > settings.assemblyWait().toNanos();
    busy = true;
    workers
        .<PartitionAssembler.Step>executeBlocking(() -> take(piece, lastChance), false)
        .onComplete(
            done -> {
              busy = false;
              if (done.failed()) {
                LOG.error("taking in partition {} failed, trying again", partition, done.cause());
              }
              finished(
                  piece,
                  done.succeeded() && done.result() == PartitionAssembler.Step.TAKEN,
                  done.succeeded());
            });
  }

  private void finished(Piece piece, boolean taken, boolean noMemory) {
    if (released) {
      end();
    } else if (taken) {
      waitingSince = 0;
      pieces.remove();
      if (piece.taken != null) {
        piece.taken.complete(null);
      }
      if (paused && pieces.size() <= settings.partitionBatches() / 2) {
        paused = false;
        poller.setPaused(partition, false);
      }
      work();
    } else {
      if (noMemory && waitingSince == 0) {
        waitingSince = System.nanoTime();
      }
      waiting = true;
      vertx.setTimer(
          RETRY_MILLIS,
          timer -> {
            waiting = false;
            if (released) {
              end();
            } else {
              work();
            }
          });
    }
  }

  /** Runs on a worker thread. */
  private PartitionAssembler.Step take(Piece piece, boolean lastChance) {
    return parts
        .metrics()
        .timer(Metric.INGEST)
        .record(
            () -> {
              while (piece.next < piece.records.size()) {
                var record = piece.records.get(piece.next);
                if (assembler.accept(record, lastChance) == PartitionAssembler.Step.NO_MEMORY) {
                  return PartitionAssembler.Step.NO_MEMORY;
                }
                piece.next++;
              }
              assembler.expire(settings.assemblyIdle().toNanos());
              noteDeadLetters(piece);
              return PartitionAssembler.Step.TAKEN;
            });
  }

  private void noteDeadLetters(Piece piece) {
    if (versions.writeDeadLetters() && !piece.records.isEmpty()) {
      long offset = piece.records.getLast().offset() + 1;
      poller
          .markDeadLettered(partition, offset)
          .exceptionally(
              failure -> {
                // Costs a second dead letter after a restart, nothing else.
                LOG.warn("the dead-letter mark was not kept: {}", failure.getMessage());
                return null;
              });
    }
  }

  private void end() {
    if (ended.isDone()) {
      return;
    }
    pieces.forEach(
        piece -> {
          if (piece.taken != null) {
            piece.taken.completeExceptionally(new KafkaException("the partition was released"));
          }
        });
    pieces.clear();
    assembler.discardAll();
    parts.catalog().dropPartition(partition);
    ended.complete(null);
  }
}
