package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.Polling;
import io.cliquestream.worker.jobs.exchange.ExchangeHealth;
import io.cliquestream.worker.jobs.partition.PartitionStage;
import io.cliquestream.worker.jobs.service.JobService;
import io.cliquestream.worker.jobs.service.JobServiceHealth;
import io.cliquestream.worker.thread.ThreadHealth;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Health says what is so, also when nothing happens. */
@Tag("seam")
final class JobServiceHealthTest {
  private static final long[] TRIANGLE = {1, 2, 2, 3, 3, 1};

  private static JobServiceHealth await(TestWorker worker, Predicate<JobServiceHealth> condition) {
    return Polling.until(Duration.ofSeconds(60), worker.service::health, condition);
  }

  @Test
  void anIdleWorkerSaidReadyWithTheBrokerDead() {
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of());
        var installation = Installation.on(broker.awaitLine(BrokerProcess.LISTENING), 2);
        var worker =
            TestWorker.start(
                installation.settings("a"), graphs -> graphs.put("graph", 1, TRIANGLE))) {
      JobServiceHealth before = await(worker, JobServiceHealth::ready);
      assertThat(before.broker()).isTrue();
      assertThat(before.partitions())
          .hasSize(2)
          .allMatch(partition -> partition.stage() == PartitionStage.ACTIVE);
      broker.kill();
      JobServiceHealth after = await(worker, health -> !health.ready());
      assertThat(after.broker()).isFalse();
      assertThat(after.state()).isEqualTo(JobService.State.RUNNING);
      assertThat(after.failure()).isEmpty();
      assertThat(after.threads()).allMatch(ThreadHealth::isHealthy);
    }
  }

  @Test
  void readinessFlappedAfterAStart() {
    try (var installation = Installation.open(6);
        var log = new ResultLog(installation.client);
        var worker = TestWorker.connecting(installation.settings("a"))) {
      worker.graphs.put("graph", 1, TRIANGLE);
      var _ = worker.service.start();
      assertThat(worker.service.isReady()).isFalse();
      await(worker, JobServiceHealth::ready);
      int changes = 0;
      for (int job = 0; job < 50; job++) {
        installation.client.submit(Installation.triangles("job-" + job, "graph").build());
        log.await("job-" + job, 1);
        changes += worker.service.isReady() ? 0 : 1;
      }
      assertThat(changes).isZero();
      JobServiceHealth health = worker.service.health();
      assertThat(health.exchange().orElseThrow().member()).isTrue();
      assertThat(health.exchange().orElseThrow().producer())
          .isEqualTo(ExchangeHealth.Producer.OPEN);
      assertThat(health.exchange().orElseThrow().sinceReached()).isPresent();
      assertThat(health.exchange().orElseThrow().sinceCommitted()).isPresent();
    }
  }

  @Test
  void theAgeOfTheLastCommitGrowsWhileNothingIsCommitted() {
    try (var installation = Installation.open(1);
        var worker =
            TestWorker.start(
                installation.settings("a"), graphs -> graphs.put("graph", 1, TRIANGLE))) {
      assertThat(await(worker, JobServiceHealth::ready).exchange().orElseThrow().sinceCommitted())
          .isEmpty();
      installation.client.run(Installation.triangles("job", "graph").build(), Installation.WAIT);
      // A client may see a result before the worker has noted that it is committed.
      Duration first =
          await(worker, health -> health.exchange().orElseThrow().sinceCommitted().isPresent())
              .exchange()
              .orElseThrow()
              .sinceCommitted()
              .orElseThrow();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      assertThat(worker.service.health().exchange().orElseThrow().sinceCommitted().orElseThrow())
          .isGreaterThan(first);
    }
  }

  @Test
  void aWorkerWithoutABrokerIsAliveAndNotReady() {
    int port;
    try (var broker = EmbeddedBroker.start()) {
      port = broker.port();
    }
    var settings =
        TestSettings.of(
            java.util.Map.of(
                "kafka.bootstrap", "localhost:" + port, "kafka.request-timeout", "1s"));
    try (var worker = TestWorker.connecting(settings)) {
      var _ = worker.service.start();
      JobServiceHealth health = worker.service.health();
      assertThat(health.state()).isEqualTo(JobService.State.CONNECTING);
      assertThat(health.ready()).isFalse();
      assertThat(health.broker()).isFalse();
      assertThat(health.sinceBroker()).isEmpty();
    }
  }
}
