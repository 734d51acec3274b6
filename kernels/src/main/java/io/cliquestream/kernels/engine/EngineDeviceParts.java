package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.share.PhaseUnits;
import io.cliquestream.kernels.engine.process.ShareOffer;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.part.BegunJob;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.DevicePlan;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.part.RootRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Parts of the jobs that devices share, by the pieces that devices of one host would take from a
 * common queue.
 *
 * <p>What was done is proven as it is on one host: a part adds to its sums the units that it did of
 * each phase, and an answer is made where they add up to all. Of searches for a maximum clique the
 * sums of parts that found smaller ones are dropped; there the units are pieces, so that each part
 * is proven by itself, and all by the sum that has every part.
 *
 * @param device the model of the devices
 * @param sharing which jobs are shared, and what their sums make
 * @param shares does them on a device
 */
record EngineDeviceParts(String device, Sharing sharing, DeviceShares shares)
    implements DeviceParts {
  /** Begins the names of sums of units; no algorithm's names begin so. */
  private static final String DID = "did ";

  /** Time of a job of which nothing is known. */
  private static final double UNKNOWN_NANOS = 1e9;

  @Override
  public BegunJob begin(PreparedGraph graph, Job job, CutRule rule, JobControl control) {
    if (!sharing.isSharedBeyondHost(job)) {
      return BegunJob.NOT;
    }
    ShareOffer begun;
    try {
      begun = shares.begin(graph, job, rule, control);
    } catch (ComputeException e) {
      if (e.code() != FailureCode.JOB_MEMORY_EXCEEDED) {
        throw e;
      }
      return BegunJob.NOT; // in shards, then
    }
    return begun
        .outcome()
        .whole()
        .map(BegunJob::whole)
        .orElseGet(() -> BegunJob.cut(plan(job, begun, rule)));
  }

  private PartPlan plan(Job job, ShareOffer begun, CutRule rule) {
    double nanos = begun.predictedNanos();
    int count = rule.parts(nanos);
    int classes = DeviceShares.CLASSES_PER_PART * count;
    var plan = Optional.of(new DevicePlan(device, begun.choice().orElseThrow(), classes));
    int known = begun.outcome().part().cliqueNumber();
    double cost = (nanos > 0 && Double.isFinite(nanos) ? nanos : UNKNOWN_NANOS) / count;
    List<Part> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      RootRange of =
          new RootRange(i * DeviceShares.CLASSES_PER_PART, (i + 1) * DeviceShares.CLASSES_PER_PART);
      parts.add(new Part(job, i, of, 0, known, cost, plan));
    }
    return new PartPlan(job, parts, partial(job, begun.outcome()));
  }

  @Override
  public PartialAnswer run(PreparedGraph graph, Part part, JobControl control) {
    DevicePlan plan =
        part.onDevice()
            .orElseThrow(() -> new IllegalArgumentException("a part for the host's engine"));
    if (!plan.device().equals(device)) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "the part is for a " + plan.device() + ", this is a " + device);
    }
    ShareOutcome outcome = shares.part(graph, part, control);
    if (part.job() instanceof MaximumClique) {
      prove(part, outcome.done());
    }
    return partial(part.job(), outcome);
  }

  private static void prove(Part part, List<PhaseUnits> done) {
    long left = 1;
    if (done.size() == 1) {
      int pieces = Math.toIntExact(done.getFirst().allUnits());
      left =
          DeviceShares.share(part).pieces(done.getFirst().phase(), pieces)
              - done.getFirst().units();
    }
    if (left != 0) {
      throw new ComputeException(FailureCode.INTERNAL, "a part of a search was not done: " + done);
    }
  }

  private static PartialAnswer partial(Job job, ShareOutcome outcome) {
    PartialAnswer found = outcome.part();
    if (job instanceof MaximumClique) {
      return found;
    }
    SortedMap<String, BigInteger> sums = new TreeMap<>(found.sums());
    for (PhaseUnits did : outcome.done()) {
      sums.merge(
          DID + did.phase() + " " + Long.toUnsignedString(did.allUnits()),
          new BigInteger(Long.toUnsignedString(did.units())),
          BigInteger::add);
    }
    return with(sums, found);
  }

  private static PartialAnswer with(SortedMap<String, BigInteger> sums, PartialAnswer found) {
    return new PartialAnswer(
        sums,
        found.cliqueNumber(),
        found.listed(),
        found.complete(),
        found.perVertex(),
        found.perEdge());
  }

  @Override
  public Answer answer(
      PreparedGraph graph, Job job, PartialSum sum, JobControl control, ListingSink sink) {
    if (!sum.isWhole()) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "the sum has " + sum.count() + " of " + sum.parts() + " parts: that is no answer");
    }
    SortedMap<String, BigInteger> sums = new TreeMap<>(sum.sums());
    if (!(job instanceof MaximumClique)) {
      prove(sums);
    }
    sums.keySet().removeIf(name -> name.startsWith(DID));
    return sharing.answer(
        graph,
        job,
        new PartialAnswer(
            sums,
            sum.cliqueNumber(),
            sum.listed(),
            sum.complete(),
            sum.perVertex(),
            sum.perEdge()));
  }

  private static void prove(SortedMap<String, BigInteger> sums) {
    int phases = 0;
    for (var entry : sums.entrySet()) {
      if (entry.getKey().startsWith(DID)) {
        String[] words = entry.getKey().split(" ", -1);
        BigInteger left = new BigInteger(words[2]).subtract(entry.getValue());
        if (left.signum() != 0) {
          throw new ComputeException(
              FailureCode.INTERNAL,
              "the devices left " + left + " units of phase " + words[1] + " of a count");
        }
        phases++;
      }
    }
    if (phases == 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the parts do not say what was done of a count");
    }
  }
}
