package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.device.ChangeDevice;
import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.change.DeviceChangePolicy;
import io.cliquestream.kernels.cuda.process.DeviceSupervisor;
import io.cliquestream.kernels.cuda.process.ProcessPolicy;
import io.cliquestream.kernels.cuda.process.ProcessState;
import io.cliquestream.kernels.engine.process.EngineCalls;
import io.cliquestream.kernels.engine.process.EngineRequest;
import io.cliquestream.kernels.engine.process.ProcessChanges;
import io.cliquestream.kernels.engine.process.ShareOffer;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.engine.process.SharedGraphs;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.Part;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * An engine in a process of its own, which is replaced when it faults, hangs or dies: for a service
 * that must outlive its GPU's faults. Jobs beside the fault are run again; the job that broke the
 * device fails with DEVICE_FAULT after a bounded number of tries; graphs are given to the new
 * process before any job.
 *
 * <p>A job costs some tenths of a millisecond more than in this process, and a graph's first job
 * one copy of the graph into shared memory.
 */
final class SupervisedEngine implements Engine, DeviceShares {
  private static final long STATUS_NANOS = 1_000_000_000L;

  /** A process that has just started answers later than one that is warm. */
  private static final Duration FIRST_STATUS_LIMIT = Duration.ofSeconds(30);

  private static final Duration STATUS_LIMIT = Duration.ofMillis(300);
  private static final Duration GRAPHS_LIMIT = Duration.ofSeconds(2);

  private final EngineKind kind;
  private final Optional<Sharing> sharing;
  private final DeviceSupervisor supervisor;
  private final EngineCalls calls;
  private final SharedGraphs graphs;
  private final ChangeDevice changes;
  private final Optional<DeviceCopies> copies;
  private volatile Optional<DeviceStatus> status = Optional.empty();
  private volatile long statusAt;
  private volatile Map<Long, Long> deviceBytes = Map.of();

  private SupervisedEngine(
      EngineKind kind, Optional<Sharing> sharing, DeviceSupervisor supervisor) {
    this.kind = kind;
    this.sharing = sharing;
    this.supervisor = supervisor;
    this.calls = new EngineCalls(supervisor);
    this.graphs =
        new SharedGraphs(
            new SharedGraphs.Opener() {
              @Override
              public long open(long key, Path file) {
                return supervisor.keep(
                    EngineCalls.bytes(new EngineRequest.OpenGraph(key, file.toString())));
              }

              @Override
              public void close(long key, long opened) {
                supervisor.forget(opened, EngineCalls.bytes(new EngineRequest.CloseGraph(key)));
              }
            });
    this.status = askStatus(FIRST_STATUS_LIMIT);
    var policy = DeviceChangePolicy.DEFAULT;
    this.changes =
        new ProcessChanges(
            calls,
            graphs,
            // A process that does not answer yet says by its answers what it cannot do.
            status.map(device -> policy.forBudget(device.budgetBytes())).orElse(policy).costs(),
            this::isReady);
    this.copies =
        kind == EngineKind.CUDA ? Optional.of(new DeviceCopies(changes)) : Optional.empty();
  }

  /**
   * Opens the CUDA engine in a process of its own.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE with one sentence when this machine or build has no
   *     such GPU
   */
  public static SupervisedEngine openCuda(EngineOptions options) {
    return open(
        EngineKind.CUDA,
        ProcessPolicy.DEFAULT,
        CudaEngineService.class,
        options,
        Optional.of(CudaSharing.INSTANCE),
        Optional.empty());
  }

  /** Opens an engine in a process of its own, which shares no jobs. */
  static SupervisedEngine open(
      EngineKind kind,
      ProcessPolicy policy,
      Class<? extends EngineService> service,
      EngineOptions options) {
    return open(kind, policy, service, options, Optional.empty(), Optional.empty());
  }

