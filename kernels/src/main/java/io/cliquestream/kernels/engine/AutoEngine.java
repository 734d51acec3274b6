package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.maximalclique.CudaMaximalCliques;
import io.cliquestream.kernels.cuda.triangle.TrianglePlanner;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.RawEdges;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.part.BegunJob;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.part.Parts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A GPU and the host's cores as one engine. Each job goes where it is answered sooner: to the GPU
 * when that has kernels for it and the graph is worth a launch, else to the host. A job that the
 * GPU cannot hold, or that fails there for whatever reason that is not the job's own, is answered
 * by the host too. The outcome names the engine that answered, and its plan the reason.
 */
public final class AutoEngine implements Engine {
  private static final long MOST_PEELED_EDGES = 1L << 31;

  private final Engine cuda;
  private final CpuEngine cpu;
  private final AtomicLong onHost = new AtomicLong();

  /** Graphs whose maximum cliques the host did not find in the time that it may try. */
  private final Set<Graph> outlasted =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /**
   * Takes both engines over.
   *
   * @param cuda the GPU's, in this process or in its own
   */
  AutoEngine(Engine cuda, CpuEngine cpu) {
    this.cuda = cuda;
    this.cpu = cpu;
  }

  @Override
  public EngineKind kind() {
    return EngineKind.AUTO;
  }

  /** {@return the GPU alone, for jobs that ask for it; closed with this engine} */
  public Engine cuda() {
    return cuda;
  }

  /** {@return the host alone, for jobs that ask for it; closed with this engine} */
  public CpuEngine cpu() {
    return cpu;
  }

