package io.cliquestream.cli.campaign;

import io.cliquestream.client.ClientException;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Runs a campaign of split jobs.
 *
 * <p>Of ten jobs eight are under way at the same time. The last two are alone and of one kind: the
 * one is left in peace, in the middle of the other a worker is killed, as soon as a quarter of the
 * parts is answered. The same place is where the broker is killed, and where a worker stands still
 * for a while, in other jobs. What was killed is started again at once, as by a supervisor. Long
 * jobs come last, in pairs; how long they are follows from what this machine counts in a second.
 */
final class SplitCampaign {
  private static final int PARTITIONS = 12;
  private static final double MIDDLE = 0.25;
  private static final long TICK_MILLIS = 5;
  private static final Duration SETTLE = Duration.ofSeconds(5);

  private final Class<?> commandLine;
  private final SplitCampaignPlan plan;
  private final PrintWriter out;
  private final SplitCampaignJobs jobs;
  private final SplitTally tally;
  private final Random random;
  private final CampaignServices services;
  private ServiceProcess still;
  private long stillUntil;
  private long nextLook = System.nanoTime();

  /**
   * @param commandLine main class of the command line, which every worker is a process of
   */
  SplitCampaign(Class<?> commandLine, SplitCampaignPlan plan, PrintWriter out) {
    this.commandLine = commandLine;
    this.plan = plan;
    this.out = out;
    this.jobs = new SplitCampaignJobs(plan);
    this.tally = new SplitTally(jobs);
    this.random = new Random(plan.seed());
    this.services = new CampaignServices(plan.folder(), plan.patience());
  }

  SplitCampaignReport run() throws InterruptedException {
    try {
      ClientSettings settings = services.startBroker(PARTITIONS);
      for (int number = 0; number < plan.workers(); number++) {
        services.startWorker(
            commandLine, plan.workerHeap(), List.of(), plan.workerMemory(), 0, plan.settings());
      }
      try (var client = CliquestreamClient.open(settings);
          var watch = new PartialsWatch(services.bootstrap(), settings.topics().partials());
          var ledger =
              new ResultLedger(
                  services.bootstrap(),
                  settings.topics().results(),
                  settings.topics().deadLetters(),
                  tally,
                  jobs.count())) {
        jobs.graphs().forEach(graph -> publish(client, graph));
        return run(client, ledger, watch);
      }
    } finally {
      if (still != null) {
        still.standStill(false);
      }
      services.close();
    }
  }

  private static void publish(CliquestreamClient client, KnownUnion graph) {
    client.publishSnapshot(
        SnapshotPlan.pairs(graph.id(), 1, graph.vertices()),
        PayloadCompressor.NONE,
        graph::forEachEdge);
  }

