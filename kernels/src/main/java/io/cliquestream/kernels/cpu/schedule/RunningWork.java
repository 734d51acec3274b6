package io.cliquestream.kernels.cpu.schedule;

import io.cliquestream.kernels.control.FairShares;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * The books of one work. Everything but the volatile and atomic fields is guarded by the
 * scheduler's lock.
 *
 * <p>Thread states are written without the lock, each slot by its own thread; the thread takes the
 * lock when its unit ends, and the owner takes it before it merges, which makes them visible.
 */
final class RunningWork<S> {
  final Condition ended;
  FairShares<RunningWork<?>>.Entry entry;

  private final ChunkedWork<S> work;
  private final JobControl control;
  private final CpuScheduler scheduler;
  private final long chunkCount;
  private final List<S> states;
  private final Deque<Unit> parts = new ArrayDeque<>();
  private final AtomicInteger waitingParts = new AtomicInteger();
  private long nextChunk;
  private int unitsRunning;
  private volatile Throwable failure;

  RunningWork(ChunkedWork<S> work, JobControl control, int threads, CpuScheduler scheduler) {
    this.work = work;
    this.control = control;
    this.scheduler = scheduler;
    this.chunkCount = work.chunkCount();
    this.ended = scheduler.newCondition();
    this.states = new ArrayList<>(threads);
    for (int i = 0; i < threads; i++) {
      states.add(null);
    }
  }

  JobControl control() {
    return control;
  }

  boolean runnable() {
    return failure == null && (!parts.isEmpty() || nextChunk < chunkCount);
  }

  boolean finished() {
    return unitsRunning == 0 && !runnable();
  }

  /** Takes the newest part, which keeps few of them waiting, or else the next chunk. */
  Unit take() {
    unitsRunning++;
    Unit part = parts.pollLast();
    if (part != null) {
      waitingParts.decrementAndGet();
      return part;
    }
    long chunk = nextChunk++;
    return new Unit(new ChunkProgress(chunk), (state, slice) -> work.process(chunk, state, slice));
  }

  void unitDone() {
    unitsRunning--;
    if (finished()) {
      ended.signalAll();
    }
  }

  /** Keeps the first cause; parts that wait are dropped. */
  void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
      parts.clear();
    }
    if (finished()) {
      ended.signalAll();
    }
  }

  /** Ends a stopped work even while every thread is busy elsewhere. */
  void failWhenStopped() {
    if (failure == null && control.stopped()) {
      fail(control.stop());
    }
  }

  /** Throws what ended the work early; of a stopped one the states are taken in before. */
  void throwFailure() {
    if (failure instanceof StoppedException) {
      forEachState(work::mergeStopped);
    }
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  void mergeStates() {
    forEachState(work::merge);
  }

  private void forEachState(Consumer<S> taker) {
    for (S state : states) {
      if (state != null) {
        taker.accept(state);
      }
    }
  }

  /** A chunk counts as done when it and every part it handed over, directly or not, are done. */
  private final class ChunkProgress {
    private final long chunk;
    private final AtomicInteger open = new AtomicInteger(1);

    ChunkProgress(long chunk) {
      this.chunk = chunk;
    }

    void close() {
      if (open.decrementAndGet() == 0) {
        control.workDone(work.cost(chunk));
      }
    }
  }

  /** A chunk or a part, to be run once by one thread. */
  final class Unit {
    private final ChunkProgress progress;
    private final Slice.Part<S> body;

    private Unit(ChunkProgress progress, Slice.Part<S> body) {
      this.progress = progress;
      this.body = body;
    }

    void run(int thread) {
      control.checkStopped();
      S state = states.get(thread);
      if (state == null) {
        state = work.newState();
        states.set(thread, state);
      }
      body.process(state, new Turn(progress));
      progress.close();
    }
  }

  /** One thread's turn. */
  private final class Turn implements Slice<S> {
    private final long startNanos = System.nanoTime();
    private final ChunkProgress progress;

    Turn(ChunkProgress progress) {
      this.progress = progress;
    }

    @Override
    public void checkStopped() {
      if (failure != null) {
        throw new IllegalStateException("another thread of this job failed");
      }
      control.checkStopped();
    }

    @Override
    public boolean shouldSplit() {
      int waiting = waitingParts.get();
      return waiting < scheduler.policy().maximumParts()
          && scheduler.shouldSplit(waiting, startNanos, control.claim().jobClass());
    }

    @Override
    public boolean offer(Slice.Part<S> part) {
      if (waitingParts.incrementAndGet() > scheduler.policy().maximumParts()) {
        waitingParts.decrementAndGet();
        return false;
      }
      progress.open.incrementAndGet();
      Unit unit = new Unit(progress, part);
      scheduler.announce(
          () -> {
            if (failure == null) {
              parts.addLast(unit);
            }
          });
      return true;
    }
  }
}
