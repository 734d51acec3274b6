package io.cliquestream.worker.jobs.split;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.Parts;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.SplitProgress;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.VersionRecords;
import io.cliquestream.worker.jobs.JobServiceSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Decides whether a job is split over the workers, and if so lets a {@link SplitRun} do it. What
 * cannot be split is computed as ever; the result's plan says why, where the job asked for it.
 */
public final class JobSplitter {
  /** Of smaller graphs no job takes long that would gain by it. */
  private static final long LEAST_EDGES = 20_000;

  /** More than any other edge list of jobs that pass over their edges a few times. */
  private static final long LEAST_EDGES_OF_PASSES = 20_000_000;

  private final JobServiceSettings settings;
  private final GraphStore graphs;
  private final SplitFeed feed;
  private final SplitPublisher publisher;
  private final SplitMetrics metrics;
  private final BooleanSupplier alone;
  private final Runnable needed;
  private final Set<String> own = ConcurrentHashMap.newKeySet();

  /**
   * @param alone whether no other worker takes tasks
   * @param needed called before a job is split, for what a start may have kept back
   */
  JobSplitter(
      JobServiceSettings settings,
      GraphStore graphs,
      SplitFeed feed,
      SplitPublisher publisher,
      SplitMetrics metrics,
      BooleanSupplier alone,
      Runnable needed) {
    this.settings = settings;
    this.graphs = graphs;
    this.feed = feed;
    this.publisher = publisher;
    this.metrics = metrics;
    this.alone = alone;
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
   * @param outcome when it was split
   * @param reason why it was not; empty when it was
   */
  public record Decision(Optional<JobOutcome> outcome, String reason) {
    static Decision not(String reason) {
      return new Decision(Optional.empty(), reason);
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
    Optional<Parts> parts = run.engine().parts();
    if (parts.isEmpty()) {
      return Decision.not("the engine " + run.engine().kind().label() + " does not cut jobs");
    }
    if (listed(run.job()) > settings.split().maximumListed()) {
      return Decision.not("it lists more than split.maximum-listed");
    }
    if (open
        && (alone.getAsBoolean()
            || run.engine().kind() != EngineKind.CPU
            || !mayTakeLong(run.job(), graph.graph().edgeCount()))) {
      return Decision.not("it would gain nothing");
    }
    List<VersionRecords> records =
        graphs.records(run.request().getGraphId(), run.lease().version());
    if (records.isEmpty()) {
      return Decision.not("other workers cannot read the version: too many deltas");
    }
    needed.run();
    return new SplitRun(settings, feed, publisher, metrics, own, run, graph, parts.get(), records)
        .run(control -> cut(run, graph, parts.get(), open, control), sink);
  }

  private Optional<PartPlan> cut(
      Run run, PreparedGraph graph, Parts parts, boolean open, JobControl control) {
    int most = settings.split().maximumTasks();
    int wanted = open ? most : Math.max(1, run.request().getSplit().getParts());
    Optional<PartPlan> plan =
        parts.cut(graph, run.job(), wanted, control).filter(PlanTranslation::fits);
    if (!open || plan.isEmpty()) {
      return plan;
    }
    double nanos = plan.get().cost() / Runtime.getRuntime().availableProcessors();
    if (nanos < settings.split().after().toNanos() && !plan.get().parts().isEmpty()) {
      return Optional.empty();
    }
    double tasks = nanos / settings.split().taskTime().toNanos();
    return Optional.of(plan.get().merged((int) Math.clamp(Math.ceil(tasks), 2, most)));
  }

  private static long listed(Job job) {
    return switch (job) {
      case CliqueListing listing -> listing.limit();
      case PatternMatch match -> match.list() ? match.limit() : 0;
      case MaximalCliques enumeration -> enumeration.list() ? enumeration.limit() : 0;
      case MaximumClique search -> search.all() ? search.limit() : 0;
      case TriangleCount _, KCliqueCount _, MotifCensus _, CliqueEstimate _ -> 0;
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
      case CliqueEstimate _ -> false;
    };
  }
}