  @Override
  public JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    Optional<String> reason = reasonForHost(graph, job, control);
    if (reason.isPresent()) {
      return onHost(graph, job, control, sink, reason.get());
    }
    Optional<JobOutcome> found = tried(graph, job, control);
    if (found.isPresent()) {
      return found.get();
    }
    AtomicBoolean listed = new AtomicBoolean();
    ListingSink noting =
        vertices -> {
          listed.set(true);
          sink.accept(vertices);
        };
    try {
      return onDevice(graph, job, control, noting);
    } catch (RuntimeException e) {
      // A list that has begun is not begun again: the host lists in another order.
      if (!isTheDevices(e) || needsDevice(job) || listed.get()) {
        throw e;
      }
      return onHost(graph, job, control, sink, String.valueOf(e.getMessage()));
    }
  }

  /** On the whole graph: the host is asked about one that the GPU cannot hold. */
  private JobOutcome onDevice(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    return switch (cuda) {
      case CudaEngine here when !needsDevice(job) -> here.runWhole(graph, job, control, sink);
      case SupervisedEngine there when !needsDevice(job) ->
          there.runWhole(graph, job, control, sink);
      case DeviceGroupEngine several when !needsDevice(job) ->
          several.runWhole(graph, job, control, sink);
      case CudaEngine _, SupervisedEngine _, DeviceGroupEngine _, CpuEngine _, AutoEngine _ ->
          cuda.run(graph, job, control, sink);
    };
  }

  /** Whether a failure says something of the device rather than of the job. */
  private static boolean isTheDevices(RuntimeException failure) {
    if (!(failure instanceof ComputeException typed)) {
      return true;
    }
    return switch (typed.code().category()) {
      case INPUT, STOPPED -> false;
      case NOT_FOUND, INTERNAL -> true;
      case RESOURCE -> typed.code() != FailureCode.HOPELESS;
    };
  }

  private Optional<String> reasonForHost(PreparedGraph graph, Job job, JobControl control) {
    if (!CudaJobs.hasKernels(job)) {
      return Optional.of("the GPU has no kernels for this job");
    }
    if (needsDevice(job)) {
      return Optional.empty();
    }
    if (CudaJobs.listsInAnyOrder(job)) {
      return Optional.of("only the host lists in an order that is the same every time");
    }
    if (!cuda.device().map(DeviceStatus::ready).orElse(false)) {
      return Optional.of("the GPU is not ready");
    }
    return switch (job) {
      case KCliqueCount count -> HostOrDevice.reasonForHost(graph, count, control, cpu.threads());
      case MaximumClique search ->
          search
              .heuristic()
              .map(_ -> "the GPU searches with a heuristic of its own")
              .or(() -> search.search().flatMap(AutoEngine::reasonForHost));
      case MaximalCliques cliques when cliques.list() ->
          Optional.of("a list on the GPU waits for the largest root of each of its rounds");
      case MaximalCliques _ ->
          CudaMaximalCliques.isForTheHost(graph.graph())
              ? Optional.of("the graph is smaller than a launch, or a join with closed forms")
              : Optional.empty();
      case CoreDecomposition _ when mostEdges(graph) >= MOST_PEELED_EDGES ->
          Optional.of("the GPU peels fewer than 2^31 edges");
      case TriangleCount _,
          MotifCensus _,
          PatternMatch _,
          CliqueListing _,
          CliqueEstimate _,
          CoreDecomposition _ ->
          TrianglePlanner.isForTheHost(mostEdges(graph))
              ? Optional.of("the graph is smaller than a launch")
              : Optional.empty();
    };
  }

  /** Edges, or pairs where no rows are built that would tell. */
  private static long mostEdges(PreparedGraph graph) {
    return graph.raw().map(RawEdges::pairs).orElseGet(graph::edgeTotal);
  }

  private static Optional<String> reasonForHost(CliqueSearch search) {
    return switch (search) {
      case VERTEX_COVER, SYMMETRY -> Optional.of("the host searches for covers and symmetries");
      case DEPTH_FIRST, BREADTH_FIRST -> Optional.empty();
    };
  }

  /**
   * The host's maximum clique, if it finds one before the GPU could start; it is asked once a
   * graph.
   */
  private Optional<JobOutcome> tried(PreparedGraph graph, Job job, JobControl control) {
    if (!(job instanceof MaximumClique) || needsDevice(job) || outlasted.contains(graph.graph())) {
      return Optional.empty();
    }
    Duration limit = HostOrDevice.trial(graph);
    try {
      return Optional.of(
          onHost(
              graph,
              job,
              control.part(limit),
              ListingSink.NONE,
              "it ended before the GPU would have started"));
    } catch (StoppedException e) {
      control.checkStopped();
      outlasted.add(graph.graph());
      return Optional.empty();
    }
  }

  /** Whether a job asks for what only the GPU has. */
  private static boolean needsDevice(Job job) {
    return (job instanceof TriangleCount count
            && count.method().filter(method -> method != TriangleMethod.WEDGES).isPresent())
        || (job instanceof MaximumClique search && search.isBreadthFirst())
        || (job instanceof KCliqueCount count && count.tuning().paper())
        || (job instanceof MotifCensus census
            && census.method().equals(Optional.of(MotifMethod.SUBGRAPHS)));
  }

  private JobOutcome onHost(
      PreparedGraph graph, Job job, JobControl control, ListingSink sink, String reason) {
    JobOutcome outcome = cpu.run(graph, job, control, sink);
    onHost.incrementAndGet();
    SortedMap<String, String> plan = new TreeMap<>(outcome.plan());
    plan.put("engine", "cpu: " + reason);
    return outcome.withPlan(plan);
  }

  /** Of the host's engine. */
  @Override
  public Optional<Parts> parts() {
    return cpu.parts();
  }

  @Override
  public Optional<DeviceParts> deviceParts() {
    return cuda.deviceParts().map(DeviceFirst::new);
  }

  /** The GPU's parts, of those jobs that this engine gives to the GPU. */
  private final class DeviceFirst implements DeviceParts {
    private final DeviceParts parts;

    DeviceFirst(DeviceParts parts) {
      this.parts = parts;
    }

    @Override
    public String device() {
      return parts.device();
    }

    @Override
    public BegunJob begin(PreparedGraph graph, Job job, CutRule rule, JobControl control) {
      if (reasonForHost(graph, job, control).isPresent()) {
        return BegunJob.NOT;
      }
      Optional<JobOutcome> found = tried(graph, job, control);
      if (found.isPresent()) {
        return BegunJob.whole(found.get());
      }
      try {
        return parts.begin(graph, job, rule, control);
      } catch (RuntimeException e) {
        if (!isTheDevices(e) || needsDevice(job)) {
          throw e;
        }
        return BegunJob.NOT;
      }
    }

    @Override
    public PartialAnswer run(PreparedGraph graph, Part part, JobControl control) {
      return parts.run(graph, part, control);
    }

    @Override
    public Answer answer(
        PreparedGraph graph, Job job, PartialSum sum, JobControl control, ListingSink sink) {
      return parts.answer(graph, job, sum, control, sink);
    }
  }

  /** What the host would need: any job may end there. */
  @Override
  public JobBytes hostBytes(GraphShape graph, Job job, long pageBytes) {
    return cpu.hostBytes(graph, job, pageBytes).or(cuda.hostBytes(graph, job, pageBytes));
  }

  @Override
  public Optional<DeviceStatus> device() {
    return cuda.device().map(status -> status.withHostJobs(onHost.get()));
  }

  @Override
  public List<DeviceStatus> devices() {
    List<DeviceStatus> devices = new ArrayList<>(cuda.devices());
    if (!devices.isEmpty()) {
      devices.set(0, devices.getFirst().withHostJobs(onHost.get()));
    }
    return devices;
  }

  @Override
  public Map<Graph, Long> deviceGraphs() {
    return cuda.deviceGraphs();
  }

  @Override
  public Optional<DeviceCopies> changes() {
    return cuda.changes();
  }

  @Override
  public void close() {
    try {
      cuda.close();
    } finally {
      cpu.close();
    }
  }
}