  private SplitCampaignReport run(
      CliquestreamClient client, ResultLedger ledger, PartialsWatch watch)
      throws InterruptedException {
    long start = System.nanoTime();
    for (int first = 0; first < plan.jobs(); first += SplitCampaignPlan.KILL_EVERY) {
      int end = Math.min(first + SplitCampaignPlan.KILL_EVERY, plan.jobs());
      int together = Math.min(end, first + SplitCampaignPlan.KILL_EVERY - 2);
      for (int number = first; number < together; number++) {
        send(client, number);
      }
      for (int number = first; number < together; number++) {
        await(ledger, number);
      }
      for (int number = together; number < end; number++) {
        alone(number, client, ledger, watch);
      }
      out.printf("%d of %d jobs answered%n", ledger.answered(), jobs.count());
      out.flush();
    }
    if (plan.longJobs() > 0) {
      out.printf("long jobs, each of %d sets of vertices%n", jobs.longSets());
      out.flush();
    }
    for (int number = plan.jobs(); number < jobs.count(); number++) {
      alone(number, client, ledger, watch);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    // A second answer would come soon, if ever.
    Thread.sleep(SETTLE.toMillis());
    return new SplitCampaignReport(
        plan, tally, services.findings(ledger.lost(), ledger.doubled(), ledger, seconds));
  }

  /** Sends until the broker has the job. */
  private void send(CliquestreamClient client, int number) throws InterruptedException {
    long deadline = System.nanoTime() + plan.patience().toNanos();
    while (true) {
      try {
        client.submit(jobs.request(number));
        return;
      } catch (ClientException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  /** Waits for an answer, or until none has come for the plan's patience: then it is lost. */
  private boolean await(ResultLedger ledger, int number) throws InterruptedException {
    while (!ledger.has(number)) {
      if (ledger.silentSeconds() > plan.patience().toSeconds()) {
        return false;
      }
      lookAfterProcesses();
      Thread.sleep(TICK_MILLIS);
    }
    return true;
  }

  private void alone(
      int number, CliquestreamClient client, ResultLedger ledger, PartialsWatch watch)
      throws InterruptedException {
    watch.watch(ResultLedger.ExpectedAnswers.PREFIX + number);
    send(client, number);
    long sent = System.nanoTime();
    SplitTally.Disturbance disturbance = disturbance(number);
    if (disturbance != SplitTally.Disturbance.NONE) {
      while (watch.share() < MIDDLE
          && !ledger.has(number)
          && ledger.silentSeconds() <= plan.patience().toSeconds()) {
        lookAfterProcesses();
        Thread.sleep(TICK_MILLIS);
      }
      disturb(disturbance, ledger.has(number) || watch.share() >= 1);
    }
    if (await(ledger, number)) {
      tally.took(
          jobs.isLong(number) ? SplitCampaignJobs.KINDS : jobs.kind(number),
          disturbance,
          (System.nanoTime() - sent) / 1e9);
    }
  }

  private SplitTally.Disturbance disturbance(int number) {
    if (jobs.isLong(number)) {
      return (number - plan.jobs()) % 2 == 1
          ? SplitTally.Disturbance.WORKER_KILL
          : SplitTally.Disturbance.NONE;
    }
    int place = number % SplitCampaignPlan.KILL_EVERY;
    if (place == SplitCampaignPlan.KILL_EVERY - 1) {
      return SplitTally.Disturbance.WORKER_KILL;
    }
    int rounds = Math.max(1, plan.jobs() / SplitCampaignPlan.KILL_EVERY);
    int round = number / SplitCampaignPlan.KILL_EVERY;
    if (round == rounds / 2 && plan.standstill().isPositive()) {
      return SplitTally.Disturbance.STANDSTILL;
    }
    int kills = plan.brokerKills();
    for (int kill = 0; kill < kills; kill++) {
      if (round == (2 * kill + 1) * rounds / (2 * kills + 2)) {
        return SplitTally.Disturbance.BROKER_KILL;
      }
    }
    return SplitTally.Disturbance.NONE;
  }

  private void disturb(SplitTally.Disturbance what, boolean late) throws InterruptedException {
    tally.disturbed(what, late);
    List<ServiceProcess> workers = services.workers();
    ServiceProcess victim = workers.get(random.nextInt(workers.size()));
    while (victim == still) {
      victim = workers.get(random.nextInt(workers.size()));
    }
    switch (what) {
      case WORKER_KILL -> {
        victim.kill();
        victim.start();
      }
      case BROKER_KILL -> {
        services.broker().kill();
        services.broker().start();
      }
      case STANDSTILL -> {
        victim.standStill(true);
        still = victim;
        stillUntil = System.nanoTime() + plan.standstill().toNanos();
      }
      case NONE -> {}
    }
  }

  /** Once a second: what ended is started, who stood still for long enough goes on. */
  private void lookAfterProcesses() throws InterruptedException {
    if (System.nanoTime() - nextLook < 0) {
      return;
    }
    nextLook = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    if (still != null && System.nanoTime() - stillUntil > 0) {
      still.standStill(false);
      still = null;
    }
    services.lookAfter();
  }
}
