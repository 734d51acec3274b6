package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** One process that owns the device, seen from its parent. */
final class DeviceProcess {
  private static final System.Logger LOG = System.getLogger(DeviceProcess.class.getName());

  private final ProcessPolicy policy;
  private final Process process;
  private final DataOutputStream out;
  private final AtomicInteger numbers = new AtomicInteger(ServiceHost.OPENING);
  private final Map<Integer, BlockingQueue<Frame>> mailboxes = new ConcurrentHashMap<>();
  private final BlockingQueue<Frame> opening = new LinkedBlockingQueue<>();
  private final Runnable doomed;
  private volatile boolean dead;

  /** Frames that said that some call gets on. */
  private final AtomicLong news = new AtomicLong();

  /** Stands in a mailbox for the end of the process. */
  private static final Frame GONE = new Frame.Ready(-1);

  /**
   * Starts the process.
   *
   * @param doomed called once at the first sign that it will not last
   */
  DeviceProcess(ProcessPolicy policy, ProcessCommand command, Runnable doomed) {
    this.policy = policy;
    this.doomed = doomed;
    try {
      this.process = command.start();
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, "the device process cannot be started", e);
    }
    this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    mailboxes.put(ServiceHost.OPENING, opening);
    Thread.ofPlatform().daemon().name("cliquestream-device-" + process.pid()).start(this::listen);
  }

  long pid() {
    return process.pid();
  }

  boolean isDead() {
    return dead;
  }

  /** Waits until the service is open. */
  void awaitReady() throws InterruptedException {
    Frame first = opening.poll(policy.startTime().toNanos(), TimeUnit.NANOSECONDS);
    switch (first) {
      case Frame.Ready ready when !ready.equals(GONE) -> {}
      case Frame.Failed failed -> throw new ComputeException(failed.code(), failed.message());
      case null ->
          throw new ComputeException(
              FailureCode.ENGINE_UNAVAILABLE,
              "the device process was not ready within " + policy.startTime().toSeconds() + " s");
      default ->
          throw new ComputeException(
              FailureCode.ENGINE_UNAVAILABLE, "the device process ended before it was ready");
    }
  }

  private void listen() {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16))) {
      boolean healthy = true;
      while (true) {
        Frame frame = Frame.read(in);
        if (healthy && frame instanceof Frame.Fault) {
          healthy = false;
          doomed.run();
        }
        if (isNews(frame)) {
          var _ = news.incrementAndGet();
        }
        BlockingQueue<Frame> mailbox = mailboxes.get(frame.call());
        if (mailbox != null) {
          mailbox.add(frame); // few: the process waits for pages to be taken
        }
      }
    } catch (IOException end) { // the process is gone
      dead = true;
      process.destroyForcibly();
      doomed.run();
      mailboxes.values().forEach(mailbox -> mailbox.add(GONE));
    }
  }

  private static boolean isNews(Frame frame) {
    return frame instanceof Frame.Progress || frame instanceof Frame.Page;
  }

  private boolean send(Frame frame) {
    synchronized (out) {
      try {
        Frame.write(out, frame);
        out.flush();
        return true;
      } catch (IOException e) { // the listener finds out why
        return false;
      }
    }
  }

  /** Makes a call and waits for its end, passing pages and progress on and the job's stop in. */
  CallEnd call(PendingCall call) {
    int number = numbers.incrementAndGet();
    BlockingQueue<Frame> mailbox = new LinkedBlockingQueue<>();
    mailboxes.put(number, mailbox);
    boolean ended = false;
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      call.restart();
      JobControl control = call.control;
      send(
          new Frame.Request(
              number,
              control.remaining().isPresent(),
              control.remaining().map(left -> left.toNanos()).orElse(0L),
              control.priority(),
              call.request));
      if (dead) {
        mailbox.add(GONE);
      }
      StopWait stop = null;
      while (true) {
        Frame frame =
            interrupts.keep(() -> mailbox.poll(policy.checkTime().toNanos(), TimeUnit.NANOSECONDS));
        if (frame != null) {
          if (stop != null && isNews(frame)) {
            stop.own();
          }
          CallEnd end = take(call, frame);
          if (end != null) {
            ended = true;
            return end;
          }
        } else if (stop == null) {
          if (control.stopped()) {
            send(new Frame.Stop(number, control.stop().getMessage()));
            stop = new StopWait(policy, news.get());
          }
        } else if (stop.isOver(news.get())) {
          LOG.log(
              System.Logger.Level.WARNING,
              "a call that was stopped did not end within {0}: device process {1} is held to hang"
                  + " and ended",
              stop.waited(),
              Long.toString(pid()));
          kill();
          stop = new StopWait(policy, news.get());
        }
      }
    } finally {
      mailboxes.remove(number);
      if (!ended) { // whoever takes the pages gave up
        send(new Frame.Stop(number, "the caller left"));
      }
    }
  }

  private CallEnd take(PendingCall call, Frame frame) {
    return switch (frame) {
      case Frame.Progress progress -> {
        call.progress(progress);
        yield null;
      }
      case Frame.Page page -> {
        call.page(page.bytes());
        send(new Frame.Taken(page.call()));
        yield null;
      }
      case Frame.Answer answer -> new CallEnd.Answered(answer.bytes());
      case Frame.Failed failed -> new CallEnd.Failed(failed.code(), failed.message());
      case Frame.Fault fault -> new CallEnd.Faulted(fault.role(), fault.message());
      case Frame.Ready _ -> new CallEnd.Died("the device process " + pid() + " ended");
      case Frame.Request _, Frame.Stop _, Frame.Taken _ ->
          throw new IllegalStateException("the device process sent " + frame);
    };
  }

  /** Ends the process at once. */
  void kill() {
    process.destroyForcibly();
  }

  /** Waits until the process is gone, so that its device memory is free. */
  void awaitGone() throws InterruptedException {
    process.waitFor();
  }

  /** Lets the process end by itself for a while, then ends it. */
  void close() throws InterruptedException {
    try {
      process.getOutputStream().close();
    } catch (IOException alreadyGone) {
      kill();
    }
    if (!process.waitFor(policy.stopTime().toNanos(), TimeUnit.NANOSECONDS)) {
      kill();
      process.waitFor();
    }
  }
}
