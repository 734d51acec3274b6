package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.device.ChangeDevices;
import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.process.ProcessPolicy;
import io.cliquestream.kernels.cuda.share.ShareBoard;
import io.cliquestream.kernels.cuda.share.SharePolicy;
import io.cliquestream.kernels.cuda.share.SharedQueue;
import io.cliquestream.kernels.engine.process.ShareOffer;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.memory.OwnedFolder;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Several devices of one host as one engine, each in a process of its own, so that a fault takes
 * one of them.
 *
 * <p>A job begins on one device: on one that has its graph, unless another is so much less busy
 * that the graph is worth a second copy. Most jobs end there before anything is divided. One that
 * turns out to take long is offered to the other devices, which take pieces of it from a common
 * queue until none is left ({@link io.cliquestream.kernels.cuda.share}); each prepares the graph
 * itself, over its own link, while the first computes already. What they found is added up.
 *
 * <p>A device whose process is replaced while it has pieces loses what it had counted: then the job
 * is done again, and at the last attempt on one device alone, whose supervisor finds out whether it
 * is the job that breaks devices.
 */
final class DeviceGroupEngine implements Engine {
  /** Attempts to do a job together. */
  private static final int SHARED_ATTEMPTS = 2;

  private static final String PREFIX = "cliquestream-devices-";
  private static final String SUFFIX = ".queues";

  private final OwnedFolder folder;
  private final ShareBoard board;
  private final Sharing sharing;
  private final List<SupervisedEngine> devices;
  private final List<String> names;

  /** Asked for, and not opened, by their places among those asked for. */
  private final SortedMap<Integer, DeviceStatus> absent;

  private final DeviceChoice choice;
  private final Optional<DeviceCopies> copies;
  private final long worthNanos;

  private DeviceGroupEngine(
      OwnedFolder folder,
      ShareBoard board,
      Sharing sharing,
      DeviceGroupStart.Opened opened,
      int lanes,
      long worthNanos) {
    this.folder = folder;
    this.board = board;
    this.sharing = sharing;
    this.devices = List.copyOf(opened.engines());
    this.absent = Collections.unmodifiableSortedMap(opened.absent());
    this.names =
        devices.stream()
            .map(device -> device.device().map(DeviceStatus::name).orElse("unknown"))
            .toList();
    this.copies =
        kind() == EngineKind.CUDA
            ? Optional.of(
                new DeviceCopies(
                    new ChangeDevices(
                        devices.stream().map(SupervisedEngine::changeDevice).toList())))
            : Optional.empty();
    this.choice = new DeviceChoice(devices.size(), lanes);
    this.worthNanos = worthNanos;
  }

  /**
   * Opens the CUDA engine on several GPUs. One that cannot be opened is done without, and is told
   * among the {@link #devices} as one that takes no jobs.
   *
   * @param options of each; its device is left aside
   * @param ordinals of the GPUs, as the driver counts; two or more
   * @throws ComputeException ENGINE_UNAVAILABLE when none can be opened
   */
  static DeviceGroupEngine openCuda(EngineOptions options, List<Integer> ordinals) {
    return open(
        ProcessPolicy.DEFAULT,
        CudaEngineService.class,
        CudaSharing.INSTANCE,
        ordinals.stream().map(options::withDevice).toList(),
        SharePolicy.WORTH_NANOS);
  }

