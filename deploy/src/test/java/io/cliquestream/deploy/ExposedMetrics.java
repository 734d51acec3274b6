package io.cliquestream.deploy;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.TriangleCount;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What a worker shows at {@code /metrics} after it has met everything that makes a metric appear: a
 * graph, a job, a rejected version, and a record of each topic that it cannot read.
 *
 * @param text as Prometheus gets it
 */
record ExposedMetrics(String text) {
  private static final Duration WAIT = Duration.ofMinutes(2);
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

  /** Families that appear with the collector's first work of their kind, which may never come. */
  private static final Set<String> OF_A_COLLECTION =
      Set.of("jvm_gc_pause_seconds", "jvm_gc_concurrent_phase_time_seconds");

  static ExposedMetrics ofAWorkerOnTheCpu() throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      var settings = ClientSettings.of(broker.bootstrapServers());
      TopicAdmin.create(settings, TopicSettings.defaults().withPartitions(1, 1, 1));
      try (var worker =
              WorkerFacts.start(
                  Map.of(
                      "kafka.bootstrap", broker.bootstrapServers(),
                      "engine.kind", "cpu",
                      "graphs.assembly-bytes", "8MiB",
                      "http.host", "127.0.0.1",
                      "http.port", "0"));
          var client = CliquestreamClient.open(settings)) {
        worker.running().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
        writeGarbage(broker.bootstrapServers());
        // Rejected as too large by its header alone.
        client.publishSnapshot(plan("large"), PayloadCompressor.NONE, many());
        client.publishSnapshot(
            plan("graph"), PayloadCompressor.NONE, EdgeSource.of(1, 2, 2, 3, 3, 1));
        client.run(triangles("one", "graph"), WAIT);
        client.run(triangles("two", "large"), WAIT);
        return new ExposedMetrics(scrape(worker.httpPort()));
      }
    }
  }

  /** Those whose names begin so. */
  ExposedMetrics of(String prefix) {
    return new ExposedMetrics(
        text.lines()
            .filter(line -> line.replaceFirst("^# (TYPE|HELP) ", "").startsWith(prefix))
            .collect(Collectors.joining("\n")));
  }

  /** Names of all series. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    text.lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .forEach(line -> names.add(line.split("[ {]", 2)[0]));
    return names;
  }

  /** A table of all families: name, type, labels, meaning. */
  String table() {
    Map<String, String> types = about("TYPE");
    Map<String, String> meanings = about("HELP");
    var table = new StringBuilder("| metric | type | labels | meaning |\n|---|---|---|---|\n");
    types.forEach(
        (family, type) -> {
          // The largest value of late stands beside each histogram and summary.
          if (OF_A_COLLECTION.contains(family.replaceFirst("_max$", ""))
              || (family.endsWith("_max") && types.containsKey(family.replaceFirst("_max$", "")))) {
            return;
          }
          Set<String> labels = new TreeSet<>();
          text.lines()
              .filter(line -> line.matches(family + "(_bucket|_sum|_count)?\\{.*"))
              .flatMap(line -> LABEL.matcher(line.substring(0, line.lastIndexOf('}'))).results())
              .forEach(label -> labels.add("`" + label.group(1) + "`"));
          labels.remove("`le`");
          table.append(
              "| `%s` | %s | %s | %s |\n"
                  .formatted(
                      family,
                      type,
                      String.join(", ", labels),
                      meanings.getOrDefault(family, "").strip()));
        });
    return table.toString();
  }

  private Map<String, String> about(String what) {
    Map<String, String> about = new TreeMap<>();
    text.lines()
        .filter(line -> line.startsWith("# " + what + " "))
        .map(line -> line.split(" ", 4))
        .forEach(words -> about.put(words[2], words.length > 3 ? words[3] : ""));
    return about;
  }

  private static String scrape(int port) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"));
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static void writeGarbage(String bootstrap) throws Exception {
    Map<String, Object> properties = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    byte[] garbage = "no message".getBytes(StandardCharsets.UTF_8);
    try (var producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (String topic :
          new String[] {
            Topics.UNPREFIXED.graphs(), Topics.UNPREFIXED.jobs(), Topics.UNPREFIXED.control()
          }) {
        producer.send(new ProducerRecord<>(topic, 0, garbage, garbage)).get();
      }
    }
  }

  private static SnapshotPlan plan(String graph) {
    return new SnapshotPlan(graph, 1, 4, 0, EdgeEncoding.EDGE_ENCODING_PAIRS, 900_000);
  }

  private static EdgeSource many() {
    long[] ends = new long[4_000_000];
    for (int end = 0; end < ends.length; end++) {
      ends[end] = end % 3_999_999;
    }
    return EdgeSource.of(ends);
  }

  private static JobRequest triangles(String job, String graph) {
    return JobRequest.newBuilder()
        .setJobId(job)
        .setGraphId(graph)
        .setTriangleCount(TriangleCount.getDefaultInstance())
        .build();
  }
}
