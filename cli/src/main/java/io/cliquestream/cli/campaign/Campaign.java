package io.cliquestream.cli.campaign;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientException;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.RecordPosition;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.v1.EnginePreference;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MotifCensus;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a campaign.
 *
 * <p>One loop sends jobs while fewer than the plan's bound are unanswered, lets go wrong what is
 * due by the number of answers, and starts again whatever was killed or ended by itself, as a
 * supervisor would. A job whose sending failed, because the broker was away, is sent again under
 * its id: the service must answer it once all the same. Some jobs are sent twice on purpose. When
 * everything was sent the loop goes on until every job is answered or nothing was answered for the
 * plan's patience.
 */
final class Campaign {
  private static final String LONG_GRAPH = "long";
  private static final String FAULT_PREFIX = "fault-";
  private static final int LONG_VERTICES = 400;
  private static final int RESUBMIT_EVERY = 25;
  private static final long TICK_MILLIS = 20;
  private static final Duration SETTLE = Duration.ofSeconds(5);

  private final Class<?> commandLine;
  private final CampaignPlan plan;
  private final PrintWriter out;
  private final CampaignJobs jobs;
  private final Disturbances disturbances;
  private final Random random;
  private final CampaignServices services;
  private final Queue<Integer> toSend = new ConcurrentLinkedQueue<>();
  private final Map<Disturbances.Kind, Integer> disturbed = new EnumMap<>(Disturbances.Kind.class);
  private final AtomicLong sent = new AtomicLong();
  private final List<DeviceWatch> watches = new ArrayList<>();
  private final OutageWatch outages = new OutageWatch();
  private final ArrayDeque<Integer> twice = new ArrayDeque<>();
  private int resubmitted;
  private int deviceKills;

  /**
   * @param commandLine main class of the command line, which every worker is a process of
   */
  Campaign(Class<?> commandLine, CampaignPlan plan, PrintWriter out) {
    this.commandLine = commandLine;
    this.plan = plan;
    this.out = out;
    this.jobs = new CampaignJobs(plan.seed(), plan.splitParts(), plan.touchesDevices());
    this.disturbances = new Disturbances(plan);
    this.random = new Random(plan.seed() + 1);
    this.services = new CampaignServices(plan.folder(), plan.patience());
  }

  CampaignReport run() throws InterruptedException {
    try {
      ClientSettings settings = services.startBroker(CampaignPlan.PARTITIONS);
      for (int number = 0; number < plan.workers(); number++) {
        int http = EmbeddedBroker.freePort();
        outages.add(http);
        ServiceProcess worker = startWorker(http);
        if (plan.touchesDevices()) {
          watches.add(new DeviceWatch(worker, http));
        }
      }
      try (var client = CliquestreamClient.open(settings);
          var ledger =
              new ResultLedger(
                  services.bootstrap(),
                  settings.topics().results(),
                  settings.topics().deadLetters(),
                  jobs,
                  plan.jobs());
          var poison =
              new Poison(
                  services.bootstrap(),
                  settings.topics(),
                  jobs.graphs().getFirst().id(),
                  plan.seed())) {
        publishGraphs(client);
        return run(client, ledger, poison);
      }
    } finally {
      watches.forEach(DeviceWatch::close);
      outages.close();
      services.close();
    }
  }

