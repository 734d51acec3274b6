package io.cliquestream.kernels.cpu.schedule;

import io.cliquestream.kernels.job.JobControl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;

/** The books of one work. Everything but the volatile fields is guarded by the scheduler's lock. */
final class RunningWork<S> {
  final Condition ended;
  final double weight;
  double used;

  private final ChunkedWork<S> work;
  private final JobControl control;
  private final CpuScheduler scheduler;
  private final long chunkCount;
  private final List<S> states;
  private final Deque<Slice.Part<S>> parts = new ArrayDeque<>();
  private final AtomicInteger waitingParts = new AtomicInteger();
  private long nextChunk;
  private int unitsRunning;
  private volatile Throwable failure;

  RunningWork(
      ChunkedWork<S> work, JobControl control, double weight, int threads, CpuScheduler scheduler) {
    this.work = work;
    this.control = control;
    this.weight = weight;
    this.scheduler = scheduler;
    this.chunkCount = work.chunkCount();
    this.ended = scheduler.newCondition();
    this.states = new ArrayList<>(threads);
    for (int i = 0; i < threads; i++) {
      states.add(null);
    }
  }

  boolean runnable() {
    return failure == null && (!parts.isEmpty() || nextChunk < chunkCount);
  }

  boolean finished() {
    return unitsRunning == 0 && !runnable();
  }

  /** Takes the newest part, which keeps few of them waiting, or else the next chunk. */
  Runnable take(int thread) {
    unitsRunning++;
    Slice.Part<S> part = parts.pollLast();
    if (part != null) {
      waitingParts.decrementAndGet();
      return () -> guarded(thread, part);
    }
    long chunk = nextChunk++;
    return () ->
        guarded(
            thread,
            (state, slice) -> {
              work.process(chunk, state, slice);
              control.workDone(work.cost(chunk));
            });
  }

  void unitDone() {
    unitsRunning--;
    if (finished()) {
      ended.signalAll();
    }
  }

  void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    if (finished()) {
      ended.signalAll();
    }
  }

  void throwFailure() {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  void mergeStates() {
    for (S state : states) {
      if (state != null) {
        work.merge(state);
      }
    }
  }

  private void guarded(int thread, Slice.Part<S> unit) {
    try {
      control.checkStopped();
      S state = states.get(thread);
      if (state == null) {
        state = work.newState();
        states.set(thread, state);
      }
      unit.process(state, new Turn());
    } catch (RuntimeException | Error e) {
      scheduler.announce(() -> fail(e));
    }
  }

  /** One thread's turn. */
  private final class Turn implements Slice<S> {
    private final long startNanos = System.nanoTime();

    @Override
    public void checkStopped() {
      if (failure != null) {
        throw new IllegalStateException("another thread of this job failed");
      }
      control.checkStopped();
    }

    @Override
    public boolean shouldSplit() {
      return waitingParts.get() < scheduler.policy().maximumParts()
          && scheduler.shouldSplit(startNanos);
    }

    @Override
    public boolean offer(Slice.Part<S> part) {
      if (waitingParts.incrementAndGet() > scheduler.policy().maximumParts()) {
        waitingParts.decrementAndGet();
        return false;
      }
      scheduler.announce(() -> parts.addLast(part));
      return true;
    }
  }
}
