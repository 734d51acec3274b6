package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.StartFrom;
import io.cliquestream.contract.Partitions;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.v1.Split;
import io.cliquestream.worker.Polling;
import io.cliquestream.worker.jobs.partition.PartitionHealth;
import io.cliquestream.worker.jobs.partition.PartitionStage;
import io.cliquestream.worker.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Split jobs that come after others, or once more: which of them read what was written before, on a
 * real broker.
 */
@Tag("seam")
final class SplitJobAgainTest {
  private static JobRequest census(String jobId, String graphId, int size, int parts) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId(graphId)
        .setTenant("a")
        .setMotifCensus(MotifCensus.newBuilder().setSize(size))
        .setSplit(Split.newBuilder().setParts(parts))
        .build();
  }

  private static JobResult whole(Installation installation, JobRequest split) {
    return installation
        .client
        .run(
            split.toBuilder()
                .setJobId(split.getJobId() + "-whole")
                .setSplit(Split.newBuilder().setOff(true))
                .build(),
            Installation.WAIT)
        .result();
  }

  private static void await(Callable<Boolean> condition, String what) {
    Polling.until(Installation.WAIT, what, condition);
  }

  private static long count(TestWorker worker, String meter) {
    return (long) worker.registry.get(meter).counter().count();
  }

  private static Set<Integer> active(TestWorker worker) {
    Set<Integer> active = new TreeSet<>();
    for (PartitionHealth partition : worker.service.health().partitions()) {
      if (partition.stage() == PartitionStage.ACTIVE) {
        active.add(partition.partition());
      }
    }
    return active;
  }

  /** Every committed plan, of all partitions. */
  private static List<JobPlan> plans(Installation installation) throws Exception {
    List<JobPlan> plans = new ArrayList<>();
    for (var record : new RawRecords(installation).committed("partials.v1")) {
      PartialRecord read = PartialRecord.parseFrom(record.value());
      if (read.hasPlan()) {
        plans.add(read.getPlan());
      }
    }
    return plans;
  }

  private static long[] random(int vertices, double density) {
    var random = new Random(1);
    var edges = LongStream.builder();
    for (int i = 0; i < vertices; i++) {
      for (int j = 0; j < i; j++) {
        if (random.nextDouble() < density) {
          edges.add(i).add(j);
        }
      }
    }
    return edges.build().toArray();
  }

  @Test
  void everySplitJobOnceReadWhatWasWrittenForAllThatCameBefore() {
    try (var installation = Installation.open(1);
        var worker =
            TestWorker.start(
                installation.settings("one"),
                graphs -> graphs.put("shared", 1, SplitJobTest.edges(1, 400, 4_000)))) {
      long written = 0;
      for (int i = 0; i < 10; i++) {
        JobResult result =
            installation.client.run(census("job-" + i, "shared", 3, 4), Installation.WAIT).result();
        assertThat(result.getPlanMap()).containsEntry("split-resumed", "false");
        written += 1 + Integer.parseInt(result.getPlanOrThrow("split-parts"));
        assertThat(count(worker, "cliquestream.split.read"))
            .as("plans and partial answers read for %d jobs", i + 1)
            .isEqualTo(written);
      }
    }
  }

  @Test
  void aSplitJobThatMadeRoomForOthersGoesOnFromItsPlan() throws Exception {
    // Time enough to write a plan, and less than the job takes. While the endless job runs, the
    // start never ends by itself: what splits begins because it is needed.
    var lanes =
        Map.of(
            "jobs.lanes",
            "1",
            "jobs.spare-lanes",
            "1",
            "jobs.small-time",
            "500ms",
            "jobs.start-limit",
            "10m");
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker =
            TestWorker.start(
                installation.settings("one", lanes),
                graphs -> {
                  // Its maximal cliques would take until the end of days.
                  graphs.put("endless", 1, random(300, 0.9));
                  // Here they take seconds, which nobody foresees.
                  graphs.put("medium", 1, random(160, 0.7));
                })) {
      JobRequest split =
          JobRequest.newBuilder()
              .setJobId("split")
              .setGraphId("medium")
              .setTenant("a")
              .setMaximalCliques(MaximalCliques.getDefaultInstance())
              .setSplit(Split.newBuilder().setParts(12))
              .build();
      var computing = new CountDownLatch(1);
      try (var _ =
          installation.client.followProgress(
              "endless", StartFrom.BEGINNING, _ -> computing.countDown())) {
        installation.client.submit(
            JobRequest.newBuilder()
                .setJobId("endless")
                .setGraphId("endless")
                .setTenant("a")
                .setMaximalCliques(MaximalCliques.getDefaultInstance())
                .setSplit(Split.newBuilder().setOff(true))
                .build());
        assertThat(computing.await(60, TimeUnit.SECONDS)).isTrue();
      }
      await(() -> worker.service.scheduler().running(JobClass.LONG) == 1, "a long job");
      installation.client.submit(split);
      await(() -> count(worker, "cliquestream.split.jobs") == 1, "a plan");
      await(() -> worker.service.scheduler().waiting(JobClass.LONG) == 1, "a displaced job");
      installation.client.cancel("endless", "enough");
      JobResult result = log.await("split", 1).getFirst();
      assertThat(result.getStatus())
          .as(result.toString())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(result.getMaximalCliques())
          .isEqualTo(whole(installation, split).getMaximalCliques());
      assertThat(result.getPlanMap()).containsEntry("split-resumed", "true");
      assertThat(plans(installation)).hasSize(1);
      assertThat(worker.registry.get(Metric.ADMISSION_DEMOTED.text()).counters())
          .anyMatch(counter -> counter.count() > 0);
    }
  }

  /** Graphs on partition 0 and 1, on which a census takes some seconds. */
  private static List<String> twoGraphs() {
    return IntStream.range(0, 2)
        .mapToObj(
            partition ->
                IntStream.iterate(0, i -> i + 1)
                    .mapToObj(i -> "graph-" + i)
                    .filter(name -> Partitions.partitionOf(name, 2) == partition)
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  @Tag("long")
  @Test
  void aSplitJobWhosePartitionWasGivenAwayAndCameBackGoesOnFromItsPlan() throws Exception {
    List<String> names = twoGraphs();
    try (var installation = Installation.open(2);
        var log = new ResultLog(installation.client);
        var one =
            TestWorker.start(
                installation.settings("one"),
                graphs ->
                    names.forEach(
                        name -> graphs.put(name, 1, SplitJobTest.edges(7, 300, 2_200))))) {
      await(() -> active(one).size() == 2, "both partitions");
      for (String name : names) {
        installation.client.submit(census(name, name, 6, 40));
      }
      await(() -> count(one, "cliquestream.split.jobs") == 2, "two plans");
      Set<Integer> moved;
      try (var two =
          TestWorker.start(
              installation.settings("two", Map.of("drain.timeout", "100ms")), _ -> {})) {
        await(() -> active(two).size() == 1, "a partition for the second worker");
        moved = active(two);
      }
      await(() -> active(one).size() == 2, "both partitions again");
      assertThat(log.results()).as("jobs that were over before the partition was back").isEmpty();
      for (int partition = 0; partition < 2; partition++) {
        JobResult result = log.await(names.get(partition), 1).getFirst();
        assertThat(result.getStatus())
            .as(result.toString())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        assertThat(result.getPlanMap())
            .containsEntry("split-resumed", Boolean.toString(moved.contains(partition)))
            .containsEntry("split-duplicates", "0");
      }
      assertThat(log.results().get(0).getMotifs()).isEqualTo(log.results().get(1).getMotifs());
      assertThat(plans(installation)).as("one for each job").hasSize(2);
    }
  }
}
