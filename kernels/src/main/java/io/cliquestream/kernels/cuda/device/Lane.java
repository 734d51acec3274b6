package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.DeviceFunction;
import io.cliquestream.kernels.cuda.driver.DevicePointer;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.cuda.driver.HostPointer;
import io.cliquestream.kernels.cuda.driver.KernelArguments;
import io.cliquestream.kernels.cuda.driver.LaunchShape;
import io.cliquestream.kernels.cuda.driver.NativeEvent;
import io.cliquestream.kernels.cuda.driver.NativeStream;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * A thread and a stream of a device, lent to one task at a time. Used by its own thread only.
 *
 * <p>Everything enqueues; {@link #await} waits. Waiting spins on the lane's completion word for the
 * length of a short kernel, then parks between looks, and asks every millisecond whether the job
 * was stopped and whether the driver has an error. When the job is stopped, the lane raises its
 * stop word, waits for what runs to drain, and throws the job's {@code StoppedException}.
 *
 * <p>After a task the lane is as before it: the stream drained, memory and marks given back, the
 * stop word cleared.
 */
public final class Lane {
  private final CudaDevice device;
  private final int index;
  private final LaneKind kind;
  final NativeStreams streams;
  private final NativeStream stream;
  private final EventStock marks = new EventStock(this, CUevent_flags.CU_EVENT_DISABLE_TIMING);
  private final EventStock timers = new EventStock(this, CUevent_flags.CU_EVENT_DEFAULT);
  private final LaneMemory memory;
  private final LaneTransfers transfers;
  private final LanePage page = new LanePage(this);
  private final LaneTurn turn;

  // Of the present task.
  private JobControl control = JobControl.unbounded();
  private boolean stopRaised;
  // What the device has been given, for whoever judges a fault; written by this lane's thread.
  private volatile int marked;
  private volatile boolean beyondMark;

  Lane(CudaDevice device, int index, LaneKind kind) {
    this.device = device;
    this.index = index;
    this.kind = kind;
    this.streams = new NativeStreams(device, kind);
    this.stream = streams.main();
    this.memory = new LaneMemory(this, device);
    this.transfers = new LaneTransfers(this, device);
    this.turn = new LaneTurn(device.turns(), device.policy());
  }

  /** The lane's number on its device, from 0; the urgent one is the last. */
  public int index() {
    return index;
  }

  /** Its kind. */
  public LaneKind kind() {
    return kind;
  }

  /** Its device. */
  public CudaDevice device() {
    return device;
  }

  /** The job that runs. */
  public JobControl control() {
    return control;
  }

  /** The lane's stream. */
  public long stream() {
    return stream.address();
  }

  /** The native handles of the lane's stream and of what goes with it. */
  public LaneStreams streams() {
    return streams.handles();
  }

  NativeStream handle() {
    return stream;
  }

  /** Its part in taking turns with the other lanes. */
  public LaneTurn turn() {
    return turn;
  }

  /**
   * Allocates device memory within the job's reservation, for work that follows on this lane. Its
   * content is undefined.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED when the reservation is used up
   */
  public DeviceMemory allocate(long bytes) {
    return memory.allocate(bytes);
  }

  void free(DeviceMemory area) {
    memory.free(area);
  }

  void keep(DeviceMemory area) {
    memory.keep(area);
  }

  /**
   * Pinned host memory for headers and small results, valid until the task ends. Zeroed.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED past the lane's share of pinned memory
   */
  public MemorySegment host(long bytes) {
    return memory.host(bytes);
  }

  /** The page through which this lane's listings cross to the host. */
  public LanePage page() {
    return page;
  }

  /**
   * The device address of the lane's stop word, for kernels: 32 bits, 0 until the job is stopped.
   */
  public long stopWord() {
    return device.words().stopAddress(index).address();
  }

  /**
   * Copies off-heap memory to the device. Pinned memory goes directly, and must stay until this
   * lane was waited for. Other memory goes through staging slabs and has been read when this
   * returns.
   *
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped meanwhile
   */
  public void upload(MemorySegment source, DeviceMemory target, long offset) {
    transfers.upload(source, target.addressOf(offset, source.byteSize()));
  }

  /**
   * Copies device memory to off-heap memory. Into pinned memory it arrives once this lane was
   * waited for; into other memory it has arrived when this returns.
   */
  public void download(DeviceMemory source, long offset, MemorySegment target) {
    transfers.download(source.addressOf(offset, target.byteSize()), target);
  }

  /** Copies inside the device. */
  public void copy(
      DeviceMemory source, long sourceOffset, DeviceMemory target, long targetOffset, long bytes) {
    long from = source.addressOf(sourceOffset, bytes);
    long to = target.addressOf(targetOffset, bytes);
    enqueuing();
    check(
        "cuMemcpyDtoDAsync",
        JCudaDriver.cuMemcpyDtoDAsync(
            new DevicePointer(to), new DevicePointer(from), bytes, stream));
  }

  /** Sets every byte of an area. */
  public void fill(DeviceMemory area, byte value) {
    enqueuing();
    check(
        "cuMemsetD8Async",
        JCudaDriver.cuMemsetD8Async(area.pointer(), value, area.bytes(), stream));
  }

  /**
   * Launches a kernel.
   *
   * @param arguments {@code Integer}, {@code Long} and {@code Double} values (device addresses are
   *     longs), of exactly the kernel's parameter types
   */
  public void launch(DeviceFunction function, LaunchShape shape, Object... arguments) {
    enqueuing();
    try (Arena arena = Arena.ofConfined()) {
      check(
          "cuLaunchKernel " + function.name(),
          JCudaDriver.cuLaunchKernel(
              function.handle(),
              shape.blocks(),
              1,
              1,
              shape.threads(),
              1,
              1,
              shape.sharedBytes(),
              stream,
              new HostPointer(KernelArguments.of(arena, arguments)),
              null));
    }
  }

  /**
   * To be called before the C library enqueues on this lane's streams: a fault's judge knows by it
   * that the lane has work on the device, and a long task lets short ones pass.
   */
  public void enqueuing() {
    if (!beyondMark) {
      turn.take(control);
      beyondMark = true;
    }
  }

  /**
   * Judges what a call to the C library or to CUDA returned: 0, a negative {@code cs_status}, or an
   * error of CUDA.
   *
   * @throws ComputeException INTERNAL or JOB_MEMORY_EXCEEDED for an ordinary error
   * @throws io.cliquestream.kernels.cuda.driver.DeviceFaultException when the context is lost
   */
  public void check(String operation, int status) {
    if (status < 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, operation + " refused its arguments (status " + status + ")");
    }
    device.check(this, operation, status);
  }

  /** Puts a mark after everything enqueued so far. */
  Mark mark() {
    enqueuing();
    NativeEvent event = marks.next();
    int sequence = marked + 1;
    check("cuEventRecord", JCudaDriver.cuEventRecord(event, stream));
    check(
        "cuStreamWriteValue32",
        JCudaDriver.cuStreamWriteValue32(
            stream, device.words().completionAddress(index), sequence, 0));
    marked = sequence;
    beyondMark = false;
    return new Mark(event, sequence);
  }

  /** Marks a time after everything enqueued so far. */
  public TimeMark timeMark() {
    enqueuing();
    NativeEvent event = timers.next();
    check("cuEventRecord", JCudaDriver.cuEventRecord(event, stream));
    return new TimeMark(this, event);
  }

  /**
   * Waits for everything enqueued so far.
   *
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped; the lane has
   *     drained by then
   * @throws io.cliquestream.kernels.cuda.driver.DeviceFaultException when the context is lost
   */
  public void await() {
    await(mark());
  }

  /**
   * Copies a 64-bit counter to pinned memory past whatever this lane runs; it arrives a little
   * later.
   */
  void peek(DeviceMemory counter, long offset, MemorySegment pinned) {
    device.words().peek(this, new DevicePointer(counter.addressOf(offset, Long.BYTES)), pinned);
  }

  /** Waits for every {@link #peek}: none may arrive once its memory is another task's. */
  void settlePeeks() {
    if (device.state() != DeviceState.FAULTED) {
      device.words().settlePeeks(this);
    }
  }

  /** Waits for a mark, and calls what is given again and again, so often, while that takes long. */
  void await(Mark mark, long everyNanos, Runnable meanwhile) {
    long now = System.nanoTime();
    long spinUntil = now + device.policy().spinTime().toNanos();
    long next = now + everyNanos;
    while (!reached(mark)) {
      now = System.nanoTime();
      if (now - spinUntil < 0) {
        Thread.onSpinWait();
        continue;
      }
      if (control.stopped() || queried(mark)) {
        break;
      }
      if (now - next >= 0) {
        next = now + everyNanos;
        meanwhile.run();
      }
      LockSupport.parkNanos(device.policy().parkTime().toNanos());
    }
    await(mark);
  }

  /** Waits for a mark, like {@link #await()}. */
  void await(Mark mark) {
    boolean stop = awaitReached(mark, !stopRaised, Long.MAX_VALUE);
    marks.giveBack(mark.event());
    if (stop) {
      drain();
      throw control.stop();
    }
  }

  /**
   * Waits for everything enqueued so far, for so long at most: then the stop word is raised, what
   * runs drains, and the word is cleared. For trials whose partial result is of use too.
   *
   * @return whether everything ended by itself
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped; the lane has
   *     drained by then
   */
  public boolean await(Duration limit) {
    boolean raisedBefore = stopRaised;
    Mark mark = mark();
    boolean stop = awaitReached(mark, !raisedBefore, limit.toNanos());
    marks.giveBack(mark.event());
    if (stop) {
      drain();
      throw control.stop();
    }
    if (stopRaised == raisedBefore) {
      return true;
    }
    clearStop();
    return false;
  }

  /** Waits for marks, whatever becomes of the job; null ones are skipped. */
  void settle(Mark... pending) {
    for (Mark mark : pending) {
      if (mark != null && device.state() != DeviceState.FAULTED) {
        awaitReached(mark, false, Long.MAX_VALUE);
        marks.giveBack(mark.event());
      }
    }
  }

  /** Waits for all work, so that host memory which it may read can be unlocked; not if faulted. */
  public void drainBeforeUnlock() {
    if (device.state() != DeviceState.FAULTED && hasUnfinishedWork()) {
      drain();
    }
  }

  /** Waits for all that was enqueued, whatever becomes of the job. */
  private void drain() {
    Mark mark = mark();
    awaitReached(mark, false, Long.MAX_VALUE);
    marks.giveBack(mark.event());
  }

  /** Raises the stop word after so many ns, or if the job is stopped; returns whether it is. */
  private boolean awaitReached(Mark mark, boolean heedStop, long limitNanos) {
    DevicePolicy policy = device.policy();
    long now = System.nanoTime();
    long start = now;
    long spinUntil = now + policy.spinTime().toNanos();
    long nextCheck = now + policy.checkTime().toNanos();
    boolean stopped = false;
    while (!reached(mark)) {
      now = System.nanoTime();
      if (now - start >= limitNanos) {
        raiseStop();
      }
      if (now - nextCheck >= 0) {
        nextCheck = now + policy.checkTime().toNanos();
        if (heedStop && !stopped && control.stopped()) {
          stopped = true;
          raiseStop();
        }
        if (queried(mark)) {
          break;
        }
      }
      if (now - spinUntil < 0) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(policy.parkTime().toNanos());
      }
    }
    // The word was written behind the event, so this asks once; it also reports an error.
    while (!queried(mark)) {
      Thread.onSpinWait();
    }
    if (!hasUnfinishedWork()) {
      turn.giveBack();
    }
    return stopped || (heedStop && control.stopped());
  }

  private boolean reached(Mark mark) {
    return device.words().completed(index) - mark.sequence() >= 0;
  }

  private boolean queried(Mark mark) {
    int status = JCudaDriver.cuEventQuery(mark.event());
    if (status == CUresult.CUDA_ERROR_NOT_READY) {
      return false;
    }
    check("cuEventQuery", status);
    return true;
  }

  private void raiseStop() {
    if (!stopRaised) {
      stopRaised = true;
      device.words().raiseStop(this);
    }
  }

  /** Whether the device had not yet done all it was given; right also after a fault. */
  boolean hasUnfinishedWork() {
    return beyondMark || device.words().completed(index) - marked < 0;
  }

  /** Runs a task from start to end on this lane's thread. */
  void serve(PendingTask<?> task) {
    control = task.control;
    turn.begin();
    memory.begin(task.reservation);
    Throwable failure = null;
    try {
      control.checkStopped();
      clearStop();
      task.run(this);
    } catch (Throwable e) { // also an Error: the lane must live on and the caller must hear of it
      failure = e;
    }
    try {
      restore(failure != null);
    } catch (RuntimeException e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
    turn.end();
    control = JobControl.unbounded();
    memory.end();
    if (failure == null) {
      task.end();
    } else {
      task.fail(failure);
    }
  }

  private void restore(boolean failed) {
    boolean usable = device.state() != DeviceState.FAULTED;
    if (usable && failed && hasUnfinishedWork()) {
      raiseStop();
    }
    try {
      memory.giveBack();
    } finally {
      page.forget();
      if (usable) {
        if (hasUnfinishedWork()) {
          drain();
        }
        clearStop();
        marks.giveAllBack();
        timers.giveAllBack();
      }
    }
  }

  /**
   * Clears a stop word that is raised. It counts as raised until the device has cleared it: kernels
   * under a raised one end at once, and the next task's counts would miss what they were to do.
   */
  private void clearStop() {
    if (stopRaised) {
      device.words().clearStop(this);
      drain();
      stopRaised = false;
    }
  }

  /** After the lane's thread has ended. */
  void destroy() {
    page.close();
    marks.destroy();
    timers.destroy();
    streams.destroy();
  }
}
