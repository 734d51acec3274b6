package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.worker.service.WorkerService;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How long lists take over HTTP when a worker knows 100,000 jobs, which it answered itself, and
 * 10,000 graphs, which another one told of. Not a test: run its main. Arguments: jobs, graphs,
 * requests of each list.
 */
final class ApiListBenchmark {
  private ApiListBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    int graphs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
    int requests = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 200;
    try (var group = new ApiGroup(Files.createTempDirectory("api-lists"), 6)) {
      WorkerService worker = group.start("one", Map.of());
      fill(group, jobs, graphs);
      group.await(worker, "/jobs?state=failed&limit=1", page -> page.get("total").asInt() >= jobs);
      group.await(worker, "/graphs?limit=1", page -> page.get("total").asInt() >= graphs);
      JsonNode overview = ApiGroup.json(group.get(worker, "/overview"));
      System.out.println("known: " + overview.get("jobs") + " " + overview.get("graphs"));
      for (String path :
          List.of(
              "/jobs",
              "/jobs?limit=1000",
              "/jobs?graph=g-77&limit=100",
              "/jobs?tenant=tenant-3&state=failed,succeeded&kind=triangles",
              "/jobs?text=known",
              "/jobs?from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z&limit=100",
              "/graphs",
              "/graphs?text=99&place=memory",
              "/overview")) {
        measure(group, worker, path, requests);
      }
    }
    // The broker's threads would keep the process.
    System.exit(0);
  }

  private static void fill(ApiGroup group, int jobs, int graphs) throws Exception {
    Map<String, Object> properties = Map.of("bootstrap.servers", group.bootstrap, "linger.ms", 20);
    try (var producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      var random = new Random(1);
      for (int i = 0; i < graphs; i++) {
        String state =
            "{\"partition\":%d,\"worker\":\"two\",\"versions\":[{\"version\":\"2\",\"state\":\"ready\",\"base\":\"1\",\"place\":\"memory\",\"vertices\":%d,\"edges\":%d,\"bytes\":%d,\"first\":1,\"last\":9},{\"version\":\"1\",\"state\":\"ready\",\"place\":\"disk\",\"vertices\":9,\"edges\":9,\"bytes\":9,\"first\":1,\"last\":9}]}"
                .formatted(100 + i % 6, random.nextInt(1 << 20), random.nextInt(1 << 24), 1 << 20);
        var _ =
            producer.send(
                new ProducerRecord<>(
                    group.topics().workers(), ("g/g-" + i).getBytes(UTF_8), state.getBytes(UTF_8)));
      }
      for (int i = 0; i < jobs; i++) {
        var request =
            ApiGroup.triangles("job-" + i, "g-" + i % 1_000).setTenant("tenant-" + i % 10).build();
        var _ =
            producer.send(
                new ProducerRecord<>(
                    group.topics().jobs(),
                    request.getGraphId().getBytes(UTF_8),
                    request.toByteArray()));
      }
    }
  }

  private static void measure(ApiGroup group, WorkerService worker, String path, int requests)
      throws Exception {
    var millis = new double[requests];
    for (int i = -20; i < requests; i++) {
      long start = System.nanoTime();
      int status = group.get(worker, path).statusCode();
      if (status != 200) {
        throw new IllegalStateException(path + " answered " + status);
      }
      if (i >= 0) {
        millis[i] = (System.nanoTime() - start) / 1e6;
      }
    }
    Arrays.sort(millis);
    System.out.printf(
        "%-70s p50 %6.1f ms  p95 %6.1f ms  max %6.1f ms%n",
        path, millis[requests / 2], millis[requests * 95 / 100], millis[requests - 1]);
  }
}
