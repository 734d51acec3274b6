package io.cliquestream.worker.service;

import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.api.OwnWorker;
import io.cliquestream.worker.changes.ChangeIntake;
import io.cliquestream.worker.changes.StreamStatus;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.directory.listed.ListedStream;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.cache.CacheStatistics;
import io.cliquestream.worker.graphs.catalog.GraphState;
import io.cliquestream.worker.health.PartHealth;
import io.cliquestream.worker.intake.IntakeHealth;
import io.cliquestream.worker.intake.KafkaGraphStore;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.admission.JobScheduler;
import io.cliquestream.worker.jobs.partition.PartitionHealth;
import io.cliquestream.worker.jobs.partition.PartitionStage;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.service.JobService;
import io.cliquestream.worker.jobs.service.JobServiceHealth;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.metrics.BuildInfo;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What the parts of a worker tell, in the shapes of the API. */
final class OwnReport implements OwnWorker {
  private final Configuration configuration;
  private final JobService jobs;
  private final KafkaGraphStore graphs;
  private final ChangeIntake changes;
  private final HostMemory memory;
  private final Engine engine;
  private final String engineLabel;
  private final Supplier<List<DeviceStatus>> devices;
  private final Supplier<Map<String, PartHealth>> checks;
  private final Supplier<String> address;
  private final Consumer<String> drain;
  private final String host = hostName();
  private final BuildInfo build = BuildInfo.read();
  private final String started = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  private final int lanes;