  private CampaignReport run(CliquestreamClient client, ResultLedger ledger, Poison poison)
      throws InterruptedException {
    for (int number = 0; number < plan.longJobs(); number++) {
      client.submit(longJob(number));
    }
    for (int number = 0; number < plan.jobs(); number++) {
      toSend.add(number);
    }
    long start = System.nanoTime();
    long nextLook = start;
    while (ledger.answered() < plan.jobs()
        && ledger.silentSeconds() < plan.patience().toSeconds()) {
      for (Disturbances.Kind kind : disturbances.due(ledger.answered())) {
        disturb(kind, client, poison);
      }
      while (sent.get() - ledger.answered() < plan.outstanding() && !toSend.isEmpty()) {
        send(client, toSend.remove());
      }
      if (System.nanoTime() - nextLook > 0) {
        nextLook += TimeUnit.SECONDS.toNanos(1);
        lookAfterProcesses();
        out.printf("%d of %d jobs answered%n", ledger.answered(), plan.jobs());
        out.flush();
      }
      Thread.sleep(TICK_MILLIS);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    for (int number = 0; number < plan.longJobs(); number++) {
      client.cancel("long-" + number, "the campaign is over");
    }
    awaitOthers(ledger);
    // A second answer would come soon, if ever.
    Thread.sleep(SETTLE.toMillis());
    return report(ledger, seconds);
  }

  private CampaignReport report(ResultLedger ledger, double seconds) {
    List<String> lost = new ArrayList<>(ledger.lost());
    // What was never sent is no loss of the service's, but no success of the campaign's either.
    toSend.forEach(number -> lost.remove(ResultLedger.ExpectedAnswers.PREFIX + number));
    List<String> doubled = new ArrayList<>(ledger.doubled());
    Map<String, Integer> others = ledger.others();
    others.forEach(
        (job, answers) -> {
          if (answers > 1) {
            doubled.add(job);
          }
        });
    for (int number = 0; number < plan.longJobs(); number++) {
      if (!others.containsKey("long-" + number)) {
        lost.add("long-" + number);
      }
    }
    for (int number = 0; number < plan.deviceFaults(); number++) {
      if (!others.containsKey(FAULT_PREFIX + number)) {
        lost.add(FAULT_PREFIX + number);
      }
    }
    return new CampaignReport(
        plan,
        disturbed,
        (int) (plan.jobs() - sent.get()),
        ledger.deadLetters(),
        resubmitted,
        outages.slowestNotReady(),
        outages.silent(),
        DeviceOutcome.of(
            plan.deviceFaults(),
            (int)
                ledger.failures().entrySet().stream()
                    .filter(failed -> failed.getKey().startsWith(FAULT_PREFIX))
                    .filter(failed -> failed.getValue() == FailureCode.FAILURE_CODE_DEVICE_FAULT)
                    .count(),
            deviceKills,
            watches),
        services.findings(lost, doubled, ledger, seconds));
  }

  /** The long jobs and those that break a GPU are answered, and the GPUs are back. */
  private void awaitOthers(ResultLedger ledger) throws InterruptedException {
    long deadline = System.nanoTime() + plan.patience().toNanos();
    while (System.nanoTime() - deadline < 0
        && (ledger.others().keySet().stream()
                    .filter(id -> id.startsWith("long-") || id.startsWith(FAULT_PREFIX))
                    .count()
                < plan.longJobs() + plan.deviceFaults()
            || watches.stream().anyMatch(watch -> watch.seen().neverBack() > 0))) {
      lookAfterProcesses();
      Thread.sleep(TICK_MILLIS);
    }
  }

  private void send(CliquestreamClient client, int number) {
    sent.incrementAndGet();
    submit(client, jobs.request(number), () -> sendLater(number));
    if (number % RESUBMIT_EVERY == 0) {
      twice.add(number);
    }
    // Later, so that the first may be running, answered or lost with its worker by then.
    if (twice.size() > 20) {
      int again = twice.removeFirst();
      resubmitted++;
      // Its first record is on the topic already, or comes again by itself.
      submit(client, jobs.request(again), () -> {});
    }
  }

  private void sendLater(int number) {
    sent.decrementAndGet();
    toSend.add(number);
  }

  private static void submit(CliquestreamClient client, JobRequest request, Runnable failed) {
    CompletableFuture<RecordPosition> sent;
    try {
      sent = client.submitAsync(request);
    } catch (ClientException e) {
      failed.run();
      return;
    }
    var _ =
        sent.exceptionally(
            failure -> {
              if (failure instanceof CompletionException || failure instanceof ClientException) {
                failed.run();
              }
              return null;
            });
  }

  private void disturb(Disturbances.Kind kind, CliquestreamClient client, Poison poison)
      throws InterruptedException {
    disturbed.merge(kind, 1, Integer::sum);
    switch (kind) {
      case WORKER_KILL -> {
        ServiceProcess worker = anyWorker();
        worker.kill();
        worker.start();
      }
      case BROKER_KILL -> {
        services.broker().kill();
        services.broker().start();
      }
      case BROKER_STOP -> {
        services.broker().close();
        outages.look(plan.brokerStop());
        services.broker().start();
      }
      case POISON -> poison.send();
      case BOMB -> poison.sendBomb();
      case DEVICE_FAULT -> {
        int number = disturbed.get(kind) - 1;
        submit(client, faultJob(number), () -> submit(client, faultJob(number), () -> {}));
      }
      case DEVICE_KILL -> {
        var device = DeviceWatch.device(anyWorker());
        if (device.map(ProcessHandle::destroyForcibly).orElse(false)) {
          deviceKills++;
        }
      }
    }
  }

  private ServiceProcess anyWorker() {
    return services.workers().get(random.nextInt(services.workers().size()));
  }

  private void lookAfterProcesses() throws InterruptedException {
    for (DeviceWatch watch : watches) {
      watch.sample();
    }
    services.lookAfter();
  }

  private ServiceProcess startWorker(int port) {
    List<String> options = new ArrayList<>();
    if (plan.touchesDevices()) {
      options.add("-Dcliquestream.fault-injection.clique-size=" + CampaignPlan.FAULT_CLIQUE_SIZE);
      // Where the distribution keeps its libraries.
      for (String property : List.of("cliquestream.natives", "java.library.path")) {
        options.add("-D" + property + "=" + System.getProperty(property, ""));
      }
    }
    return services.startWorker(
        commandLine, plan.workerHeap(), options, plan.workerMemory(), port, plan.workerSettings());
  }

  private void publishGraphs(CliquestreamClient client) {
    for (KnownGraph graph : jobs.graphs()) {
      client.publishSnapshot(
          SnapshotPlan.pairs(graph.id(), 1, graph.vertices()),
          PayloadCompressor.NONE,
          edges -> graph.edges().forEach(edge -> edges.accept(edge[0], edge[1])));
    }
    if (plan.longJobs() > 0) {
      client.publishSnapshot(
          SnapshotPlan.pairs(LONG_GRAPH, 1, LONG_VERTICES),
          PayloadCompressor.NONE,
          edges -> {
            var drawn = new Random(plan.seed());
            for (int u = 0; u < LONG_VERTICES; u++) {
              for (int v = u + 1; v < LONG_VERTICES; v++) {
                if (drawn.nextInt(10) != 0) {
                  edges.accept(u, v);
                }
              }
            }
          });
    }
  }

  private static JobRequest longJob(int number) {
    return JobRequest.newBuilder()
        .setJobId("long-" + number)
        .setGraphId(LONG_GRAPH)
        .setTenant("long")
        .setPriority(0)
        .setMotifCensus(MotifCensus.newBuilder().setSize(6))
        .build();
  }

  private JobRequest faultJob(int number) {
    return JobRequest.newBuilder()
        .setJobId(FAULT_PREFIX + number)
        .setGraphId(jobs.graphs().get(number % jobs.graphs().size()).id())
        .setTenant("faults")
        .setEngine(EnginePreference.ENGINE_PREFERENCE_CUDA)
        .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(CampaignPlan.FAULT_CLIQUE_SIZE))
        .build();
  }
}
