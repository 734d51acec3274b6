package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.share.SharedQueue;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * One job on several devices, once. The caller's thread waits for the first device; a thread of
 * this run watches for its offer, and each device that helps has one.
 */
final class DeviceGroupRun {
  /** Between two looks whether the job has been offered. */
  private static final long WATCH_NANOS = 1_000_000;

  private final List<SupervisedEngine> devices;
  private final List<Integer> helpers;
  private final Sharing sharing;
  private final SharedQueue queue;
  private final PreparedGraph graph;
  private final Job job;
  private final JobControl control;
  private volatile boolean firstHasEnded;

  DeviceGroupRun(
      List<SupervisedEngine> devices,
      List<Integer> helpers,
      Sharing sharing,
      SharedQueue queue,
      PreparedGraph graph,
      Job job,
      JobControl control) {
    this.devices = devices;
    this.helpers = helpers;
    this.sharing = sharing;
    this.queue = queue;
    this.graph = graph;
    this.job = job;
    this.control = control;
  }

  /** A device that helps, on a thread of its own. */
  private final class Help implements Runnable {
    private final int device;

    /** Its progress is not the job's: the first device knows how far the queue is. */
    private final JobControl part = control.part(0);

    private final Thread thread;
    private ShareOutcome outcome = ShareOutcome.NOTHING;
    private Throwable failure;

    Help(int device) {
      this.device = device;
      this.thread = Thread.ofVirtual().name("cliquestream-help-" + device).unstarted(this);
    }

    @Override
    public void run() {
      try {
        outcome = devices.get(device).runShare(graph, job, part, queue.number(), device, false);
      } catch (RuntimeException | Error e) { // what it had counted is lost either way
        failure = e;
      }
    }

    /** Lets it end, at once if it has no pieces yet. */
    void end() {
      if (queue.bar(device)) {
        part.cancel("all pieces are taken");
      }
    }
  }

  /**
   * Does the job from a device on.
   *
   * @return empty when a device lost what it had counted, and all must be done again
   */
  Optional<JobOutcome> from(int first) {
    List<Help> help = helpers.stream().map(Help::new).toList();
    Thread watch = Thread.ofVirtual().name("cliquestream-offer-watch").start(() -> watch(help));
    ShareOutcome mine;
    try {
      mine = devices.get(first).runShare(graph, job, control, queue.number(), first, true);
    } catch (RuntimeException | Error e) {
      end(watch, help, true);
      throw e;
    }
    end(watch, help, mine.lost());
    if (mine.whole().isPresent()) {
      return mine.whole();
    }
    control.checkStopped();
    return mine.lost() || help.stream().anyMatch(this::isLost)
        ? Optional.empty()
        : Optional.of(outcome(first, mine, help));
  }

  private void watch(List<Help> help) {
    while (!firstHasEnded) {
      if (queue.isOffered()) {
        help.forEach(other -> other.thread.start());
        return;
      }
      LockSupport.parkNanos(WATCH_NANOS);
    }
  }

  /** Waits until no device uses the queue. */
  private void end(Thread watch, List<Help> help, boolean inVain) {
    firstHasEnded = true;
    LockSupport.unpark(watch);
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      interrupts.join(watch);
      for (Help other : help) {
        other.end();
        if (inVain) {
          other.part.cancel("another device has failed");
        }
      }
      help.forEach(other -> interrupts.join(other.thread));
    }
  }

  /** Whether pieces went with a device, or with its failure. */
  private boolean isLost(Help help) {
    if (help.failure == null) {
      return help.outcome.lost();
    }
    boolean hadNone = queue.bar(help.device) || help.part.stopped();
    if (!(help.failure instanceof StoppedException)) {
      System.getLogger(DeviceGroupRun.class.getName())
          .log(
              help.failure instanceof ComputeException
                  ? System.Logger.Level.INFO
                  : System.Logger.Level.WARNING,
              "GPU " + help.device + " did not help with a job",
              help.failure);
    }
    return !hadNone;
  }

  private JobOutcome outcome(int first, ShareOutcome mine, List<Help> help) {
    List<ShareOutcome> shares = new ArrayList<>(List.of(mine));
    StringJoiner took = new StringJoiner(", ");
    took.add(text(first, mine));
    for (Help other : help) {
      if (!other.outcome.done().isEmpty()) {
        shares.add(other.outcome);
        took.add(text(other.device, other.outcome));
      }
    }
    JobOutcome outcome = sharing.outcome(graph, job, shares);
    SortedMap<String, String> plan = new TreeMap<>(outcome.plan());
    plan.put("devices", Integer.toString(shares.size()));
    plan.put("device-compute-ms", took.toString());
    return outcome.withPlan(plan);
  }

  private static String text(int device, ShareOutcome share) {
    return String.format(Locale.ROOT, "%d: %.3f", device, share.computeNanos() / 1e6);
  }
}
