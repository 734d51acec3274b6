package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.admission.MemoryUse;
import io.cliquestream.kernels.cuda.change.DeviceChangePolicy;
import io.cliquestream.kernels.cuda.change.DeviceChanges;
import io.cliquestream.kernels.cuda.core.CudaCoreNumbers;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.driver.DeviceDescription;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.cuda.enumerate.CudaCliqueListing;
import io.cliquestream.kernels.cuda.enumerate.CudaEnumeration;
import io.cliquestream.kernels.cuda.enumerate.CudaMotifCensus;
import io.cliquestream.kernels.cuda.enumerate.CudaPatternMatch;
import io.cliquestream.kernels.cuda.enumerate.CudaSubgraphCensus;
import io.cliquestream.kernels.cuda.enumerate.EnumerationProgram;
import io.cliquestream.kernels.cuda.graph.DeviceGraphCache;
import io.cliquestream.kernels.cuda.graph.DeviceInput;
import io.cliquestream.kernels.cuda.graph.DeviceJob;
import io.cliquestream.kernels.cuda.graph.DeviceWork;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.graph.SharedJob;
import io.cliquestream.kernels.cuda.kclique.CudaKCliqueCount;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.maxclique.CudaMaximumClique;
import io.cliquestream.kernels.cuda.maximalclique.CudaMaximalCliques;
import io.cliquestream.kernels.cuda.probe.DeviceProbe;
import io.cliquestream.kernels.cuda.share.CountedShare;
import io.cliquestream.kernels.cuda.triangle.CudaTriangleCount;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.pattern.CanonicalCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * The engine on one NVIDIA GPU. Jobs run on the device's lanes while their callers wait; graphs
 * stay on the device between jobs. A job the device has no kernels for is refused; {@link
 * AutoEngine} gives such jobs to the host.
 */
public final class CudaEngine implements Engine {
  private final CudaDevice device;
  private final CudaLibrary library;
  private final DeviceGraphCache graphs;
  private final DeviceChanges changes;
  private final DeviceCopies copies;
  private final PartitionedTriangles partitioned;
  private final Optional<FaultInjection> faultInjection;
  private final int threads;
  private final AtomicInteger busyLanes = new AtomicInteger();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();

  private CudaEngine(CudaDevice device, CudaLibrary library, long cacheBytes, int threads) {
    this.threads = threads;
    this.device = device;
    this.library = library;
    this.graphs = new DeviceGraphCache(device, library, cacheBytes);
    this.changes =
        new DeviceChanges(
            device, library, DeviceChangePolicy.DEFAULT.forBudget(device.memoryUse().budget()));
    this.copies = new DeviceCopies(changes);
    device.admission().relief(graphs.or(changes));
    this.partitioned = new PartitionedTriangles(device, library, busyLanes);
    this.faultInjection = FaultInjection.on(device);
    device.onState(
        state -> {
          if (state == DeviceState.FAULTED) {
            faults.incrementAndGet();
          }
        });
  }

  /**
   * Opens the engine, and lets the device show that it computes.
   *
   * @param options the GPU, lanes and memory
   * @return an engine that the caller closes
   * @throws ComputeException ENGINE_UNAVAILABLE with one sentence when this machine or build has no
   *     such GPU, or its answer to the probe is wrong
   */
  public static CudaEngine open(EngineOptions options) {
    return open(CudaInstallation.find(options.lanes()), options);
  }

  static CudaEngine open(CudaInstallation installation, EngineOptions options) {
    installation
        .problem()
        .ifPresent(
            problem -> {
              throw unavailable(problem);
            });
    if (options.device() >= installation.devices().size()) {
      throw unavailable(
          "there is no GPU "
              + options.device()
              + "; this machine has "
              + installation.devices().size());
    }
    DeviceDescription description = installation.devices().get(options.device());
    installation
        .problemOf(description)
        .ifPresent(
            problem -> {
              throw unavailable(problem);
            });
    DevicePolicy policy =
        DevicePolicy.DEFAULT.withLanes(options.lanes()).withBudgetBytes(options.deviceBytes());
    CompletableFuture<CudaLibrary> opening = installation.openLibraryAside(!options.loadAhead());
    CudaDevice device = CudaDevice.open(description, policy);
    try {
      CudaLibrary library = joined(opening);
      new DeviceProbe(device, installation.fatbin()).run(System.nanoTime());
      if (options.loadAhead()) {
        loadKernels(device, library);
      }
      long cacheBytes =
          options.deviceCacheBytes() == 0
              ? device.memoryUse().budget() / 2
              : options.deviceCacheBytes();
      return new CudaEngine(device, library, cacheBytes, options.effectiveThreads());
    } catch (RuntimeException | Error e) {
      device.close();
      throw e;
    }
  }

