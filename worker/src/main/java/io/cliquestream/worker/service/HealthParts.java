package io.cliquestream.worker.service;

import io.cliquestream.worker.changes.ChangeHealth;
import io.cliquestream.worker.health.PartHealth;
import io.cliquestream.worker.intake.IntakeHealth;
import io.cliquestream.worker.jobs.exchange.ExchangeHealth;
import io.cliquestream.worker.jobs.partition.PartitionHealth;
import io.cliquestream.worker.jobs.partition.PartitionStage;
import io.cliquestream.worker.jobs.service.JobService;
import io.cliquestream.worker.jobs.service.JobServiceHealth;
import io.cliquestream.worker.thread.ThreadHealth;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the snapshots of jobs and graphs come to as named parts of the worker's health. */
final class HealthParts {
  private HealthParts() {}

  /** Every thread of the jobs gets on. */
  static PartHealth threads(JobServiceHealth jobs) {
    Duration oldest =
        jobs.threads().stream()
            .filter(ThreadHealth::alive)
            .map(ThreadHealth::sinceProgress)
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    if (jobs.state() == JobService.State.FAILED) {
      return PartHealth.down(
          oldest, jobs.failure().map(Throwable::getMessage).orElse("cannot go on"));
    }
    return wrong(jobs.threads())
        .map(why -> PartHealth.down(oldest, why))
        .orElseGet(() -> PartHealth.up(oldest, jobs.threads().size() + " threads get on"));
  }

  /** Which threads do not get on, if any. */
  private static Optional<String> wrong(List<ThreadHealth> threads) {
    List<String> wrong =
        threads.stream().filter(thread -> !thread.isHealthy()).map(ThreadHealth::name).toList();
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of("dead or stuck: " + String.join(", ", wrong));
  }

  /** Graphs are taken in. */
  static PartHealth intake(IntakeHealth graphs) {
    return graphs
        .broken()
        .or(() -> wrong(graphs.threads()))
        .map(why -> PartHealth.down(graphs.sinceAnswer(), why))
        .orElseGet(() -> PartHealth.up(graphs.sinceAnswer(), "graphs are taken in"));
  }

  /**
   * Events of streams are taken in; one stream that cannot go on does not make the worker unready.
   */
  static PartHealth changes(ChangeHealth changes) {
    Optional<String> wrong = wrong(changes.threads());
    if (wrong.isPresent()) {
      return PartHealth.down(Duration.ZERO, wrong.get());
    }
    String broken =
        changes.broken() == 0 ? "" : ", " + changes.broken() + " streams miss a version";
    return PartHealth.up(
        Duration.ZERO,
        changes.detail().isEmpty()
            ? "partitions with streams: " + changes.partitions().size() + broken
            : changes.detail());
  }

  /** The group counts this worker in. */
  static PartHealth group(JobServiceHealth jobs) {
    return jobs.exchange()
        .map(
            exchange ->
                new PartHealth(
                    exchange.member(),
                    exchange.sinceMember(),
                    exchange.member() ? "a member of the group" : "not a member of the group"))
        .orElseGet(() -> PartHealth.down(Duration.ZERO, "looking for the broker"));
  }

  /** Transactions can be committed; the age is that of the last one, where there was one. */
  static PartHealth transactions(JobServiceHealth jobs) {
    return jobs.exchange()
        .map(HealthParts::transactions)
        .orElseGet(() -> PartHealth.down(Duration.ZERO, "looking for the broker"));
  }

  private static PartHealth transactions(ExchangeHealth exchange) {
    boolean open = exchange.producer() == ExchangeHealth.Producer.OPEN;
    String detail =
        open
            ? (exchange.sinceCommitted().isPresent() ? "last commit" : "none was needed yet")
            : "the producer is " + exchange.producer() + ", " + exchange.waiting() + " wait";
    return new PartHealth(open, exchange.sinceCommitted().orElse(exchange.sinceProducer()), detail);
  }

  /** Assigned partitions are active; the age is that of the one that has waited longest. */
  static PartHealth restore(JobServiceHealth jobs) {
    List<PartitionHealth> waiting =
        jobs.partitions().stream()
            .filter(partition -> partition.stage() != PartitionStage.ACTIVE)
            .toList();
    if (waiting.isEmpty()) {
      return PartHealth.up(
          jobs.partitions().stream()
              .map(PartitionHealth::since)
              .min(Comparator.naturalOrder())
              .orElse(Duration.ZERO),
          jobs.partitions().size() + " partitions active");
    }
    // One that came later is restored while the others are served: that is ready all the same.
    return new PartHealth(
        jobs.ready(),
        waiting.stream().map(PartitionHealth::since).max(Comparator.naturalOrder()).orElseThrow(),
        waiting.size() + " partitions are being restored: " + waiting.getFirst().reason());
  }

  /** Jobs are taken and answered. */
  static PartHealth jobs(JobServiceHealth jobs) {
    return new PartHealth(
        jobs.ready(), jobs.sinceBroker().orElse(Duration.ZERO), String.valueOf(jobs.state()));
  }
}
