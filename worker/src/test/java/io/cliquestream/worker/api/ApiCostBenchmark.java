package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import io.cliquestream.client.StartFrom;
import io.cliquestream.worker.service.WorkerService;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What the API costs a worker that nobody asks anything: processor time of the whole process,
 * broker and client included, for the same jobs with and without it, in turns; and the processor
 * time of the API's own threads, which other work on the machine does not blur. Not a test: run its
 * main. Arguments: jobs of a round, rounds of each kind, and {@code watched} for a worker whose
 * events somebody follows.
 */
final class ApiCostBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * Microseconds of processor time a job, and jobs answered a second.
   *
   * @param java of all threads but the compiler's and the collector's
   * @param own of the threads that the API alone has
   * @param broker of the broker's threads
   */
  private record Cost(double all, double java, double own, double broker, double rate) {}

  private ApiCostBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    boolean watched = arguments.length > 2 && arguments[2].equals("watched");
    var with = new double[rounds];
    var without = new double[rounds];
    var own = new double[rounds];
    var rateWith = new double[rounds];
    var rateWithout = new double[rounds];
    var threadsWith = new double[rounds];
    var threadsWithout = new double[rounds];
    round(jobs, true, watched);
    round(jobs, false, watched);
    for (int i = 0; i < rounds; i++) {
      // Whatever drifts meets both kinds alike.
      boolean first = i % 2 == 0;
      Cost one = round(jobs, first, watched);
      Cost other = round(jobs, !first, watched);
      Cost served = first ? one : other;
      Cost bare = first ? other : one;
      with[i] = served.all();
      without[i] = bare.all();
      rateWith[i] = served.rate();
      rateWithout[i] = bare.rate();
      threadsWith[i] = served.java();
      threadsWithout[i] = bare.java();
      own[i] = 100 * served.own() / served.all();
      System.out.printf(
          "us a job: without %.0f (threads %.0f, of the broker %.0f), with %.0f (threads %.0f, of the"
              + " broker %.0f, of the API %.1f); jobs a second: %.0f and %.0f%n",
          bare.all(),
          bare.java(),
          bare.broker(),
          served.all(),
          served.java(),
          served.broker(),
          served.own(),
          bare.rate(),
          served.rate());
    }
    System.out.printf(
        "medians: without %.0f us, with %.0f us a job, %.1f%% more; threads %.0f and %.0f us, %.1f%%"
            + " more; the API's own threads %.2f%%%n",
        median(without),
        median(with),
        more(without, with),
        median(threadsWithout),
        median(threadsWith),
        more(threadsWithout, threadsWith),
        median(own));
    System.out.printf(
        "jobs a second: medians without %.0f, with %.0f, %.1f%% less%n",
        median(rateWithout), median(rateWith), -more(rateWithout, rateWith));
    System.exit(0);
  }

  private static double more(double[] without, double[] with) {
    return 100 * (median(with) / median(without) - 1);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static Cost round(int jobs, boolean served, boolean watched) throws Exception {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    try (var group = new ApiGroup(Files.createTempDirectory("api-cost"), 6)) {
      WorkerService worker =
          group.start(
              "one",
              Map.of(
                  "api.enabled", Boolean.toString(served),
                  "api.report-interval", "2s",
                  "jobs.progress-interval", "500ms"));
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
          var _ = served && watched ? new Watcher(group, worker) : null;
          var producer =
              new KafkaProducer<>(
                  Map.<String, Object>of("bootstrap.servers", group.bootstrap),
                  new ByteArraySerializer(),
                  new ByteArraySerializer())) {
        TimeUnit.SECONDS.sleep(3);
        long before = system.getProcessCpuTime();
        long began = System.nanoTime();
        Map<String, Long> threadsBefore = threads();
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
        double seconds = (System.nanoTime() - began) / 1e9;
        long after = system.getProcessCpuTime();
        Map<String, Long> spent = new TreeMap<>();
        threads()
            .forEach(
                (name, nanos) ->
                    spent.merge(
                        kind(name), nanos - threadsBefore.getOrDefault(name, 0L), Long::sum));
        if (Boolean.getBoolean("threads")) {
          spent.entrySet().stream()
              .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
              .limit(20)
              .forEach(
                  e -> System.out.printf("  %8.1f %s%n", e.getValue() / 1e3 / jobs, e.getKey()));
        }
        return new Cost(
            (after - before) / 1e3 / jobs,
            spent.values().stream().mapToLong(nanos -> nanos).sum() / 1e3 / jobs,
            spent.getOrDefault("api", 0L) / 1e3 / jobs,
            spent.getOrDefault("broker", 0L) / 1e3 / jobs,
            jobs / seconds);
      }
    }
  }

  /** Nanoseconds of processor time by thread. */
  private static Map<String, Long> threads() {
    Map<String, Long> times = new HashMap<>();
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null) {
        long nanos = THREADS.getThreadCpuTime(thread.getThreadId());
        if (nanos > 0) {
          times.merge(thread.getThreadName() + "#" + thread.getThreadId(), nanos, Long::sum);
        }
      }
    }
    return times;
  }

  private static String kind(String thread) {
    if (thread.startsWith("cliquestream-api")
        || thread.startsWith("vert.x-kafka-consumer-thread")
        || thread.contains("-api")) {
      return "api";
    }
    return thread.contains("kafka-request-handler")
            || thread.contains("kafka-network-thread")
            || thread.contains("TxnMarkerSender")
            || thread.contains("ExpirationReaper")
            || thread.contains("group-coordinator")
        ? "broker"
        : thread.replaceAll("#\\d+$", "").replaceAll("\\d+", "N");
  }

  /** Somebody who follows what happens, as the console's overview does. */
  private static final class Watcher implements AutoCloseable {
    private final java.io.InputStream stream;

    Watcher(ApiGroup group, WorkerService worker) throws Exception {
      stream =
          group
              .http
              .send(
                  ApiGroup.request(worker, "/events?of=job,overview", null).GET().build(),
                  java.net.http.HttpResponse.BodyHandlers.ofInputStream())
              .body();
      Thread.ofVirtual().start(this::read);
    }

    private void read() {
      try {
        var _ = stream.transferTo(java.io.OutputStream.nullOutputStream());
      } catch (java.io.IOException e) {
        // It was closed.
      }
    }

    @Override
    public void close() throws java.io.IOException {
      stream.close();
    }
  }
}
