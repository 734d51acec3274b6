package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import io.cliquestream.client.StartFrom;
import io.cliquestream.worker.service.WorkerService;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What the API costs a worker that nobody asks anything: processor time of the whole process,
 * broker and client included, for the same jobs with and without it, in turns. Not a test: run its
 * main. Arguments: jobs of a round, rounds of each kind.
 */
final class ApiCostBenchmark {
  private ApiCostBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    var with = new double[rounds];
    var without = new double[rounds];
    round(jobs, "true");
    round(jobs, "false");
    for (int i = 0; i < rounds; i++) {
      without[i] = round(jobs, "false");
      with[i] = round(jobs, "true");
      System.out.printf("without %.1f us, with %.1f us a job%n", without[i], with[i]);
    }
    Arrays.sort(with);
    Arrays.sort(without);
    System.out.printf(
        "medians: without %.1f us, with %.1f us a job, %.1f%% more%n",
        without[rounds / 2], with[rounds / 2], 100 * (with[rounds / 2] / without[rounds / 2] - 1));
    System.exit(0);
  }

  /** Microseconds of processor time a job. */
  private static double round(int jobs, String enabled) throws Exception {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    try (var group = new ApiGroup(Files.createTempDirectory("api-cost"), 6)) {
      WorkerService _ =
          group.start("one", Map.of("api.enabled", enabled, "api.report-interval", "2s"));
      for (int i = 0; i < 10; i++) {
        group.publish("g-" + i, 1, 1, 2, 2, 3, 3, 1);
      }
      var left = new CountDownLatch(jobs);
      try (var _ =
              group.client.followResults(
                  StartFrom.END,
                  record -> {
                    if (record.hasResult()) {
                      left.countDown();
                    }
                  });
          var producer =
              new KafkaProducer<>(
                  Map.<String, Object>of("bootstrap.servers", group.bootstrap),
                  new ByteArraySerializer(),
                  new ByteArraySerializer())) {
        TimeUnit.SECONDS.sleep(3);
        long before = system.getProcessCpuTime();
        for (int i = 0; i < jobs; i++) {
          var request = ApiGroup.triangles("job-" + i, "g-" + i % 10).build();
          var _ =
              producer.send(
                  new ProducerRecord<>(
                      group.topics().jobs(),
                      request.getGraphId().getBytes(UTF_8),
                      request.toByteArray()));
        }
        if (!left.await(5, TimeUnit.MINUTES)) {
          throw new IllegalStateException(left.getCount() + " jobs have no result");
        }
        return (system.getProcessCpuTime() - before) / 1e3 / jobs;
      }
    }
  }
}
