package io.cliquestream.worker.jobs.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.QuotaSettings;
import io.cliquestream.worker.quota.Quotas;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lanes, classes and memory of the line in front of the engines; used time is given. */
@Timeout(60)
final class JobSchedulerTest {
  private static final long SMALL = Duration.ofSeconds(60).toNanos();
  private static final long LIMIT = 1_000;

  /** Two lanes, one for small jobs, one for tenants without a long job. */
  private static final LanePolicy LANES =
      new LanePolicy(2, 1, 1, Duration.ofNanos(SMALL), Duration.ZERO);

  /** Remembers what it was told; says what it is given. */
  private static final class Told implements JobScheduler.Host<String> {
    final Map<String, Long> used = new HashMap<>();
    final Set<String> demoted = new HashSet<>();
    final Set<String> displaced = new HashSet<>();
    final Set<String> notBegun = new HashSet<>();
    final Map<String, FailureCode> refused = new HashMap<>();

    @Override
    public long usedNanos(String job) {
      return used.getOrDefault(job, 1L);
    }

    @Override
    public void demoted(String job) {
      demoted.add(job);
    }

    @Override
    public boolean displace(String job) {
      return !notBegun.contains(job) && displaced.add(job);
    }

    @Override
    public void refused(String job, WorkerException cause) {
      refused.put(job, cause.code());
    }
  }

  private final Told told = new Told();
  private final HostMemory heap = new HostMemory(LIMIT);
  private final HostMemory offHeap = new HostMemory(LIMIT);
  private final JobScheduler<String> scheduler =
      new JobScheduler<>(
          LANES,
          heap,
          offHeap,
          new Quotas(quotas(Map.of("quotas.waiting-jobs", "100", "quotas.running-jobs", "3"))),
          told,
          new AdmissionMetrics(new SimpleMeterRegistry()));

  private static QuotaSettings quotas(Map<String, String> settings) {
    return ConfigurationSchema.of(QuotaSettings.class)
        .load(null, Map.of(), settings)
        .get(QuotaSettings.class);
  }

  private void submit(String job, String tenant, JobClass jobClass, long bytes) {
    Claim claim = new Claim(tenant, 1, 4, jobClass);
    assertThat(scheduler.submit(job, new Demand(claim, 1, new JobBytes(bytes, bytes)))).isTrue();
  }

  private JobScheduler<String>.Turn take() throws InterruptedException {
    return scheduler.take().orElseThrow();
  }

  private List<String> waiting() {
    return scheduler.close();
  }

