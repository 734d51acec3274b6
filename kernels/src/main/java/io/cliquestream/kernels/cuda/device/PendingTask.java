package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.admission.MemoryReservation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A task between its caller, who waits, and the lane that runs it. */
final class PendingTask<T> {
  final LaneKind kind;
  final JobControl control;
  final MemoryReservation reservation;
  private final LaneTask<T> task;
  private final CountDownLatch ended = new CountDownLatch(1);
  private T result;
  private Throwable failure;

  PendingTask(LaneKind kind, JobControl control, MemoryReservation reservation, LaneTask<T> task) {
    this.kind = kind;
    this.control = control;
    this.reservation = reservation;
    this.task = task;
  }

  /** Runs on the lane's thread; the caller hears of the end by {@link #end} or {@link #fail}. */
  void run(Lane lane) {
    result = task.run(lane);
  }

  void end() {
    ended.countDown();
  }

  void fail(Throwable cause) {
    failure = cause;
    ended.countDown();
  }

  boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** The result, or what ended the task, thrown with the caller's stack added. */
  T result() {
    switch (failure) {
      case null -> {
        return result;
      }
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }
}
