package io.cliquestream.worker.jobs.split;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.part.BegunJob;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.TaskSpread;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.PlanNotice;
import io.cliquestream.v1.SplitProgress;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.VersionRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a split job, on the lane of the worker that owns the job's partition: takes up the
 * plan that an earlier owner left, or makes one; waits; gives parts out again that failed, or that
 * nobody answers; makes the answer.
 */
final class SplitRun {
  private static final Logger LOG = LoggerFactory.getLogger(SplitRun.class);

  /** How often the end of a plan is told when the broker does not take it. */
  private static final int NOTICES = 3;

  private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

  private final SplitMeans means;
  private final SplitFeed feed;
  private final SplitPublisher publisher;
  private final Set<String> own;
  private final JobSplitter.Run run;
  private final PreparedGraph graph;
  private final JobPartKinds kinds;
  private final List<VersionRecords> records;
  private final JobControl control;
  private final Reducer reducer;
  private final Set<String> written = new TreeSet<>();
  private final Map<Integer, Integer> reissues = new HashMap<>();
  private long reissued;
  private boolean resumed;

  SplitRun(
      SplitMeans means,
      SplitFeed feed,
      SplitPublisher publisher,
      Set<String> own,
      JobSplitter.Run run,
      PreparedGraph graph,
      JobPartKinds kinds,
      List<VersionRecords> records) {
    this.means = means;
    this.feed = feed;
    this.publisher = publisher;
    this.own = own;
    this.run = run;
    this.graph = graph;
    this.kinds = kinds;
    this.records = records;
    this.control = run.control();
    this.reducer =
        new Reducer(
            run.request(),
            run.run(),
            plan -> kinds.of(plan).isPresent(),
            run.lease().version(),
            Math.max(graph.graph().vertexCount(), graph.graph().edgeCount()),
            means.settings().split().pendingBytes().bytes(),
            control::workDone);
  }

  /**
   * Runs the job to its end.
   *
   * @param cut cuts the job, or does it, or says that it is not to be split
   * @return without an outcome when it is not split
   */
  JobSplitter.Decision run(Function<JobControl, BegunJob> cut, WideListingSink sink)
      throws InterruptedException {
    long start = System.nanoTime();
    control.beginPhase(Phase.PREPARING, 1);
    control.checkStopped();
    boolean over = false;
    try (SplitFeed.Attachment attachment =
        feed.attach(run.partition(), reducer, run.plans().start())) {
      JobSplitter.Decision decision = run(attachment, start, cut, sink);
      over = true;
      return decision;
    } finally {
      if (over || !run.goesOn().getAsBoolean()) {
        end();
      }
    }
  }

  private JobSplitter.Decision run(
      SplitFeed.Attachment attachment,
      long start,
      Function<JobControl, BegunJob> cut,
      WideListingSink sink)
      throws InterruptedException {
    OptionalLong end = await(attachment);
    if (end.isEmpty()) {
      return JobSplitter.Decision.not("what was split before cannot be read");
    }
    resumed = reducer.record().isPresent();
    if (!resumed) {
      BegunJob begun = cut.apply(control);
      if (begun.outcome().isPresent()) {
        return JobSplitter.Decision.whole(begun.outcome().get());
      }
      if (begun.plan().isEmpty()) {
        return JobSplitter.Decision.not("it is not cut into parts");
      }
      run.plans().plannedBehind(end.getAsLong());
      if (!publish(begun.plan().get())) {
        return JobSplitter.Decision.not("its plan cannot be written");
      }
    }
    return new JobSplitter.Decision(Optional.of(reduce(start, sink)), "");
  }

  /** Lets go of everybody who computes for the job: of every plan that it may ever have had. */
  private void end() {
    Set<String> plans = new TreeSet<>(reducer.planIds());
    plans.addAll(written);
    for (String plan : plans) {
      PlanNotice notice = PlanNotice.newBuilder().setPlanId(plan).setEnded(true).build();
      for (int i = 0; i < NOTICES && !publisher.notice(notice); i++) {
        LOG.debug("the end of plan {} is told again", plan);
      }
    }
  }

