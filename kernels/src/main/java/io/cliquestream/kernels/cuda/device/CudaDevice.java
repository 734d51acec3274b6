package io.cliquestream.kernels.cuda.device;

import static jcuda.driver.CUresult.CUDA_SUCCESS;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.admission.FairLine;
import io.cliquestream.kernels.cuda.admission.MemoryAdmission;
import io.cliquestream.kernels.cuda.admission.MemoryReservation;
import io.cliquestream.kernels.cuda.admission.MemoryUse;
import io.cliquestream.kernels.cuda.driver.CudaStatus;
import io.cliquestream.kernels.cuda.driver.DeviceDescription;
import io.cliquestream.kernels.cuda.driver.DeviceFault;
import io.cliquestream.kernels.cuda.driver.DeviceFaultException;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;

/**
 * The one owner of a GPU's primary context in this process.
 *
 * <p>It holds a fixed set of lanes. A caller hands a task over and waits; the task is run by the
 * next free lane, by priority and waiting time ({@link FairLine}), from start to end, on the lane's
 * thread and stream. Tasks on different lanes share the GPU: the hardware takes blocks of all
 * streams, and long kernels are cut into slices ({@link SlicedRun}) so that others get in between.
 *
 * <p>All device memory comes from one stream-ordered pool that keeps what it once got from the
 * driver, so that an allocation costs a microsecond or two. {@link MemoryAdmission} keeps the sum
 * inside the budget.
 *
 * <p><b>Faults.</b> An illegal address, a failed assertion or a watchdog destroys the context with
 * everything in it. The first call that sees it turns the device {@link DeviceState#FAULTED}; every
 * task ends with a {@link DeviceFaultException} that says what role it had. The process cannot use
 * the GPU again: measured on driver 580 (CUDA 13.0), after an illegal address as after a trap, the
 * primary context can be reset, but retaining it again or making another context returns the old
 * error; so it does after cudaDeviceReset, after a checkpoint and restore of the process, and a
 * second copy of the driver's library cannot be initialised beside the first. NVIDIA's
 * documentation says the same: the process must be relaunched. So whoever must outlive a fault runs
 * the device in a process of its own and starts that one again.
 */
public final class CudaDevice implements AutoCloseable {
  private static final Set<Integer> OWNED = ConcurrentHashMap.newKeySet();

  private final DeviceDescription description;
  private final DevicePolicy policy;
  private final CUcontext context = new CUcontext();
  private final CUdevice handle = new CUdevice();
  private final MemoryPool pool;
  private final MemoryAdmission admission;
  private final PinnedStaging staging;
  private final LaneWords words;
  private final SliceTurns turns;
  private final List<Lane> lanes = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<PinnedMemory> pinned = new CopyOnWriteArrayList<>();
  private final List<Consumer<DeviceState>> listeners = new CopyOnWriteArrayList<>();

  private final FairLine<PendingTask<?>> line;
  private volatile DeviceState state = DeviceState.READY;
  private DeviceFault fault;