  /**
   * Opens an engine in a process of its own.
   *
   * @param sharing what it can do together with others like it, wherever they are
   * @param board file of the queues by which engines of this host share jobs
   */
  static SupervisedEngine open(
      EngineKind kind,
      ProcessPolicy policy,
      Class<? extends EngineService> service,
      EngineOptions options,
      Optional<Sharing> sharing,
      Optional<Path> board) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                Integer.toString(options.threads()),
                Integer.toString(options.device()),
                Integer.toString(options.lanes()),
                Long.toString(options.deviceBytes()),
                Long.toString(options.deviceCacheBytes())));
    board.map(Path::toString).ifPresent(arguments::add);
    DeviceSupervisor supervisor =
        DeviceSupervisor.start(policy, service, arguments.toArray(String[]::new));
    try {
      return new SupervisedEngine(kind, sharing, supervisor);
    } catch (RuntimeException e) {
      supervisor.close();
      throw e;
    }
  }

  /** Operating-system id of the engine's process. */
  long pid() {
    return supervisor.pid();
  }

  @Override
  public EngineKind kind() {
    return kind;
  }

  @Override
  public JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    return run(graph, job, true, control, sink);
  }

  /** The same on the whole graph, which must fit. */
  JobOutcome runWhole(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    return run(graph, job, false, control, sink);
  }

  private JobOutcome run(
      PreparedGraph graph, Job job, boolean inShards, JobControl control, ListingSink sink) {
    control.checkStopped();
    long start = System.nanoTime();
    try (SharedGraphs.Use use = graphs.use(graph.graph(), control)) {
      boolean repeatable = kind != EngineKind.CUDA || !CudaJobs.listsInAnyOrder(job);
      var request = new EngineRequest.RunJob(use.key(), job, inShards, labels(graph, job));
      JobOutcome outcome = (JobOutcome) calls.call(control, request, sink, repeatable);
      control.memoryTaken(outcome.memory());
      return outcome;
    } finally {
      control.used(System.nanoTime() - start);
    }
  }

  /** The graph's image has none; few jobs want them. */
  private static Optional<int[]> labels(PreparedGraph graph, Job job) {
    return job instanceof PatternMatch match && match.pattern().isLabelled()
        ? graph.labels().map(VertexLabels::toArray)
        : Optional.empty();
  }

  /**
   * Does this engine's share of a job; see {@link DeviceGroupEngine}.
   *
   * @param queue number of the job's queue
   * @param device number of this engine among those that share it
   * @param first whether this engine begins the job
   */
  ShareOutcome runShare(
      PreparedGraph graph, Job job, JobControl control, int queue, int device, boolean first) {
    return (ShareOutcome)
        share(
            graph,
            control,
            key -> new EngineRequest.RunShare(key, job, queue, device, first),
            outcome -> ((ShareOutcome) outcome).memory());
  }

  /** Asks for a share of a job on a graph that the process is given. */
  private Object share(
      PreparedGraph graph,
      JobControl control,
      LongFunction<EngineRequest> request,
      Function<Object, JobOutcome.Memory> memory) {
    control.checkStopped();
    long start = System.nanoTime();
    try (SharedGraphs.Use use = graphs.use(graph.graph(), control)) {
      Object outcome = calls.call(control, request.apply(use.key()), ListingSink.NONE, true);
      control.memoryTaken(memory.apply(outcome));
      return outcome;
    } finally {
      control.used(System.nanoTime() - start);
    }
  }

  @Override
  public ShareOffer begin(PreparedGraph graph, Job job, CutRule rule, JobControl control) {
    return (ShareOffer)
        share(
            graph,
            control,
            key -> new EngineRequest.BeginShare(key, job, rule),
            offer -> ((ShareOffer) offer).outcome().memory());
  }

  @Override
  public ShareOutcome part(PreparedGraph graph, Part part, JobControl control) {
    return (ShareOutcome)
        share(
            graph,
            control,
            key -> new EngineRequest.RunPart(key, part),
            outcome -> ((ShareOutcome) outcome).memory());
  }

  @Override
  public Optional<DeviceParts> deviceParts() {
    return sharing.flatMap(
        shared -> status.map(last -> new EngineDeviceParts(last.name(), shared, this)));
  }

  /** Copies of graphs that change, in the engine's process. */
  @Override
  public Optional<DeviceCopies> changes() {
    return copies;
  }

  /** What counts changes there. */
  ChangeDevice changeDevice() {
    return changes;
  }

  /** Whether its process takes jobs now. */
  boolean isReady() {
    return supervisor.state() == ProcessState.READY;
  }

  /** The device as it was at most a second ago; not ready while the process is being replaced. */
  @Override
  public Optional<DeviceStatus> device() {
    boolean ready = supervisor.state() == ProcessState.READY;
    if (ready && System.nanoTime() - statusAt > STATUS_NANOS) {
      status = askStatus(STATUS_LIMIT);
    }
    return status.map(last -> last.withProcess(ready, supervisor.restarts()));
  }

  private Optional<DeviceStatus> askStatus(Duration limit) {
    statusAt = System.nanoTime();
    return ask(new EngineRequest.AskStatus(), limit, status);
  }

  /** Nothing while the process is being replaced: what the device held went with the last one. */
  @Override
  public Map<Graph, Long> deviceGraphs() {
    if (supervisor.state() != ProcessState.READY) {
      return Map.of();
    }
    deviceBytes = ask(new EngineRequest.AskGraphs(), GRAPHS_LIMIT, deviceBytes);
    return graphs.byGraph(deviceBytes);
  }

  @SuppressWarnings("unchecked") // the service answers with what it says
  private <T> T ask(EngineRequest request, Duration limit, T last) {
    try {
      return (T) calls.call(JobControl.within(limit), request, ListingSink.NONE, true);
    } catch (ComputeException e) { // between two processes, or busy; the last answer stands
      return last;
    }
  }

  /** Counts by vertex and edge, and shards of a graph that the GPU cannot hold. */
  @Override
  public JobBytes hostBytes(GraphShape graph, Job job, long pageBytes) {
    return BeyondMemory.hostBytes(
        graph, status.map(DeviceStatus::budgetBytes).orElse(Long.MAX_VALUE));
  }

  @Override
  public void close() {
    supervisor.close();
    graphs.close();
  }
}