  /** Up to where everything is known that an earlier try may have left; empty if that is not. */
  private OptionalLong await(SplitFeed.Attachment attachment) throws InterruptedException {
    long deadline = System.nanoTime() + means.settings().requestTimeout().toNanos();
    while (System.nanoTime() - deadline < 0) {
      control.checkStopped();
      try {
        return OptionalLong.of(attachment.caughtUp().get(LOOK_NANOS, TimeUnit.NANOSECONDS));
      } catch (TimeoutException e) {
        LOG.trace("what was split before is not known yet", e);
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    LOG.warn("job {} is not split: partial answers cannot be read", run.request().getJobId());
    return OptionalLong.empty();
  }

  private boolean publish(PartPlan plan) throws InterruptedException {
    JobPlan record =
        PlanTranslation.plan(
            UUID.randomUUID().toString(),
            PlanTranslation.pinned(run.request(), plan.job(), run.lease().version()),
            run.run(),
            plan);
    // What becomes of its tasks is not always known.
    written.add(record.getPlanId());
    try {
      publisher.plan(run.partition(), record, placed(record, plan));
    } catch (WorkerException e) {
      LOG.warn("job {} is not split", run.request().getJobId(), e);
      return false;
    }
    means.metrics().split(plan.parts().size());
    LOG.info(
        "job {} is cut into {} parts, plan {}",
        run.request().getJobId(),
        plan.parts().size(),
        record.getPlanId());
    while (reducer.record().isEmpty()) {
      control.checkStopped();
      Reducer.Look _ = reducer.await(LOOK_NANOS);
    }
    return true;
  }

  private List<SplitPublisher.Placed> placed(JobPlan record, PartPlan plan) {
    List<Part> parts = plan.largestFirst();
    // Not every job begins with the same partition.
    int[] partitions =
        TaskSpread.of(parts, publisher.taskPartitions(), record.getPlanId().hashCode());
    List<SplitPublisher.Placed> placed = new ArrayList<>(partitions.length);
    for (int i = 0; i < partitions.length; i++) {
      placed.add(
          new SplitPublisher.Placed(
              partitions[i], PlanTranslation.task(record, parts.get(i), records, run, 0)));
    }
    return placed;
  }

  private JobOutcome reduce(long start, WideListingSink sink) throws InterruptedException {
    JobPlan record = reducer.record().orElseThrow();
    PartPlan plan = reducer.plan();
    own.add(record.getPlanId());
    try {
      beginPhase(plan);
      long planned = System.nanoTime();
      waitForAll(record, plan);
      long computed = System.nanoTime();
      Answer answer =
          kinds
              .of(record)
              .orElseThrow()
              .answer(graph, run.job(), reducer.whole(), control, sink.ofInts());
      means.metrics().duplicates(reducer.duplicates());
      long prepareNanos = planned - start;
      return new JobOutcome(
          record.hasDevice() ? EngineKind.CUDA : EngineKind.CPU,
          answer,
          description(record, plan),
          prepareNanos,
          computed - planned);
    } finally {
      own.remove(record.getPlanId());
    }
  }

  /** Parts that an earlier owner's workers have done count at once. */
  private void beginPhase(PartPlan plan) {
    double missing = reducer.missingRoots().stream().mapToDouble(Part::cost).sum();
    control.beginPhase(Phase.COMPUTING, plan.cost());
    control.workDone(plan.cost() - missing);
  }

  private void waitForAll(JobPlan record, PartPlan plan) throws InterruptedException {
    long quiet = System.nanoTime();
    int announced = 0;
    tell(plan);
    while (true) {
      control.checkStopped();
      Reducer.Look look = reducer.await(LOOK_NANOS);
      if (look.whole() || look.changed() || !look.failed().isEmpty()) {
        tell(plan);
      }
      if (look.whole()) {
        return;
      }
      for (Reducer.FailedPart failed : look.failed()) {
        again(record, plan, failed);
      }
      if (look.changed()) {
        quiet = System.nanoTime();
      }
      if (run.job() instanceof MaximumClique && reducer.cliqueNumber() > announced) {
        announced = reducer.cliqueNumber();
        control.bounds(
            new CliqueBounds(announced, Math.max(announced, graph.graph().vertexCount()), 0));
        boolean _ =
            publisher.notice(
                PlanNotice.newBuilder()
                    .setPlanId(record.getPlanId())
                    .setKnownClique(announced)
                    .build());
      }
      if (System.nanoTime() - quiet > means.settings().split().reissueAfter().toNanos()) {
        giveOut(record, reducer.missingRoots());
        quiet = System.nanoTime();
      }
    }
  }

  private void tell(PartPlan plan) {
    int parts = plan.parts().size();
    run.told()
        .accept(
            SplitProgress.newBuilder()
                .setParts(parts)
                .setDone(parts - reducer.missing().size())
                .setWorkers(reducer.workers())
                .setReissued(reissued)
                .build());
  }

  /** Gives out a part that failed, unless it failed too often. */
  private void again(JobPlan record, PartPlan plan, Reducer.FailedPart failed) {
    if (reissues.getOrDefault(failed.part(), 0) >= means.settings().split().reissues()) {
      throw new WorkerException(
          failed.failure().getCode(),
          "part "
              + failed.part()
              + " of "
              + plan.parts().size()
              + " failed: "
              + failed.failure().getMessage());
    }
    LOG.warn(
        "part {} of job {} failed: {}",
        failed.part(),
        run.request().getJobId(),
        failed.failure().getMessage());
    giveOut(record, List.of(plan.parts().get(failed.part()).of(failed.roots())));
  }

  /** Parts that were given out too often are only waited for. */
  private void giveOut(JobPlan record, List<Part> missing) {
    List<SplitPublisher.Placed> placed = new ArrayList<>();
    Set<Integer> counted = new TreeSet<>();
    for (Part part : missing) {
      int times =
          counted.add(part.index())
              ? reissues.merge(part.index(), 1, Integer::sum)
              : reissues.get(part.index());
      if (times <= means.settings().split().reissues()) {
        // Not where it was: whoever has that partition may be why.
        int partition =
            Math.floorMod(part.index() + times * 7 + 1 + placed.size(), publisher.taskPartitions());
        Part again = part.knowing(reducer.cliqueNumber());
        placed.add(
            new SplitPublisher.Placed(
                partition, PlanTranslation.task(record, again, records, run, times)));
      }
    }
    if (placed.isEmpty()) {
      return;
    }
    try {
      publisher.tasks(placed);
      reissued += placed.size();
      means.metrics().reissued(placed.size());
      LOG.info("{} parts of job {} are given out again", placed.size(), run.request().getJobId());
    } catch (WorkerException e) {
      if (e.code() != FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE) {
        throw e;
      }
      LOG.warn("parts of job {} are not given out again yet", run.request().getJobId(), e);
    }
  }

  private SortedMap<String, String> description(JobPlan record, PartPlan plan) {
    SortedMap<String, String> description = new TreeMap<>();
    if (record.hasDevice()) {
      description.put("split-device", record.getDevice().getDevice());
    }
    description.put("split-parts", Integer.toString(plan.parts().size()));
    description.put("split-workers", Integer.toString(reducer.workers()));
    description.put("split-reissued", Long.toString(reissued));
    description.put("split-duplicates", Long.toString(reducer.duplicates()));
    description.put("split-handed-over", Integer.toString(reducer.handedOver()));
    description.put("split-resumed", Boolean.toString(resumed));
    description.put(
        "split-compute-ms", Long.toString(TimeUnit.NANOSECONDS.toMillis(reducer.computeNanos())));
    return description;
  }
}
