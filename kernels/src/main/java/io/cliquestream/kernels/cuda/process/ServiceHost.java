package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.DeviceFaultException;
import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The device process's main class: reads frames from standard input, writes frames to standard
 * output, and lets a service answer. It ends when its input ends, so it never outlives its parent.
 */
public final class ServiceHost {
  /** Exit status after a fault of the device. */
  static final int FAULTED = 3;

  /** Longest wait for the other calls to notice a fault, before the process ends anyway. */
  private static final long FAULT_GRACE_NANOS = 3_000_000_000L;

  private static final int MOST_MESSAGE = 4096;
  private static final int PAGES_AHEAD = 8;
  private static final long CREDIT_CHECK_MILLIS = 5;

  /** Number of the call that opens the service. */
  static final int OPENING = 0;

  private final DeviceService service;
  private final DataOutputStream out;
  private final ReentrantLock outLock = new ReentrantLock();
  private final Map<Integer, Running> running = new ConcurrentHashMap<>();
  private final AtomicBoolean faulted = new AtomicBoolean();

  /** As many as calls at a time, which the parent bounds; most calls find one that waits. */
  private final ExecutorService callers =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("cliquestream-call-", 0).factory());

  private ServiceHost(DeviceService service, DataOutputStream out) {
    this.service = service;
    this.out = out;
  }

  /**
   * Runs until the input ends.
   *
   * @param arguments the service's class, the pause between progress reports in milliseconds, and
   *     the service's own arguments
   */
  public static void main(String[] arguments) throws Exception {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
    System.setOut(System.err); // whatever prints must not end up between frames
    var constructor =
        Class.forName(arguments[0]).asSubclass(DeviceService.class).getDeclaredConstructor();
    constructor.setAccessible(true); // a service is its module's own affair
    DeviceService service = constructor.newInstance();
    ServiceHost host = new ServiceHost(service, out);
    host.open(Arrays.copyOfRange(arguments, 2, arguments.length));
    host.reportEvery(Long.parseLong(arguments[1]));
    try {
      while (true) {
        host.take(Frame.read(in));
      }
    } catch (IOException end) { // the parent closed its end, or is gone
      Runtime.getRuntime().halt(0);
    }
  }

  private void open(String... arguments) {
    try {
      service.open(arguments);
      send(new Frame.Ready(OPENING));
    } catch (ComputeException e) {
      send(new Frame.Failed(OPENING, e.code(), message(e)));
    } catch (Throwable e) { // also an Error: the parent must hear of it
      send(new Frame.Failed(OPENING, FailureCode.INTERNAL, named(e)));
    }
  }

  private void reportEvery(long millis) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("cliquestream-device-progress").factory());
    var _ =
        timer.scheduleAtFixedRate(
            () -> running.values().forEach(Running::report), millis, millis, TimeUnit.MILLISECONDS);
  }

  private void take(Frame frame) {
    switch (frame) {
      case Frame.Request request -> {
        Running call = new Running(request);
        running.put(request.call(), call);
        callers.execute(call::run);
      }
      case Frame.Stop stop -> {
        Running call = running.get(stop.call());
        if (call != null) {
          call.control.cancel(stop.reason());
        }
      }
      case Frame.Taken taken -> {
        Running call = running.get(taken.call());
        if (call != null) {
          call.credits.release();
        }
      }
      case Frame.Ready _,
          Frame.Progress _,
          Frame.Page _,
          Frame.Answer _,
          Frame.Failed _,
          Frame.Fault _ ->
          throw new IllegalStateException("the parent sent " + frame);
    }
  }

  private void send(Frame... frames) {
    outLock.lock();
    try {
      for (Frame frame : frames) {
        Frame.write(out, frame);
      }
      out.flush();
    } catch (IOException e) { // the parent is gone, and so is the reason to be here
      Runtime.getRuntime().halt(1);
    } finally {
      outLock.unlock();
    }
  }

  /**
   * Ends the process when the other calls have noticed too; the broken context is not torn down.
   */
  private void leave() {
    if (!faulted.compareAndSet(false, true)) {
      return;
    }
    Thread.ofPlatform()
        .name("cliquestream-leave")
        .start(
            () -> {
              long until = System.nanoTime() + FAULT_GRACE_NANOS;
              while (!running.isEmpty() && System.nanoTime() - until < 0) {
                LockSupport.parkNanos(1_000_000);
              }
              outLock.lock(); // never between the bytes of a frame
              Runtime.getRuntime().halt(FAULTED);
            });
  }

  private final class Running implements ServiceCall {
    private final int number;
    private final byte[] request;
    private final JobControl control;
    private final Semaphore credits = new Semaphore(PAGES_AHEAD);
    private boolean ended;
    private JobControl.Progress last;

    Running(Frame.Request frame) {
      this.number = frame.call();
      this.request = frame.bytes();
      this.control =
          frame.hasDeadline()
              ? JobControl.within(Duration.ofNanos(frame.remainingNanos()), frame.priority())
              : JobControl.withPriority(frame.priority());
    }

    @Override
    public JobControl control() {
      return control;
    }

    @Override
    public void page(byte[] bytes) {
      try {
        while (!credits.tryAcquire(CREDIT_CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
          control.checkStopped();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      send(new Frame.Page(number, bytes));
    }

    synchronized void report() {
      if (!ended) {
        news().ifPresent(ServiceHost.this::send);
      }
    }

    /** What changed since the last report, if anything did. */
    private Optional<Frame> news() {
      JobControl.Progress now = control.progress();
      if (last != null
          && now.fraction() == last.fraction()
          && now.phase() == last.phase()
          && now.bounds().equals(last.bounds())) {
        return Optional.empty();
      }
      last = now;
      return Optional.of(
          new Frame.Progress(
              number,
              now.phase(),
              now.fraction(),
              now.partialCount().map(Object::toString),
              now.bounds()));
    }

    /** The last report and the end leave together: each message wakes the parent. */
    private synchronized void end(Frame end) {
      ended = true;
      news().ifPresentOrElse(news -> send(news, end), () -> send(end));
    }

    void run() {
      Frame end = answer();
      end(end);
      running.remove(number);
      if (end instanceof Frame.Fault) {
        leave();
      }
    }

    private Frame answer() {
      try {
        return new Frame.Answer(number, service.call(this, request));
      } catch (DeviceFaultException e) {
        return new Frame.Fault(number, e.role(), message(e));
      } catch (ComputeException e) {
        return e.code() == FailureCode.DEVICE_FAULT
            ? new Frame.Fault(number, FaultRole.SUSPECT, message(e))
            : new Frame.Failed(number, e.code(), message(e));
      } catch (Throwable e) { // also an Error: the caller must hear of it
        return new Frame.Failed(number, FailureCode.INTERNAL, named(e));
      }
    }
  }

  private static String named(Throwable e) {
    return e.getClass().getName() + ": " + message(e);
  }

  private static String message(Throwable e) {
    String message = Objects.requireNonNullElse(e.getMessage(), e.getClass().getName());
    return message.length() <= MOST_MESSAGE ? message : message.substring(0, MOST_MESSAGE);
  }
}
