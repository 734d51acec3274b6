package io.cliquestream.worker.service;

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
import java.util.Optional;
import java.util.stream.Collectors;

/** The snapshots of intake and jobs as parts of the worker's health; nothing here waits. */
final class HealthParts {
  private HealthParts() {}

  /** Essential threads: alive, and getting on. */
  static PartHealth threads(JobServiceHealth jobs) {
    if (jobs.state() == JobService.State.FAILED) {
      String why = jobs.failure().map(Throwable::getMessage).orElse("unknown");
      return PartHealth.down(Duration.ZERO, "the job service ended: " + why);
    }
    Optional<ThreadHealth> wrong =
        jobs.threads().stream().filter(thread -> !thread.isHealthy()).findFirst();
    if (wrong.isPresent()) {
      ThreadHealth thread = wrong.get();
      return PartHealth.down(
          thread.sinceProgress(),
          thread.name() + (thread.isStuck() ? " does not get on" : " was lost"));
    }
    Duration oldest =
        jobs.threads().stream()
            .map(ThreadHealth::sinceProgress)
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    return PartHealth.up(oldest, jobs.threads().size() + " threads get on");
  }

  /** The thread that reads graphs. */
  static PartHealth intake(IntakeHealth intake) {
    return intake
        .broken()
        .map(why -> PartHealth.down(intake.sinceAnswer(), "ended: " + why))
        .orElseGet(() -> PartHealth.up(intake.sinceAnswer(), "reads"));
  }

  /** Whether jobs are taken and answered, and why not. */
  static PartHealth jobs(JobServiceHealth jobs) {
    return jobs.ready()
        ? PartHealth.up(Duration.ZERO, "are taken and answered")
        : PartHealth.down(Duration.ZERO, "the job service is " + jobs.state());
  }

  /** Membership in the consumer group. */
  static PartHealth group(JobServiceHealth jobs) {
    Optional<ExchangeHealth> exchange = jobs.exchange();
    if (exchange.isEmpty()) {
      return PartHealth.down(Duration.ZERO, "not joined yet");
    }
    ExchangeHealth now = exchange.get();
    return new PartHealth(
        now.member(), now.sinceMember(), now.member() ? "a member" : "not a member");
  }

  /** The transactional producer, and when it last committed. */
  static PartHealth transactions(JobServiceHealth jobs) {
    Optional<ExchangeHealth> exchange = jobs.exchange();
    if (exchange.isEmpty()) {
      return PartHealth.down(Duration.ZERO, "not begun yet");
    }
    ExchangeHealth now = exchange.get();
    String last =
        now.sinceCommitted()
            .map(age -> "last committed " + age.toSeconds() + " s ago")
            .orElse("none committed yet");
    boolean up = now.producer() == ExchangeHealth.Producer.OPEN;
    return new PartHealth(
        up,
        now.sinceProducer(),
        last + ", " + now.waiting() + " outcomes wait" + (up ? "" : "; the producer is gone"));
  }

  /** Partitions that are being restored. */
  static PartHealth restore(JobServiceHealth jobs, IntakeHealth intake) {
    String waiting =
        jobs.partitions().stream()
            .filter(partition -> partition.stage() != PartitionStage.ACTIVE)
            .map(HealthParts::text)
            .limit(5)
            .collect(Collectors.joining("; "));
    Duration longest =
        jobs.partitions().stream()
            .filter(partition -> partition.stage() != PartitionStage.ACTIVE)
            .map(PartitionHealth::since)
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    boolean up = intake.isRestored() && waiting.isEmpty();
    // Partitions that move here later do not take readiness back: their late restore does, see jobs.
    return new PartHealth(
        up || jobs.ready(),
        longest,
        waiting.isEmpty() ? jobs.partitions().size() + " partitions active" : waiting);
  }

  private static String text(PartitionHealth partition) {
    return "partition "
        + partition.partition()
        + " "
        + partition.stage()
        + (partition.reason().isEmpty() ? "" : ": " + partition.reason());
  }
}