  private static CudaLibrary joined(CompletableFuture<CudaLibrary> opening) {
    try {
      return opening.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw e;
      }
    }
  }

  /** Now, while nothing runs: a kernel loaded later may have to wait for one that runs for long. */
  private static void loadKernels(CudaDevice device, CudaLibrary library) {
    device.run(
        JobControl.unbounded(),
        0,
        lane -> {
          LaneCalls.enqueue(lane, library.cliques()::load);
          LaneCalls.enqueue(lane, library.localCliques()::load);
          LaneCalls.enqueue(lane, library.enumerate()::load);
          return true;
        });
  }

  private static ComputeException unavailable(String problem) {
    return new ComputeException(
        FailureCode.ENGINE_UNAVAILABLE, "the CUDA engine is not available: " + problem);
  }

  @Override
  public EngineKind kind() {
    return EngineKind.CUDA;
  }

  /**
   * Runs a job; see {@link Engine#run(PreparedGraph, Job, JobControl, ListingSink)}. One that the
   * device's budget cannot hold is run in parts or shards that it can hold.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE for a job without kernels, JOB_MEMORY_EXCEEDED when
   *     the device's budget cannot hold what a single vertex needs of the graph, QUEUE_FULL when
   *     too many wait, DEVICE_FAULT when the device's context is lost
   */
  @Override
  public JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    JobOutcome outcome =
        new BeyondMemory(
                EngineKind.CUDA,
                this::onDevice,
                (vertices, edges) -> graphs.predictedBytes(work(graph, job, sink), vertices, edges),
                device.memoryUse().budget(),
                partitioned.forJob(job))
            .run(graph, job, control, sink);
    answered.incrementAndGet();
    return outcome;
  }

  /**
   * Runs a job on the whole graph.
   *
   * @throws ComputeException as {@link #run}; JOB_MEMORY_EXCEEDED when the device's budget cannot
   *     hold it
   */
  JobOutcome runWhole(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    JobOutcome outcome = onDevice(graph, job, control, sink);
    answered.incrementAndGet();
    return outcome;
  }

  private JobOutcome onDevice(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    if (PartitionedTriangles.isForced(job)) {
      return partitioned.run(graph, job, control);
    }
    control.beginPhase(Phase.PREPARING, 1);
    control.checkStopped();
    // Rows are built before the clock starts: their time is the reader's.
    DeviceInput input =
        DeviceInput.of(graph, CudaJobs.namesVertices(job), device.memoryUse().budget());
    faultInjection.ifPresent(injection -> injection.before(job, control));
    long start = System.nanoTime();
    DeviceJob<?> work = work(graph, job, sink);
    Answer answer = graphs.run(input, control, new CountedWork<>(work, busyLanes));
    long prepareNanos = work.prepareNanos();
    return new JobOutcome(
        EngineKind.CUDA,
        answer,
        work.plan(),
        prepareNanos,
        System.nanoTime() - start - prepareNanos,
        work.copyNanos(),
        work.planNanos(),
        control.memoryTaken(),
        control.slices());
  }

  /**
   * Does a share of a job that {@link CudaSharing} names.
   *
   * @param share all of the job, unless this device offers it to others, or joins one
   * @throws ComputeException as {@link #run} does
   */
  ShareOutcome runShare(PreparedGraph graph, Job job, JobControl control, CountedShare share) {
    control.beginPhase(Phase.PREPARING, 1);
    control.checkStopped();
    DeviceInput input =
        DeviceInput.of(graph, CudaJobs.namesVertices(job), device.memoryUse().budget());
    faultInjection.ifPresent(injection -> injection.before(job, control));
    long start = System.nanoTime();
    DeviceJob<?> work = work(graph, job, ListingSink.NONE);
    var shared = new SharedJob.Work(work, (SharedJob) work, share);
    PartialAnswer part = graphs.run(input, control, new CountedWork<>(shared, busyLanes));
    answered.incrementAndGet();
    long prepareNanos = work.prepareNanos();
    ShareOutcome found =
        new ShareOutcome(
            Optional.empty(),
            part,
            false,
            work.plan(),
            prepareNanos,
            System.nanoTime() - start - prepareNanos,
            work.copyNanos(),
            work.planNanos(),
            control.memoryTaken(),
            share.done(),
            control.slices());
    return share.isDivided()
        ? found
        : ShareOutcome.whole(CudaSharing.INSTANCE.outcome(graph, job, List.of(found)));
  }

  @Override
  public Optional<DeviceParts> deviceParts() {
    String model = device.description().toString();
    return Optional.of(
        new EngineDeviceParts(model, CudaSharing.INSTANCE, DeviceShares.here(this::runShare)));
  }

  private DeviceJob<?> work(PreparedGraph prepared, Job job, ListingSink sink) {
    long budget = device.memoryUse().budget();
    return switch (job) {
      case TriangleCount count ->
          new CudaTriangleCount(library, device.description().multiprocessors(), prepared, count);
      case KCliqueCount count -> new CudaKCliqueCount(library, budget, threads, prepared, count);
      case MaximumClique search -> new CudaMaximumClique(library, budget, prepared.graph(), search);
      case MaximalCliques search ->
          new CudaMaximalCliques(library, budget, prepared.graph(), search, sink);
      case PatternMatch match ->
          new CudaPatternMatch(library, budget, prepared.graph(), prepared.labels(), match, sink);
      case MotifCensus census when CudaMotifCensus.has(census) ->
          new CudaMotifCensus(library, budget, prepared.graph(), census);
      case MotifCensus census ->
          throw unanswered("has no kernels for motifs of " + census.size() + " vertices");
      case CliqueListing listing when CudaCliqueListing.has(listing) ->
          new CudaCliqueListing(library, budget, prepared.graph(), listing, sink);
      case CliqueListing listing ->
          throw unanswered("has no kernels for " + job.name() + " with k = " + listing.k());
      case CliqueEstimate _ -> throw unanswered("estimates nothing");
      case CoreDecomposition decomposition -> new CudaCoreNumbers(library, prepared, decomposition);
    };
  }

  private static ComputeException unanswered(String why) {
    return new ComputeException(
        FailureCode.ENGINE_UNAVAILABLE,
        "the CUDA engine " + why + "; the engines cpu and auto answer such jobs");
  }

  /**
   * Runs what measures kernels on a graph, which should be all that the device does.
   *
   * @param graph copied to the device once
   * @param benchmark made for this engine's device and library
   * @param <T> what it finds
   * @return what it found
   */
  public <T> T measure(Graph graph, BiFunction<CudaDevice, CudaLibrary, DeviceWork<T>> benchmark) {
    return graphs.run(graph, JobControl.unbounded(), benchmark.apply(device, library));
  }

  /**
   * Loads a module of enumeration programs; see {@code docs/write-your-own-enumeration.md}. It
   * stays loaded as long as this engine is open.
   *
   * @param image a fatbin, cubin or PTX for this device
   * @param kernel the program's name
   * @param vertices of a subgraph, 2 to 8
   * @param classes of results, 1 to 1,024
   * @param arguments of the program, at most 8
   * @return the program, for {@link #enumerate}
   */
  public EnumerationProgram loadProgram(
      byte[] image, String kernel, int vertices, int classes, List<Long> arguments) {
    return new EnumerationProgram(
        Optional.of(device.load(image).function(kernel)), vertices, classes, arguments);
  }

  /**
   * Runs a program over the connected subgraphs of a graph.
   *
   * @param graph copied to the device, or there already
   * @param program loaded by this engine
   * @param control may stop it
   * @return the program's count for each class
   */
  public long[] enumerate(PreparedGraph graph, EnumerationProgram program, JobControl control) {
    long budget = device.memoryUse().budget();
    return graphs.run(
        graph.graph(),
        control,
        new CountedWork<>(new CudaEnumeration(library, budget, graph.graph(), program), busyLanes));
  }

  /**
   * Counts the connected vertex-induced subgraphs of one size by isomorphism class, one by one.
   *
   * @param graph copied to the device, or there already
   * @param vertices 3 to 7
   * @param control may stop it
   * @return the classes that occur
   */
  public Map<CanonicalCode, Long> census(PreparedGraph graph, int vertices, JobControl control) {
    long budget = device.memoryUse().budget();
    return graphs.run(
        graph.graph(),
        control,
        new CountedWork<>(
            new CudaSubgraphCensus(
                library, budget, graph.graph(), vertices, EnumerationTuning.none()),
            busyLanes));
  }

  @Override
  public Optional<DeviceStatus> device() {
    MemoryUse memory = device.memoryUse();
    DeviceGraphCache.Statistics cache = graphs.statistics();
    return Optional.of(
        new DeviceStatus(
            device.description().toString(),
            device.state() == DeviceState.READY,
            memory.budget(),
            memory.used(),
            memory.peakUsed(),
            cache.bytes(),
            cache.graphs(),
            cache.hits(),
            cache.misses(),
            cache.evictions(),
            device.policy().lanes(),
            busyLanes.get(),
            memory.waitingJobs(),
            answered.get(),
            0,
            faults.get()));
  }

  @Override
  public Map<Graph, Long> deviceGraphs() {
    return graphs.residentGraphs();
  }

  @Override
  public Optional<DeviceCopies> changes() {
    return Optional.of(copies);
  }

  /** {@return bytes of host memory that are page-locked for the device now} */
  public long pinnedBytes() {
    return device.pinnedBytes();
  }

  /** Gives back every graph that no job uses. */
  public void clearCache() {
    var _ = graphs.release(Long.MAX_VALUE);
  }

  /** Counts by vertex and edge as they arrive and as they are answered; the rest is the GPU's. */
  @Override
  public JobBytes hostBytes(GraphShape graph, Job job, long pageBytes) {
    JobBytes bytes = BeyondMemory.hostBytes(graph, device.memoryUse().budget());
    return job instanceof MaximalCliques cliques && cliques.list()
        ? bytes.plus(CudaMaximalCliques.listBytes())
        : bytes;
  }

  @Override
  public OptionalLong deviceBytes(PreparedGraph graph, Job job) {
    try {
      DeviceJob<?> work = work(graph, job, ListingSink.NONE);
      return OptionalLong.of(graphs.predictedBytes(work, graph.vertexTotal(), graph.edgeTotal()));
    } catch (ComputeException e) {
      if (e.code() != FailureCode.ENGINE_UNAVAILABLE) {
        throw e;
      }
      return OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    if (device.state() == DeviceState.READY) {
      changes.close();
      graphs.close();
    }
    device.close();
  }
}
