package io.cliquestream.worker.jobs.split;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.BegunJob;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.SplitProgress;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.VersionRecords;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Decides whether a job is split over the workers, and if so lets a {@link SplitRun} do it. What
 * cannot be split is computed as ever; the result's plan says why, where the job asked for it.
 */
public final class JobSplitter {
  /** Of smaller graphs no job takes long that would gain by it. */
  private static final long LEAST_EDGES = 20_000;

  /** More than any other edge list of jobs that pass over their edges a few times. */
  private static final long LEAST_EDGES_OF_PASSES = 20_000_000;

  private final SplitMeans means;
  private final SplitFeed feed;
  private final SplitPublisher publisher;
  private final BooleanSupplier alone;
  private final BooleanSupplier sharedDevices;
  private final Runnable needed;
  private final Set<String> own = ConcurrentHashMap.newKeySet();

  /**
   * @param alone whether no other worker takes tasks for hosts
   * @param sharedDevices whether others take tasks for devices of this worker's model
   * @param needed called before a job is split, for what a start may have kept back
   */
  JobSplitter(
      SplitMeans means,
      SplitFeed feed,
      SplitPublisher publisher,
      BooleanSupplier alone,
      BooleanSupplier sharedDevices,
      Runnable needed) {
    this.means = means;
    this.feed = feed;
    this.publisher = publisher;
    this.alone = alone;
    this.sharedDevices = sharedDevices;
    this.needed = needed;
  }

  /**
   * A run of a job.
   *
   * @param partition of the job
   * @param plans where plans of the run may lie
   * @param trace the traceparent of its records
   * @param control of this try
   * @param goesOn whether somebody will take the run up where a stop leaves it
   * @param told how far the parts are, whenever that changes
   */
  public record Run(
      JobRequest request,
      long run,
      int partition,
      PlanTrail plans,
      Optional<byte[]> trace,
      Job job,
      Engine engine,
      GraphLease lease,
      JobControl control,
      BooleanSupplier goesOn,
      Consumer<SplitProgress> told) {}

  /**
   * What became of a job.
   *
   * @param outcome when it was split, or done before it could be
   * @param reason why it was not; empty when it was
   */
  public record Decision(Optional<JobOutcome> outcome, String reason) {
    static Decision not(String reason) {
      return new Decision(Optional.empty(), reason);
    }

    /** A job that was done before it was cut. */
    static Decision whole(JobOutcome outcome) {
      return new Decision(Optional.of(outcome), "");
    }
  }

  /** Whether a plan's job is on a lane of this worker, which has set its memory aside. */
  boolean isOwn(String planId) {
    return own.contains(planId);
  }

  /**
   * Splits a job, if it is one to be split, and waits for its end.
   *
   * @param sink takes what the job lists
   * @return without an outcome when it is to be computed here as a whole
   */
  public Decision run(Run run, WideListingSink sink) throws InterruptedException {
    Split split = run.request().getSplit();
    boolean open = split.getKindCase() == Split.KindCase.KIND_NOT_SET;
    if (split.getOff()) {
      return Decision.not("the job says so");
    }
    if (!(run.lease().jobGraph() instanceof PreparedGraph graph)) {
      return Decision.not("the graph has more vertices than an engine can number");
    }
    JobPartKinds kinds = JobPartKinds.of(run.engine());
    if (kinds.isEmpty()) {
      return Decision.not("the engine " + run.engine().kind().label() + " does not cut jobs");
    }
    if (listed(run.job()) > means.settings().split().maximumListed()) {
      return Decision.not("it lists more than split.maximum-listed");
    }
    boolean onDevice = kinds.device().isPresent() && (!open || mayShareDevices(run));
    boolean onHost = kinds.host().isPresent() && (!open || mayShareHosts(run));
    if (!(onDevice || onHost) || (open && !mayTakeLong(run.job(), graph.graph().edgeCount()))) {
      return Decision.not("it would gain nothing");
    }
    List<VersionRecords> records =
        means.graphs().records(run.request().getGraphId(), run.lease().version());
    if (records.isEmpty()) {
      return Decision.not("other workers cannot read the version: too many deltas");
    }
    var cut =
        new JobCut(
            means.settings().split(),
            run.request().getSplit(),
            run.job(),
            graph,
            kinds.host().filter(_ -> onHost),
            kinds.device().filter(_ -> onDevice));
    Function<JobControl, BegunJob> begin = cut::begin;
    if (open && onDevice && run.plans().isNew()) {
      // Most of them end here, as if nobody had thought of splitting them.
      BegunJob begun = cut.begin(run.control());
      if (begun.outcome().isPresent()) {
        return Decision.whole(begun.outcome().get());
      }
      if (begun.plan().isEmpty()) {
        return Decision.not("it would gain nothing");
      }
      begin = _ -> begun;
    }
    needed.run();
    return new SplitRun(means, feed, publisher, own, run, graph, kinds, records).run(begin, sink);
  }

  private boolean mayShareHosts(Run run) {
    return run.engine().kind() == EngineKind.CPU && !alone.getAsBoolean();
  }

  /** Several GPUs share a job that leaves it open among themselves. */
  private boolean mayShareDevices(Run run) {
    return sharedDevices.getAsBoolean() && run.engine().devices().size() <= 1;
  }

  private static long listed(Job job) {
    return switch (job) {
      case CliqueListing listing -> listing.limit();
      case PatternMatch match -> match.list() ? match.limit() : 0;
      case MaximalCliques enumeration -> enumeration.list() ? enumeration.limit() : 0;
      case MaximumClique search -> search.all() ? search.limit() : 0;
      case TriangleCount _, KCliqueCount _, MotifCensus _, CliqueEstimate _, CoreDecomposition _ ->
          0;
    };
  }

  private static boolean mayTakeLong(Job job, long edges) {
    return switch (job) {
      case TriangleCount _, CliqueListing _ -> edges > LEAST_EDGES_OF_PASSES;
      case KCliqueCount count ->
          edges > (count.largest() <= 3 ? LEAST_EDGES_OF_PASSES : LEAST_EDGES);
      case MotifCensus census -> edges > (census.size() == 3 ? LEAST_EDGES_OF_PASSES : LEAST_EDGES);
      case PatternMatch match -> !match.list() && edges > LEAST_EDGES;
      // Hard ones have few edges.
      case MaximumClique _ -> edges > LEAST_EDGES / 10;
      case MaximalCliques _ -> edges > LEAST_EDGES;
      case CliqueEstimate _, CoreDecomposition _ -> false;
    };
  }
}
