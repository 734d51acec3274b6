package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCategory;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.thread.Guard;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * Keeps a device process running and its calls answered; the package's description says how.
 *
 * <p>Safe for use by any number of threads. A call blocks its caller. The new process is started as
 * soon as the old one is gone, whether or not anybody calls; until it is ready, and has run again
 * everything that is kept, the state is {@link ProcessState#RECOVERING} and callers wait.
 */
public final class DeviceSupervisor implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DeviceSupervisor.class.getName());

  private final ProcessPolicy policy;
  private final ProcessCommand command;
  private final CallGate gate;
  private final List<Consumer<ProcessState>> listeners = new CopyOnWriteArrayList<>();

  private final Guard lock = new Guard();
  private final Condition changed = lock.newCondition();
  private final Map<Long, byte[]> kept = new LinkedHashMap<>();
  private final Deque<Long> restartTimes = new ArrayDeque<>();
  private volatile ProcessState state = ProcessState.STARTING;
  private volatile DeviceProcess current;
  private String lastProblem = "";
  private long keys;
  private long restarts;

  /**
   * Starts the device process and waits until it is ready.
   *
   * @param service runs in the process
   * @param arguments given to it
   * @throws ComputeException what the service's opening threw, or ENGINE_UNAVAILABLE when the
   *     process cannot be started
   */
  public static DeviceSupervisor start(
      ProcessPolicy policy, Class<? extends DeviceService> service, String... arguments) {
    DeviceSupervisor supervisor =
        new DeviceSupervisor(policy, ProcessCommand.of(policy, service, arguments));
    try {
      supervisor.startProcess();
      return supervisor;
    } catch (ComputeException e) {
      supervisor.close();
      throw e;
    }
  }

  private DeviceSupervisor(ProcessPolicy policy, ProcessCommand command) {
    this.policy = policy;
    this.command = command;
    this.gate = new CallGate(policy.waitingCalls(), policy.checkTime().toNanos());
  }

  /** Whether it takes calls. */
  public ProcessState state() {
    return state;
  }

  /** Calls the listener after each change of state. It must not call back. */
  public void onState(Consumer<ProcessState> listener) {
    listeners.add(listener);
  }

  /** How many processes took the place of another so far. */
  public long restarts() {
    try (Guard _ = lock.hold()) {
      return restarts;
    }
  }

  /** Operating-system id of the present process. */
  public long pid() {
    return current.pid();
  }

  /** Makes a call without pages; see {@link #call(JobControl, byte[], PageSink)}. */
  public byte[] call(JobControl control, byte[] request) {
    return call(
        control,
        request,
        (number, page) -> {
          throw new IllegalStateException("a page that nobody asked for");
        });
  }

  /**
   * Makes a call and waits for its answer, through as many processes as it takes.
   *
   * @param pages takes the parts of a long answer, in order, from the first again at each try
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   * @throws ComputeException the service's failure; DEVICE_FAULT when the call broke the device as
   *     often as the policy allows; QUEUE_FULL; ENGINE_UNAVAILABLE when the device was given up
   */
  public byte[] call(JobControl control, byte[] request, PageSink pages) {
    gate.register();
    try {
      return callUntilAnswered(new PendingCall(control, request, pages));
    } finally {
      gate.unregister();
    }
  }

  private byte[] callUntilAnswered(PendingCall call) {
    Trial trial = new Trial(policy);
    CallGate.Entry entry = gate.enter(call.control);
    try {
      while (true) {
        DeviceProcess process = awaitReady(call.control);
        gate.begins(entry);
        CallEnd ended = process.call(call);
        CallGate.Company company = gate.company(entry);
        boolean alone = company == CallGate.Company.NOBODY;
        if (company == CallGate.Company.OTHERS_LATER) {
          trial.acquitted();
        }
        switch (ended) {
          case CallEnd.Answered end -> {
            return end.bytes();
          }
          case CallEnd.Failed end -> throw failure(call, end);
          case CallEnd.Faulted end -> trial.broke(end.role(), alone, end.message());
          // It said nothing, so each call it had is a suspect.
          case CallEnd.Died end -> trial.broke(FaultRole.SUSPECT, alone, end.message());
        }
        call.control.checkStopped();
        entry =
            gate.again(
                entry, trial.mustBeAlone(), trial.acquittals(), trial.aloneNanos(), call.control);
      }
    } finally {
      gate.leave(entry);
    }
  }

  private static ComputeException failure(PendingCall call, CallEnd.Failed end) {
    return end.code().category() == FailureCategory.STOPPED
        ? call.control.stop()
        : new ComputeException(end.code(), end.message());
  }

  /**
   * Makes a call now, and again in each later process before any other call: something the process
   * must hold, like a graph. A process that starts while the call is made gets it twice.
   *
   * @return the key to {@link #forget} it by
   */
  public long keep(byte[] request) {
    long key = record(request);
    try {
      var _ = call(JobControl.unbounded(), request);
    } catch (RuntimeException | Error e) {
      drop(key);
      throw e;
    }
    return key;
  }

  /** Before the call: a process that starts between its answer and a later record would miss it. */
  private long record(byte[] request) {
    try (Guard _ = lock.hold()) {
      long key = ++keys;
      kept.put(key, request);
      return key;
    }
  }

  private void drop(long key) {
    try (Guard _ = lock.hold()) {
      kept.remove(key);
    }
  }

  /** Does not make a kept call again, and makes one that undoes it. */
  public void forget(long key, byte[] undo) {
    drop(key);
    var _ = call(JobControl.unbounded(), undo);
  }

  private DeviceProcess awaitReady(JobControl control) {
    try (Guard _ = lock.hold()) {
      while (state != ProcessState.READY) {
        if (state == ProcessState.LOST || state == ProcessState.CLOSED) {
          throw new ComputeException(
              FailureCode.ENGINE_UNAVAILABLE,
              state == ProcessState.CLOSED
                  ? "the device process was closed"
                  : "the GPU was given up: " + lastProblem);
        }
        control.checkStopped();
        changed.awaitNanos(policy.checkTime().toNanos());
      }
      return current;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw control.stopped()
          ? control.stop()
          : new ComputeException(FailureCode.INTERNAL, "interrupted while the device restarts", e);
    }
  }

  /** Starts a process, lets it run again what is kept, and takes calls. */
  private void startProcess() {
    DeviceProcess[] started = new DeviceProcess[1];
    DeviceProcess process = new DeviceProcess(policy, command, () -> doomed(started));
    started[0] = process;
    try {
      process.awaitReady();
      for (byte[] request : keptNow()) {
        load(process, request);
      }
    } catch (InterruptedException e) {
      process.kill();
      Thread.currentThread().interrupt();
      throw new ComputeException(FailureCode.INTERNAL, "interrupted at the device's start", e);
    } catch (ComputeException e) {
      process.kill();
      throw e;
    }
    try (Guard _ = lock.hold()) {
      if (state == ProcessState.CLOSED) {
        process.kill();
        return;
      }
      current = process;
      if (!process.isDead()) {
        become(ProcessState.READY);
        return;
      }
    }
    throw new ComputeException(FailureCode.ENGINE_UNAVAILABLE, "the device process ended at once");
  }

  /** What the service refuses is its caller's matter later; a process that breaks is ours now. */
  private static void load(DeviceProcess process, byte[] request) {
    switch (process.call(new PendingCall(JobControl.unbounded(), request, (number, page) -> {}))) {
      case CallEnd.Answered _, CallEnd.Failed _ -> {}
      case CallEnd.Faulted end -> throw reloadBroke(end.message());
      case CallEnd.Died end -> throw reloadBroke(end.message());
    }
  }

  private static ComputeException reloadBroke(String message) {
    return new ComputeException(
        FailureCode.DEVICE_FAULT, "loading what was cached broke the GPU: " + message);
  }

  private List<byte[]> keptNow() {
    try (Guard _ = lock.hold()) {
      return List.copyOf(kept.values());
    }
  }

  /** The present process will not last: calls wait from now on, and a new one is on its way. */
  private void doomed(DeviceProcess[] process) {
    try (Guard _ = lock.hold()) {
      if (state != ProcessState.READY || process[0] != current) {
        return;
      }
      become(ProcessState.RECOVERING);
    }
    Thread.ofVirtual().name("cliquestream-device-recovery").start(() -> recover(process[0]));
  }

  private void recover(DeviceProcess old) {
    try {
      old.awaitGone();
      LOG.log(
          System.Logger.Level.WARNING,
          "device process {0} is gone; another one takes its place",
          Long.toString(old.pid()));
      while (state == ProcessState.RECOVERING && mayRestart()) {
        try {
          startProcess();
        } catch (ComputeException e) {
          note(e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      note("interrupted");
      Thread.currentThread().interrupt();
    }
    try (Guard _ = lock.hold()) {
      if (state == ProcessState.RECOVERING) {
        become(ProcessState.LOST);
      }
    }
  }

  private void note(String problem) {
    try (Guard _ = lock.hold()) {
      lastProblem = problem;
    }
  }

  private boolean mayRestart() {
    try (Guard _ = lock.hold()) {
      long now = System.nanoTime();
      while (!restartTimes.isEmpty()
          && now - restartTimes.peek() > policy.restartWindow().toNanos()) {
        restartTimes.remove();
      }
      if (restartTimes.size() >= policy.restarts()) {
        if (lastProblem.isEmpty()) {
          lastProblem = restartTimes.size() + " restarts in " + policy.restartWindow();
        }
        return false;
      }
      restartTimes.add(now);
      restarts++;
      return true;
    }
  }

  /** Called with the lock. */
  private void become(ProcessState next) {
    state = next;
    changed.signalAll();
    listeners.forEach(listener -> listener.accept(next));
  }

  /** Ends the process; calls under way fail. */
  @Override
  public void close() {
    DeviceProcess last;
    try (Guard _ = lock.hold()) {
      if (state == ProcessState.CLOSED) {
        return;
      }
      become(ProcessState.CLOSED);
      last = current;
    }
    if (last != null) {
      try {
        last.close();
      } catch (InterruptedException e) {
        last.kill();
        Thread.currentThread().interrupt();
      }
    }
  }
}
