package io.cliquestream.kernels.cpu.schedule;

import io.cliquestream.kernels.control.FairShares;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.memory.MemoryMeter;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shares a fixed set of threads among any number of works.
 *
 * <p>Each thread in turn takes the work whose turn it is by {@link FairShares} (over tenants, their
 * classes of jobs, their priorities), does one chunk or one handed-over part of it, and charges the
 * time. A chunk that finds idle threads, or has used up its slice while another work waits, splits
 * itself (see {@link Slice}), so one giant subtree keeps all threads busy and no job holds a thread
 * for long. Slices of a long job are ten times shorter while a small job is there: that is how a
 * small job gets in between.
 *
 * <p>One lock guards the books. It is taken once per chunk, and chunks last a millisecond or so;
 * the questions a running chunk asks are volatile reads. A thread looks for work and starts to wait
 * under that lock, and whoever brings work signals under it, so no signal is lost. The owner of a
 * work wakes up now and then to see whether the job was stopped, so that a job that waits for its
 * turn behind others also ends at once.
 *
 * <p>A work that is smaller than waking a thread ({@link ChunkedWork#isSmall}) is done by its
 * caller's own thread, at once: it takes less time than a turn, so nobody waits for it.
 *
 * <p>A chunk must not run another work on the same scheduler: it would wait for its own thread.
 */
public final class CpuScheduler implements AutoCloseable {
  /** A long job's slices are so much shorter while a small job is there. */
  private static final int SHORTER = 10;

  private final SchedulePolicy policy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition workArrived = lock.newCondition();
  private final FairShares<RunningWork<?>> shares;
  private final List<RunningWork<?>> works = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger idleThreads = new AtomicInteger();
  private volatile int workCount;
  private volatile int smallWorks;
  private volatile boolean closed;

  /** Starts {@code threadCount} threads (1 or more) with the default policy. */
  public CpuScheduler(int threadCount) {
    this(threadCount, SchedulePolicy.DEFAULT);
  }

  /** Starts {@code threadCount} threads (1 or more). */
  public CpuScheduler(int threadCount, SchedulePolicy policy) {
    if (threadCount < 1) {
      throw new IllegalArgumentException("at least one thread, not " + threadCount);
    }
    this.policy = policy;
    this.shares = new FairShares<>(policy.creditNanos());
    for (int i = 0; i < threadCount; i++) {
      int index = i;
      Thread thread =
          Thread.ofPlatform()
              .daemon()
              .name("cliquestream-cpu-" + i)
              .stackSize(policy.stackBytes())
              .unstarted(() -> serve(index));
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  /** Number of threads. */
  public int threadCount() {
    return threads.size();
  }

  /**
   * Does all chunks of a work and merges the thread states, while the caller waits.
   *
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} stopped the job;
   *     its states are given to {@link ChunkedWork#mergeStopped}
   * @throws RuntimeException what a chunk threw first
   */
  public <S> void run(JobControl control, ChunkedWork<S> work) {
    control.checkStopped();
    if (work.isSmall()) {
      runHere(control, work);
      return;
    }
    RunningWork<S> running = new RunningWork<>(work, control, threads.size(), this);
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the scheduler is closed");
      }
      running.entry = shares.add(running, control.claim());
      works.add(running);
      count();
      workArrived.signalAll();
      awaitEnd(running);
      shares.remove(running.entry);
      works.remove(running);
      count();
    } finally {
      lock.unlock();
    }
    running.throwFailure();
    running.mergeStates();
  }

  private <S> void runHere(JobControl control, ChunkedWork<S> work) {
    if (closed) {
      throw new IllegalStateException("the scheduler is closed");
    }
    long start = System.nanoTime();
    S state = work.newState();
    try {
      for (long chunk = 0; chunk < work.chunkCount(); chunk++) {
        control.checkStopped();
        work.process(chunk, state, new WholeSlice<>(control));
        control.workDone(work.cost(chunk));
      }
    } catch (StoppedException e) {
      work.mergeStopped(state);
      throw e;
    } finally {
      control.used(System.nanoTime() - start);
    }
    work.merge(state);
  }

  private void count() {
    int small = 0;
    for (RunningWork<?> work : works) {
      small += work.entry.claim().jobClass() == JobClass.SMALL ? 1 : 0;
    }
    smallWorks = small;
    workCount = works.size();
  }

  /**
   * Waits under the lock; an interrupt is kept for the caller, jobs are stopped by their control.
   */
  private void awaitEnd(RunningWork<?> running) {
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (!running.finished()) {
        Long left = interrupts.keep(() -> running.ended.awaitNanos(policy.stopCheckNanos()));
        if (left != null && left <= 0) {
          running.failWhenStopped();
        }
      }
    }
  }

  /** Ends the threads after their present chunks; works still running fail. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      for (RunningWork<?> work : works) {
        work.fail(new IllegalStateException("the engine was closed"));
      }
      workArrived.signalAll();
    } finally {
      lock.unlock();
    }
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      threads.forEach(interrupts::join);
    }
  }

  /** Works that run or wait now. */
  int workCount() {
    return workCount;
  }

  Condition newCondition() {
    return lock.newCondition();
  }

  SchedulePolicy policy() {
    return policy;
  }

  /**
   * Whether a running chunk should hand parts over: more threads are idle than parts wait for them,
   * or its slice is used up while another work waits. Read often, so it takes no lock.
   */
  boolean shouldSplit(int waitingParts, long sliceStartNanos, JobClass jobClass) {
    if (idleThreads.get() > waitingParts) {
      return true;
    }
    if (workCount < 2) {
      return false;
    }
    long slice =
        smallWorks > 0 && jobClass == JobClass.LONG
            ? policy.sliceNanos() / SHORTER
            : policy.sliceNanos();
    return System.nanoTime() - sliceStartNanos > slice;
  }

  /** A work has new parts or chunks to do. */
  void announce(Runnable change) {
    lock.lock();
    try {
      change.run();
      workArrived.signal();
    } finally {
      lock.unlock();
    }
  }

  private void serve(int thread) {
    lock.lock();
    try {
      while (!closed) {
        RunningWork<?> work = next();
        if (work == null) {
          idleThreads.incrementAndGet();
          workArrived.awaitUninterruptibly();
          idleThreads.decrementAndGet();
          continue;
        }
        shares.serve(work.entry);
        runUnit(work, work.take(), thread);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Runs a unit without the lock, which the caller holds before and after. */
  private void runUnit(RunningWork<?> work, RunningWork<?>.Unit unit, int thread) {
    lock.unlock();
    Throwable failure = null;
    MemoryMeter memory = work.control().memory();
    long heapThen = memory.heapNow();
    long start = System.nanoTime();
    try {
      unit.run(thread);
    } catch (Throwable e) { // also an Error: the thread must live on and the owner must hear of it
      failure = e;
    }
    long nanos = System.nanoTime() - start;
    memory.allocatedSince(heapThen);
    lock.lock();
    if (failure != null) {
      work.fail(failure);
    }
    work.control().used(nanos);
    shares.charge(work.entry, (double) nanos);
    JobClass now = work.control().claim().jobClass();
    if (now != work.entry.claim().jobClass()) {
      shares.move(work.entry, now);
      count();
    }
    work.unitDone();
  }

  private RunningWork<?> next() {
    FairShares<RunningWork<?>>.Entry first = shares.first((_, _) -> true, RunningWork::runnable);
    return first == null ? null : first.item();
  }
}
