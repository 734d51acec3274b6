package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.change.state.KeptAnswer;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.state.StateEnvelope;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Job;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A job's exact answer that stands on a version of a graph and follows it. Each {@link #advance}
 * takes the cheapest of the ways to the same answer: from the changes, on the host or on an
 * engine's device, or from the whole graph.
 *
 * <p>Holds a lease of its version until it is closed. Used by one thread at a time.
 */
public final class StandingJob implements AutoCloseable {
  private final Job job;
  private final Recount recount;
  private final CostPlanner planner = new CostPlanner();
  private final Optional<DeviceWay> onDevice;
  private MaintainedAnswer answer;
  private GraphVersion version;

  private StandingJob(
      Job job,
      Recount recount,
      Optional<DeviceCopies> device,
      MaintainedAnswer answer,
      GraphVersion version) {
    this.job = job;
    this.recount = recount;
    this.answer = answer;
    this.version = version;
    this.onDevice =
        device
            .filter(_ -> answer.question().isPresent())
            .map(copies -> new DeviceWay(copies.join(version), planner));
  }

  /**
   * {@return whether answers to a job can follow changes}
   *
   * @param job with all its options, some of which may stand against it
   */
  public static boolean supports(Job job) {
    return MaintainedAnswers.of(job).isPresent();
  }

  /**
   * Computes a job on a version, to follow the graph from there.
   *
   * @param job what is counted, with its options
   * @param version stays the caller's
   * @param recount computes the job, now and whenever that is the cheaper way
   * @param control may end the first count
   * @return stands on the version, of which it holds a lease of its own
   * @throws ComputeException OPTION_INVALID for a job that {@link #supports} says no of; what the
   *     engine throws
   */
  public static StandingJob start(
      Job job, GraphVersion version, Recount recount, JobControl control) {
    return start(job, version, recount, Optional.empty(), control);
  }

  /**
   * The same with a device at hand that counts changes.
   *
   * @param job what is counted, with its options
   * @param version stays the caller's
   * @param recount computes the job, now and whenever that is the cheaper way
   * @param device an engine's copies of graphs; without them the host follows alone
   * @param control may end the first count
   * @return stands on the version, of which it holds a lease of its own
   * @throws ComputeException OPTION_INVALID for a job that {@link #supports} says no of; what the
   *     engine throws
   */
  public static StandingJob start(
      Job job,
      GraphVersion version,
      Recount recount,
      Optional<DeviceCopies> device,
      JobControl control) {
    StandingJob standing = new StandingJob(job, recount, device, maintained(job), version.lease());
    boolean started = false;
    try {
      standing.answer = standing.recounted(version, control);
      started = true;
      return standing;
    } finally {
      if (!started) {
        standing.close();
      }
    }
  }

  private static MaintainedAnswer maintained(Job job) {
    return MaintainedAnswers.of(job)
        .orElseThrow(
            () ->
                new ComputeException(
                    FailureCode.OPTION_INVALID,
                    "answers to this job do not follow changes: " + job.name()));
  }

  /**
   * Goes on from bytes that {@link #save} gave for the same job on a version with the same edges.
   *
   * @param job with the options that it had
   * @param version stays the caller's
   * @param state the bytes
   * @param recount computes the job whenever that is the cheaper way
   * @return empty when the bytes are damaged, or of another job, graph or release; {@link #start}
   *     anew then
   */
  public static Optional<StandingJob> restore(
      Job job, GraphVersion version, byte[] state, Recount recount) {
    return restore(job, version, state, recount, Optional.empty());
  }

  /**
   * The same with a device at hand that counts changes.
   *
   * @param job with the options that it had
   * @param version stays the caller's
   * @param state the bytes
   * @param recount computes the job whenever that is the cheaper way
   * @param device an engine's copies of graphs; without them the host follows alone
   * @return empty when the bytes are damaged, or of another job, graph or release
   */
  public static Optional<StandingJob> restore(
      Job job, GraphVersion version, byte[] state, Recount recount, Optional<DeviceCopies> device) {
    Optional<MaintainedAnswer> maintained = MaintainedAnswers.of(job);
    return maintained
        .filter(
            answer ->
                StateEnvelope.read(
                    job.toString(), version, state, in -> answer.restore(version, in)))
        .map(answer -> new StandingJob(job, recount, device, answer, version.lease()));
  }

  /** {@return the job as it was started} */
  public Job job() {
    return job;
  }

  /** {@return sequence of the version that the answer stands on} */
  public long sequence() {
    return version.sequence();
  }

  /**
   * {@return the version that the answer stands on: this job's lease, not for the caller to close}
   */
  public GraphVersion version() {
    return version;
  }