  @Test
  void longJobsNeverTakeTheLastLanes() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      submit("long " + i, "a", JobClass.LONG, 0);
    }
    assertThat(take().job()).isEqualTo("long 0");
    assertThat(take().job()).isEqualTo("long 1");
    // Both lanes are tenant a's; the spare one is for who has none.
    submit("long of b", "b", JobClass.LONG, 0);
    assertThat(take().job()).isEqualTo("long of b");
    submit("small", "a", JobClass.SMALL, 0);
    assertThat(take().job()).isEqualTo("small");
    assertThat(scheduler.running(JobClass.LONG)).isEqualTo(3);
    assertThat(waiting()).containsExactly("long 2");
  }

  @Test
  void aJobThatTurnsOutToBeLongGoesOnWhereThereIsRoomAndWaitsAgainWhereThereIsNone()
      throws InterruptedException {
    submit("long", "a", JobClass.LONG, 0);
    submit("grows", "a", JobClass.SMALL, 0);
    submit("grows too", "a", JobClass.SMALL, 0);
    Map<String, JobScheduler<String>.Turn> turns = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      var turn = take();
      turns.put(turn.job(), turn);
    }
    assertThat(turns).containsOnlyKeys("long", "grows", "grows too");
    told.used.put("grows", SMALL + 2);
    scheduler.review();
    assertThat(told.demoted).containsExactly("grows");
    assertThat(scheduler.running(JobClass.LONG)).isEqualTo(2);
    told.used.put("grows too", SMALL + 2);
    // A lane that has not begun to compute it has nothing to stop yet, and is asked again.
    told.notBegun.add("grows too");
    scheduler.review();
    assertThat(told.displaced).isEmpty();
    told.notBegun.clear();
    scheduler.review();
    assertThat(told.displaced).containsExactly("grows too");
    assertThat(turns.get("grows too").again()).isTrue();
    assertThat(scheduler.waiting(JobClass.LONG)).isEqualTo(1);
    submit("small", "b", JobClass.SMALL, 0);
    assertThat(take().job()).isEqualTo("small");
    turns.get("long").end();
    var again = take();
    assertThat(again.job()).isEqualTo("grows too");
    assertThat(again.claim().jobClass()).isEqualTo(JobClass.LONG);
    // What it used before does not count again.
    assertThat(again.measured()).isLessThan(SMALL);
  }

  @Test
  void memoryIsSetAsideUntilTheJobEndsAndNobodyOvertakesWhoeverWaitsForIt()
      throws InterruptedException {
    submit("first", "a", JobClass.LONG, 600);
    var first = take();
    submit("large", "b", JobClass.LONG, 600);
    submit("little", "c", JobClass.LONG, 100);
    assertThat(offHeap.used()).isEqualTo(600);
    var taken = new ArrayList<String>();
    Thread lane =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    taken.add(take().job());
                    taken.add(take().job());
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    while (lane.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(taken).isEmpty();
    first.end();
    lane.join();
    assertThat(taken).containsExactly("large", "little");
    assertThat(offHeap.used()).isEqualTo(700);
    assertThat(heap.used()).isEqualTo(700);
  }

  /**
   * A second job of many bytes, not yet known to be long, stood in front of everybody for as long
   * as the first one computed.
   */
  @Test
  void lightJobsStoodForHoursBehindOneThatWaitedForMemory() throws InterruptedException {
    submit("hours", "a", JobClass.LONG, 600);
    var hours = take();
    submit("more hours", "a", JobClass.SMALL, 600);
    for (int i = 0; i < 90; i++) {
      submit("light " + i, "a", JobClass.SMALL, LIMIT / 4 / LANES.total());
    }
    List<JobScheduler<String>.Turn> lanes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      lanes.add(take());
    }
    for (int i = 2; i < 90; i++) {
      var light = lanes.removeFirst();
      assertThat(light.job()).startsWith("light ");
      light.end();
      lanes.add(take());
    }
    lanes.forEach(JobScheduler.Turn::end);
    hours.end();
    assertThat(take().job()).isEqualTo("more hours");
    assertThat(heap.used()).isEqualTo(600);
  }

  @Test
  void aJobThatCanNeverFitIsRefusedAtOnceAndOneThatGraphsShutOutAfterItsWait() throws Exception {
    assertThatThrownBy(() -> submit("too large", "a", JobClass.LONG, LIMIT + 1))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED));
    assertThat(offHeap.tryReserve(900)).isTrue();
    submit("shut out", "a", JobClass.LONG, 500);
    Thread lane =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    var _ = scheduler.take();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    while (told.refused.isEmpty()) {
      scheduler.review();
    }
    assertThat(told.refused)
        .containsEntry("shut out", FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED);
    scheduler.close();
    lane.join();
  }

  @Test
  void aTenantAtItsLimitOfRunningJobsWaitsAndAnotherDoesNot() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      submit("a " + i, "a", JobClass.SMALL, 0);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(take().job()).startsWith("a ");
    }
    submit("b", "b", JobClass.SMALL, 0);
    assertThat(take().job()).isEqualTo("b");
  }

  @Test
  void whatWaitsAtTheEndIsGivenBackAndNothingMoreIsTaken() throws InterruptedException {
    submit("waits", "a", JobClass.SMALL, 0);
    submit("is cancelled", "a", JobClass.SMALL, 0);
    assertThat(scheduler.cancel("is cancelled")).isTrue();
    assertThat(scheduler.cancel("is cancelled")).isFalse();
    assertThat(scheduler.close()).containsExactly("waits");
    assertThat(scheduler.take()).isEmpty();
    Claim claim = new Claim("a", 1, 4, JobClass.SMALL);
    assertThat(scheduler.submit("late", new Demand(claim, 1, JobBytes.NONE))).isFalse();
  }

  private static void take(Quotas quotas, String tenant, long versions) {
    if (!quotas.tryTake(Quotas.Resource.VERSIONS, tenant, versions)) {
      throw quotas.exceeded(Quotas.Resource.VERSIONS, tenant);
    }
  }

  @Test
  void quotasAreTakenAndGivenBackByTenant() {
    var quotas = new Quotas(quotas(Map.of("quotas.versions", "2", "quotas.tenants", "1")));
    take(quotas, "a", 2);
    assertThatThrownBy(() -> take(quotas, "a", 1))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_QUOTA_EXCEEDED))
        .hasMessageContaining("quotas.versions");
    // One tenant is counted apart; all others share an account.
    take(quotas, "b", 1);
    take(quotas, "c", 1);
    assertThatThrownBy(() -> take(quotas, "d", 1)).isInstanceOf(WorkerException.class);
    quotas.give(Quotas.Resource.VERSIONS, "a", 2);
    quotas.give(Quotas.Resource.VERSIONS, "b", 1);
    quotas.give(Quotas.Resource.VERSIONS, "c", 1);
    take(quotas, "d", 2);
    assertThat(quotas.used(Quotas.Resource.VERSIONS, "d")).isEqualTo(2);
  }

  @Test
  void weightsOfTenantsAreRead() {
    assertThat(quotas(Map.of("quotas.weights", "batch=0.5, console=3")).weightsByTenant())
        .containsEntry("batch", 0.5)
        .containsEntry("console", 3.0);
    assertThatThrownBy(() -> quotas(Map.of("quotas.weights", "batch=none")))
        .hasMessageContaining("batch=none");
  }
}