  /**
   * Opens devices.
   *
   * @param options of each
   * @param worthNanos shortest predicted time of a job that is divided
   */
  static DeviceGroupEngine open(
      ProcessPolicy policy,
      Class<? extends EngineService> service,
      Sharing sharing,
      List<EngineOptions> options,
      long worthNanos) {
    OwnedFolder folder;
    try {
      folder = OwnedFolder.create(Path.of(System.getProperty("java.io.tmpdir")), PREFIX, SUFFIX);
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, "no folder for the queues of shared jobs", e);
    }
    Path file = folder.path().resolve("jobs" + SUFFIX);
    ShareBoard board = ShareBoard.create(file);
    DeviceGroupStart start = new DeviceGroupStart(policy, service, file);
    DeviceGroupStart.Opened opened;
    try {
      opened = start.open(options);
    } catch (RuntimeException e) {
      board.close();
      close(folder);
      throw e;
    }
    return new DeviceGroupEngine(
        folder, board, sharing, opened, options.getFirst().lanes(), worthNanos);
  }

  @Override
  public EngineKind kind() {
    return devices.getFirst().kind();
  }

  /** A job whose graph the devices cannot hold is done by one of them, in shards. */
  @Override
  public JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    return onDevices(
        graph, job, control, first -> devices.get(first).run(graph, job, control, sink));
  }

  /** The same on the whole graph, which must fit each device. */
  JobOutcome runWhole(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    return onDevices(
        graph, job, control, first -> devices.get(first).runWhole(graph, job, control, sink));
  }

  private JobOutcome onDevices(
      PreparedGraph graph, Job job, JobControl control, IntFunction<JobOutcome> onOne) {
    control.checkStopped();
    int first = choice.enter(graph.graph(), device -> devices.get(device).isReady());
    try {
      return together(first, graph, job, control).orElseGet(() -> onOne.apply(first));
    } finally {
      choice.leave(first);
    }
  }

  /**
   * Empty when the job is for one device: it is never shared, it does not fit, or it is unlucky.
   */
  private Optional<JobOutcome> together(
      int first, PreparedGraph graph, Job job, JobControl control) {
    int attempts = devices.size() > 1 && sharing.isShared(job) ? SHARED_ATTEMPTS : 0;
    for (int attempt = 0; attempt < attempts; attempt++) {
      Optional<SharedQueue> queue = board.open(devices.size(), worthNanos);
      if (queue.isEmpty()) {
        return Optional.empty();
      }
      try (SharedQueue open = queue.get()) {
        var run = new DeviceGroupRun(devices, helpers(first), sharing, open, graph, job, control);
        Optional<JobOutcome> outcome = run.from(first);
        if (outcome.isPresent()) {
          return outcome;
        }
      } catch (ComputeException e) {
        if (e.code() != FailureCode.JOB_MEMORY_EXCEEDED) {
          throw e;
        }
        return Optional.empty();
      }
      control.checkStopped();
    }
    return Optional.empty();
  }

  /** Devices that may help one: only on devices that are alike a piece is surely the same. */
  private List<Integer> helpers(int first) {
    List<Integer> helpers = new ArrayList<>();
    for (int device = 0; device < devices.size(); device++) {
      if (device != first
          && devices.get(device).isReady()
          && names.get(device).equals(names.get(first))) {
        helpers.add(device);
      }
    }
    return helpers;
  }

  /** Parts on one of the devices each; where all are alike, for a part is for one model. */
  @Override
  public Optional<DeviceParts> deviceParts() {
    return names.stream().distinct().count() > 1
        ? Optional.empty()
        : Optional.of(new EngineDeviceParts(names.getFirst(), sharing, new OnOneDevice()));
  }

  private final class OnOneDevice implements DeviceShares {
    @Override
    public ShareOffer begin(PreparedGraph graph, Job job, CutRule rule, JobControl control) {
      return on(graph, device -> device.begin(graph, job, rule, control));
    }

    @Override
    public ShareOutcome part(PreparedGraph graph, Part part, JobControl control) {
      return on(graph, device -> device.part(graph, part, control));
    }

    private <T> T on(PreparedGraph graph, Function<SupervisedEngine, T> work) {
      int chosen = choice.enter(graph.graph(), device -> devices.get(device).isReady());
      try {
        return work.apply(devices.get(chosen));
      } finally {
        choice.leave(chosen);
      }
    }
  }

  /** All devices as one: sums, ready when one of them is. */
  @Override
  public Optional<DeviceStatus> device() {
    return devices().stream().reduce(DeviceStatus::plus);
  }

  @Override
  public List<DeviceStatus> devices() {
    List<DeviceStatus> all = new ArrayList<>();
    devices.forEach(device -> device.device().ifPresent(all::add));
    // Ascending: each goes where it would be, so that what is told of the others keeps its place.
    absent.forEach((place, status) -> all.add(Math.min(place, all.size()), status));
    return all;
  }

  @Override
  public Map<Graph, Long> deviceGraphs() {
    Map<Graph, Long> all = new HashMap<>();
    devices.forEach(
        device ->
            device.deviceGraphs().forEach((graph, bytes) -> all.merge(graph, bytes, Long::sum)));
    return all;
  }

  /** A graph's copy is on one of the devices. */
  @Override
  public Optional<DeviceCopies> changes() {
    return copies;
  }

  @Override
  public JobBytes hostBytes(GraphShape graph, Job job, long pageBytes) {
    return devices.getFirst().hostBytes(graph, job, pageBytes);
  }

  @Override
  public void close() {
    devices.forEach(SupervisedEngine::close);
    board.close();
    close(folder);
  }

  private static void close(OwnedFolder folder) {
    try {
      folder.close();
    } catch (IOException e) { // the next process deletes it
      System.getLogger(DeviceGroupEngine.class.getName())
          .log(System.Logger.Level.WARNING, "left behind: " + folder.path(), e);
    }
  }
}