  /**
   * Takes a device.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when this process has it open already, INTERNAL
   *     when the driver refuses
   */
  public static CudaDevice open(DeviceDescription description, DevicePolicy policy) {
    if (!OWNED.add(description.ordinal())) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "GPU " + description.ordinal() + " is open in this process already");
    }
    try {
      return new CudaDevice(description, policy);
    } catch (RuntimeException | Error e) {
      OWNED.remove(description.ordinal());
      throw e;
    }
  }

  private CudaDevice(DeviceDescription description, DevicePolicy policy) {
    this.description = description;
    this.policy = policy;
    this.turns = new SliceTurns(policy.quietTime(), policy.turnWait());
    this.line = new FairLine<>(policy.waitingTasks(), policy.agingTime().toNanos());
    CudaStatus.check("cuDeviceGet", JCudaDriver.cuDeviceGet(handle, description.ordinal()));
    CudaStatus.check(
        "cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, handle));
    try {
      this.admission = new MemoryAdmission(budget(), policy);
      this.pool = new MemoryPool(this);
      this.staging = new PinnedStaging(this, policy);
      this.words = new LaneWords(this, policy);
      for (int i = 0; i <= policy.lanes(); i++) {
        lanes.add(new Lane(this, i, i < policy.lanes() ? LaneKind.USUAL : LaneKind.URGENT));
      }
    } catch (RuntimeException | Error e) {
      JCudaDriver.cuDevicePrimaryCtxRelease(handle);
      throw e;
    }
    for (Lane lane : lanes) {
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("cliquestream-gpu-" + description.ordinal() + "-lane-" + lane.index())
              .start(() -> serve(lane)));
    }
  }

  private long budget() {
    if (policy.budgetBytes() > 0) {
      return policy.budgetBytes();
    }
    long[] free = new long[1];
    long[] total = new long[1];
    inContext("cuMemGetInfo", () -> JCudaDriver.cuMemGetInfo(free, total));
    return (long) (free[0] * policy.budgetFraction());
  }

  /** The GPU. */
  public DeviceDescription description() {
    return description;
  }

  /** The settings. */
  public DevicePolicy policy() {
    return policy;
  }

  /** Whether it takes tasks. */
  public DeviceState state() {
    return state;
  }

  /** Calls the listener after each change of state, on the thread that found it. */
  public void onState(Consumer<DeviceState> listener) {
    listeners.add(listener);
  }

  /** Who may use how much memory. */
  public MemoryAdmission admission() {
    return admission;
  }

  /** The memory's books as they are now. */
  public MemoryUse memoryUse() {
    return admission.use();
  }

  /**
   * Sets a predicted peak of device memory aside, runs a task on a lane fit for its job's priority,
   * and gives the memory back.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED, QUEUE_FULL, or what the task threw
   * @throws DeviceFaultException when the device's context broke
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  public <T> T run(JobControl control, long peakBytes, LaneTask<T> task) {
    LaneKind kind =
        control.priority() >= policy.urgentPriority() ? LaneKind.URGENT : LaneKind.USUAL;
    try (MemoryReservation reservation = admission.admit(peakBytes, control)) {
      try {
        return run(kind, control, reservation, task);
      } finally {
        control.memory().onDevice(peakBytes, reservation.peakUsed());
      }
    }
  }

  /** Runs a task within a reservation the caller holds, and waits for its end. */
  public <T> T run(
      LaneKind kind, JobControl control, MemoryReservation reservation, LaneTask<T> task) {
    if (threads.contains(Thread.currentThread())) {
      throw new IllegalStateException("a lane's task cannot wait for another lane");
    }
    control.checkStopped();
    PendingTask<T> pending = new PendingTask<>(kind, control, reservation, task);
    enqueue(pending);
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (true) {
        long nanos = policy.checkTime().toNanos();
        if (Boolean.TRUE.equals(interrupts.keep(() -> pending.awaitEnd(nanos)))) {
          return pending.result();
        }
        if (control.stopped() && withdraw(pending)) {
          throw control.stop();
        }
      }
    }
  }

  private synchronized void enqueue(PendingTask<?> pending) {
    checkReady();
    if (!line.offer(pending, pending.control.priority(), System.nanoTime())) {
      throw new ComputeException(
          FailureCode.QUEUE_FULL, line.size() + " tasks wait for the GPU already");
    }
    notifyAll();
  }

  private synchronized boolean withdraw(PendingTask<?> pending) {
    return line.remove(pending);
  }

  private void checkReady() {
    switch (state) {
      case READY -> {}
      case FAULTED -> throw fault.exception(FaultRole.BYSTANDER);
      case CLOSED -> throw closed();
    }
  }

  private static ComputeException closed() {
    return new ComputeException(FailureCode.ENGINE_UNAVAILABLE, "the GPU was closed");
  }

  /** Locks memory of the caller's for direct copies; costs about 60 microseconds a megabyte. */
  public PinnedMemory pin(MemorySegment segment) {
    PinnedMemory memory = new PinnedMemory(this, segment);
    pinned.add(memory);
    return memory;
  }

  /** Bytes of host memory that are page-locked for this device now. */
  public long pinnedBytes() {
    return pinned.stream().mapToLong(memory -> memory.segment().byteSize()).sum();
  }

  void unpin(PinnedMemory memory) {
    pinned.remove(memory);
    if (state != DeviceState.FAULTED) {
      inContext("cuMemHostUnregister", memory::unregister);
    }
  }

  /** Waits for a lane's side stream that its main one was not made to wait for; not if faulted. */
  public void drainSide(Lane lane, int side) {
    if (state != DeviceState.FAULTED) {
      lane.streams.synchronizeSide(side);
    }
  }

  boolean isPinned(MemorySegment segment) {
    for (PinnedMemory memory : pinned) {
      if (memory.covers(segment)) {
        return true;
      }
    }
    return false;
  }

  /** Loads kernels from a fatbin, cubin or PTX image. */
  public DeviceModule load(byte[] image) {
    return new DeviceModule(this, image);
  }

  void freeResident(DeviceMemory memory) {
    admission.giveResident(DeviceMemory.accounted(memory.bytes()));
    pool.free(memory.pointer());
  }

  MemoryPool pool() {
    return pool;
  }

  PinnedStaging staging() {
    return staging;
  }

  LaneWords words() {
    return words;
  }

  SliceTurns turns() {
    return turns;
  }

  /** Runs a driver call with the context current on the calling thread, and checks it. */
  void inContext(String operation, IntSupplier call) {
    int status = JCudaDriver.cuCtxPushCurrent(context);
    if (status == CUDA_SUCCESS) {
      try {
        status = call.getAsInt();
      } finally {
        JCudaDriver.cuCtxPopCurrent(new CUcontext());
      }
    }
    check(null, operation, status);
  }

  /** Turns a status into the failure it stands for. */
  void check(Lane lane, String operation, int status) {
    if (status == CUDA_SUCCESS) {
      return;
    }
    if (CudaStatus.sticky(status)) {
      throw faulted(lane, CudaStatus.message(operation, status));
    }
    throw CudaStatus.failure(operation, status);
  }

  private DeviceFaultException faulted(Lane observer, String message) {
    List<PendingTask<?>> waiting = List.of();
    DeviceFault found;
    boolean first;
    synchronized (this) {
      first = fault == null;
      if (first) {
        fault =
            new DeviceFault(
                message,
                lanes.stream()
                    .filter(Lane::hasUnfinishedWork)
                    .map(Lane::index)
                    .collect(Collectors.toSet()));
        state = DeviceState.FAULTED;
        waiting = line.drain();
        notifyAll();
      }
      found = fault;
    }
    if (first) {
      waiting.forEach(task -> task.fail(found.exception(FaultRole.BYSTANDER)));
      listeners.forEach(listener -> listener.accept(DeviceState.FAULTED));
    }
    return found.exception(observer == null ? FaultRole.BYSTANDER : found.role(observer.index()));
  }

  private void serve(Lane lane) {
    JCudaDriver.cuCtxSetCurrent(context);
    while (true) {
      PendingTask<?> task = nextTask(lane.kind());
      if (task == null) {
        return;
      }
      lane.serve(task);
    }
  }

  private synchronized PendingTask<?> nextTask(LaneKind kind) {
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (state == DeviceState.READY) {
        PendingTask<?> task =
            line.first(System.nanoTime(), t -> kind == LaneKind.USUAL || t.kind == LaneKind.URGENT);
        if (task != null) {
          line.remove(task);
          return task;
        }
        interrupts.await(this, Long.MAX_VALUE);
      }
      return null;
    }
  }

  /** Ends the lanes after their present tasks, fails those that wait, and releases the context. */
  @Override
  public void close() {
    List<PendingTask<?>> waiting;
    boolean wasFaulted;
    synchronized (this) {
      if (state == DeviceState.CLOSED) {
        return;
      }
      wasFaulted = state == DeviceState.FAULTED;
      state = DeviceState.CLOSED;
      waiting = line.drain();
      notifyAll();
    }
    waiting.forEach(task -> task.fail(closed()));
    joinLanes();
    if (!wasFaulted) {
      staging.close();
      lanes.forEach(Lane::destroy);
      words.close();
      pool.close();
    }
    JCudaDriver.cuDevicePrimaryCtxRelease(handle);
    OWNED.remove(description.ordinal());
    listeners.forEach(listener -> listener.accept(DeviceState.CLOSED));
  }

  private void joinLanes() {
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      threads.forEach(interrupts::join);
    }
  }
}