  /**
   * @param memory off the heap
   * @param checks every part of the worker's health
   * @param address where the HTTP port listens; null before it does
   * @param drain told that the worker is to end, and why
   */
  OwnReport(
      Configuration configuration,
      JobService jobs,
      KafkaGraphStore graphs,
      ChangeIntake changes,
      HostMemory memory,
      Engine engine,
      String engineLabel,
      Supplier<List<DeviceStatus>> devices,
      Supplier<Map<String, PartHealth>> checks,
      Supplier<String> address,
      Consumer<String> drain) {
    this.configuration = configuration;
    this.jobs = jobs;
    this.graphs = graphs;
    this.changes = changes;
    this.memory = memory;
    this.engine = engine;
    this.engineLabel = engineLabel;
    this.devices = devices;
    this.checks = checks;
    this.address = address;
    this.drain = drain;
    this.lanes = JobServiceSettings.of(configuration).jobs().lanePolicy().total();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private static String version() {
    return versionOf(OwnReport.class);
  }

  /** Of the archive that a class comes from. */
  private static String versionOf(Class<?> type) {
    return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("development");
  }

  @Override
  public String id() {
    return jobs.instanceId();
  }

  @Override
  public JsonObject report() {
    JobServiceHealth health = jobs.health();
    Map<String, PartHealth> parts = checks.get();
    JsonObject line = line();
    return new JsonObject()
        .put("state", health.state().name().toLowerCase(Locale.ROOT))
        .put("ready", parts.values().stream().allMatch(PartHealth::up))
        .put("started", started)
        .put("address", address.get())
        .put("host", host)
        .put("version", version())
        .put("engine", engineLabel)
        .put("lanes", line)
        .put(
            "jobs",
            new JsonObject()
                .put("waiting", line.getInteger("waitingSmall") + line.getInteger("waitingLong"))
                .put("running", line.getInteger("busySmall") + line.getInteger("busyLong")))
        .put("checks", checks(parts))
        .put("stages", stages(health))
        .put("memory", memory())
        .put("cache", cache())
        .put("device", devices.get().stream().findFirst().map(OwnReport::device).orElse(null))
        .put("devices", new JsonArray(devices.get().stream().map(OwnReport::device).toList()));
  }

  private JsonObject line() {
    JobScheduler<ActiveJob> scheduler = jobs.scheduler();
    var line = new JsonObject().put("total", lanes);
    for (JobClass jobClass : JobClass.values()) {
      String name = jobClass == JobClass.SMALL ? "Small" : "Long";
      line.put("busy" + name, scheduler == null ? 0 : scheduler.running(jobClass));
      line.put("waiting" + name, scheduler == null ? 0 : scheduler.waiting(jobClass));
    }
    return line;
  }

  private static JsonArray checks(Map<String, PartHealth> parts) {
    var list = new JsonArray();
    parts.forEach(
        (name, part) ->
            list.add(
                new JsonObject()
                    .put("id", name)
                    .put("status", part.up() ? "UP" : "DOWN")
                    .put("ageSeconds", part.age().toMillis() / 1e3)
                    .put("detail", part.detail())));
    return list;
  }

  private JsonArray stages(JobServiceHealth health) {
    Map<Integer, Long> lags = new HashMap<>();
    for (IntakeHealth.Partition partition : graphs.health().partitions()) {
      lags.put(partition.partition(), partition.lag());
    }
    Map<Integer, Long> changeLags = changeLags();
    var list = new JsonArray();
    for (PartitionHealth partition : health.partitions()) {
      list.add(
          new JsonObject()
              .put("partition", partition.partition())
              .put("stage", partition.stage().name().toLowerCase(Locale.ROOT))
              .put("reason", partition.reason().isEmpty() ? null : partition.reason())
              .put("graphLag", lags.get(partition.partition()))
              .put("changesLag", changeLags.get(partition.partition())));
    }
    return list;
  }

  /** Of the partitions whose changes are taken in. */
  private Map<Integer, Long> changeLags() {
    Map<Integer, Long> lags = new HashMap<>();
    changes
        .health()
        .partitions()
        .forEach(partition -> lags.put(partition.partition(), partition.lag()));
    return lags;
  }

  private JsonObject memory() {
    Runtime runtime = Runtime.getRuntime();
    return new JsonObject()
        .put("heapUsed", runtime.totalMemory() - runtime.freeMemory())
        .put("heapLimit", runtime.maxMemory())
        .put("offHeapUsed", memory.used())
        .put("offHeapLimit", memory.limit());
  }

  private JsonObject cache() {
    CacheStatistics cache = graphs.cacheStatistics();
    return new JsonObject()
        .put("bytes", cache.bytes())
        .put("limit", graphs.cacheLimit())
        .put("spillBytes", cache.spillBytes())
        .put("hits", cache.hits())
        .put("misses", cache.misses())
        .put("evictions", cache.evictions())
        .put("rereads", cache.rereads());
  }

  private static JsonObject device(DeviceStatus status) {
    return new JsonObject()
        .put("name", status.name())
        .put("ready", status.ready())
        .put("budgetBytes", status.budgetBytes())
        .put("usedBytes", status.usedBytes())
        .put("peakBytes", status.peakBytes())
        .put("cachedBytes", status.cachedBytes())
        .put("cachedGraphs", status.cachedGraphs())
        .put("lanes", status.lanes())
        .put("busyLanes", status.busyLanes())
        .put("waitingJobs", status.waitingJobs())
        .put("faults", status.faults());
  }

  @Override
  public List<GraphState> graphs() {
    return graphs.describe(engine.deviceGraphs());
  }

  @Override
  public Map<String, ListedStream> streams() {
    Map<Integer, Long> lags = changeLags();
    Map<String, ListedStream> streams = new HashMap<>();
    graphs
        .streamed()
        .forEach(
            (graph, known) ->
                streams.put(
                    graph,
                    ListedStream.of(
                        "idle", "", known.newest(), known.position().orElseThrow(), 0, 0, 0)));
    for (StreamStatus stream : changes.streams()) {
      streams.put(
          stream.graphId(),
          ListedStream.of(
              stream.state(),
              stream.reason(),
              stream.version(),
              stream.position(),
              stream.pending(),
              stream.window(),
              lags.getOrDefault(stream.partition(), 0L)));
    }
    return streams;
  }

  @Override
  public GraphLease lease(String graphId, long version, Duration wait) {
    Optional<GraphLease> rows = graphs.leaseRows(graphId, version);
    if (rows.isPresent()) {
      return rows.get();
    }
    Future<GraphLease> lease =
        graphs.lease(
            graphId, VersionSelector.newBuilder().setExact(version).build(), Duration.ZERO);
    try {
      return lease
          .toCompletionStage()
          .toCompletableFuture()
          .get(Math.max(0, wait.toNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WorkerException known
          ? known
          : new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      giveBack(lease);
      throw new WorkerException(
          FailureCode.FAILURE_CODE_VERSION_UNKNOWN,
          "the version is still being read; ask again",
          e);
    } catch (InterruptedException e) {
      giveBack(lease);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the worker is ending", e);
    }
  }

  /** Nobody waits for it any more. */
  private static void giveBack(Future<GraphLease> lease) {
    var _ = lease.onSuccess(GraphLease::close);
  }

  @Override
  public Set<Integer> activePartitions() {
    return jobs.health().partitions().stream()
        .filter(partition -> partition.stage() == PartitionStage.ACTIVE)
        .map(PartitionHealth::partition)
        .collect(Collectors.toSet());
  }

  @Override
  public JsonObject build() {
    return new JsonObject()
        .put("version", version())
        .put("commit", build.commit())
        .put("java", Runtime.version().toString())
        .put(
            "os",
            System.getProperty("os.name")
                + " "
                + System.getProperty("os.version")
                + " "
                + System.getProperty("os.arch"))
        .put("engine", engineLabel)
        .put("device", devices.get().stream().map(DeviceStatus::name).findFirst().orElse(null))
        .put(
            "libraries",
            new JsonObject()
                .put("kafka-clients", org.apache.kafka.common.utils.AppInfoParser.getVersion())
                .put("vertx", versionOf(Vertx.class))
                .put(
                    "protobuf",
                    com.google.protobuf.RuntimeVersion.OSS_MAJOR
                        + "."
                        + com.google.protobuf.RuntimeVersion.OSS_MINOR
                        + "."
                        + com.google.protobuf.RuntimeVersion.OSS_PATCH));
  }

  @Override
  public List<JsonObject> configuration() {
    return configuration.values().stream()
        .map(
            value ->
                new JsonObject()
                    .put("name", value.name())
                    .put("value", value.value())
                    .put("source", value.source())
                    .put("default", value.defaultValue())
                    .put("environment", value.environment())
                    .put("description", value.description()))
        .toList();
  }

  @Override
  public void drain(String why) {
    drain.accept(why);
  }
}