  /**
   * Makes the answer that of a newer version, in the cheapest way. When it is stopped, or fails,
   * the answer still stands on the version before.
   *
   * @param newer stays the caller's
   * @param control may end it
   * @return which way was taken, and what both were expected to take
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended it
   * @throws IllegalArgumentException for a version of another graph, or an older one
   */
  public Advance advance(GraphVersion newer, JobControl control) {
    return advance(newer, control, Optional.empty());
  }

  /**
   * The same in a given way; {@code UNCHANGED} cannot be given. Where the device cannot be asked,
   * {@code DEVICE} is as if no way was given.
   *
   * @param newer stays the caller's
   * @param control may end it
   * @param forced the way; the cheapest one when empty
   * @return which way was taken, and what both were expected to take
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended it
   * @throws IllegalArgumentException for a version of another graph, or an older one
   */
  public Advance advance(GraphVersion newer, JobControl control, Optional<Method> forced) {
    VersionChange change = newer.since(version);
    long changed = change.count();
    if (change.isEmpty()) {
      replace(newer);
      return Advances.of(Method.UNCHANGED, 0, 0, 0);
    }
    double steps = answer.predict(change);
    int threads = change.inserted().parallelism().threads();
    double incremental = planner.incrementalNanos(steps, changed, threads);
    double anew = planner.recountNanos(change.edgesAfter());
    OptionalDouble device =
        onDevice.map(way -> way.predict(answer, change, steps)).orElse(OptionalDouble.empty());
    if (device.isPresent()
        && onDevice
            .get()
            .isTaken(
                forced, version, change, steps, device.getAsDouble(), Math.min(incremental, anew))
        && onDevice.get().advance(answer, version, newer, change, steps, control)) {
      planner.passedOver();
      replace(newer);
      return Advances.of(Method.DEVICE, changed, incremental, anew, device);
    }
    Method method =
        forced
            .filter(way -> way != Method.DEVICE)
            .orElse(incremental <= anew ? Method.INCREMENTAL : Method.RECOUNTED);
    long start = System.nanoTime();
    if (method == Method.INCREMENTAL) {
      long most = forced.isPresent() ? Long.MAX_VALUE / 2 : planner.mostSteps(change.edgesAfter());
      StepBudget budget = new StepBudget(control, most);
      try {
        answer.advance(change, budget).run();
        planner.advanced(steps, changed, threads, System.nanoTime() - start);
        passedOver(device, start);
        replace(newer);
        return Advances.of(Method.INCREMENTAL, changed, incremental, anew, device);
      } catch (StepBudget.Exceeded | ArithmeticException _) {
        // Too long, too large, or a number that does not fit: counting anew takes it.
        planner.advanced(steps, changed, threads, System.nanoTime() - start);
      }
    } else {
      planner.passedOver();
    }
    answer = recounted(newer, control);
    passedOver(device, start);
    replace(newer);
    return Advances.of(Method.RECOUNTED, changed, incremental, anew, device);
  }

  /** What was taken since is what the device might have saved. */
  private void passedOver(OptionalDouble device, long start) {
    device.ifPresent(
        nanos -> onDevice.get().passedOver(version, System.nanoTime() - start - nanos));
  }

  private MaintainedAnswer recounted(GraphVersion on, JobControl control) {
    long start = System.nanoTime();
    Answer counted = recount.run(on.prepared(), MaintainedAnswers.complete(job), control);
    MaintainedAnswer fresh = maintained(job);
    try {
      fresh.adopt(counted, on);
    } catch (ArithmeticException _) {
      // Counts of a vertex or an edge beyond 63 bits.
      fresh = new KeptAnswer();
      fresh.adopt(counted, on);
    }
    planner.recounted(on.edgeCount(), System.nanoTime() - start);
    return fresh;
  }

  private void replace(GraphVersion newer) {
    GraphVersion before = version;
    version = newer.lease();
    before.close();
  }

  /** {@return the answer, as any engine would give it for the version} */
  public Answer answer() {
    return answer.answer(version);
  }

  /**
   * The answer as bytes, to go on from later or elsewhere, with a checksum and with what tells the
   * job and the graph's edges.
   *
   * @param most bytes at most
   * @return empty when it does not fit
   */
  public Optional<byte[]> save(int most) {
    return StateEnvelope.write(job.toString(), version, most, out -> answer.save(version, out));
  }

  /** Gives the version back, and its part in the graph's copy on the device. */
  @Override
  public void close() {
    onDevice.ifPresent(DeviceWay::close);
    version.close();
  }
}
