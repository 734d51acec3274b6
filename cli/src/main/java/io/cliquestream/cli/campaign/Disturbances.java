package io.cliquestream.cli.campaign;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** What is to go wrong, and after how many answers: spread evenly, with a seeded offset. */
final class Disturbances {
  /** Something that goes wrong. */
  enum Kind {
    /** SIGKILL of a worker. */
    WORKER_KILL,
    /** SIGKILL of the broker, which is started again at once. */
    BROKER_KILL,
    /** The broker stays away for a while. */
    BROKER_STOP,
    /** An unusable record. */
    POISON,
    /** A record that grows when it is decompressed. */
    BOMB,
    /** A job that breaks its GPU. */
    DEVICE_FAULT,
    /** SIGKILL of the process of a worker's GPU. */
    DEVICE_KILL
  }

  /**
   * One of them.
   *
   * @param after short jobs answered before it
   */
  record Disturbance(long after, Kind kind) {}

  private final List<Disturbance> ahead = new ArrayList<>();

  Disturbances(CampaignPlan plan) {
    var random = new Random(plan.seed());
    add(plan, Kind.WORKER_KILL, plan.workerKills(), random);
    add(plan, Kind.BROKER_KILL, plan.brokerKills(), random);
    add(plan, Kind.BROKER_STOP, plan.brokerStops(), random);
    add(plan, Kind.POISON, plan.poison(), random);
    add(plan, Kind.BOMB, plan.bombs(), random);
    add(plan, Kind.DEVICE_FAULT, plan.deviceFaults(), random);
    add(plan, Kind.DEVICE_KILL, plan.deviceKills(), random);
    ahead.sort(Comparator.comparingLong(Disturbance::after));
  }

  private void add(CampaignPlan plan, Kind kind, int count, Random random) {
    for (int number = 0; number < count; number++) {
      double share = (number + random.nextDouble()) / count;
      // None at the very end: what it does must show in answers that follow.
      ahead.add(new Disturbance((long) (share * 0.95 * plan.jobs()), kind));
    }
  }

  /** Those that are due after so many answers, taken out. */
  List<Kind> due(long answered) {
    List<Kind> due = new ArrayList<>();
    while (!ahead.isEmpty() && ahead.getFirst().after() <= answered) {
      due.add(ahead.removeFirst().kind());
    }
    return due;
  }
}
