package io.cliquestream.cli;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.cli.demo.DemoTraining;
import io.cliquestream.cli.startup.LateBeans;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the JVM watches while the build makes the start-up cache of {@code serve}: a worker that
 * takes partitions, restores graphs, answers jobs, hands partitions over to a second one and ends.
 * A worker that was killed is back sooner by what need not be loaded, linked and learnt again. The
 * broker is another process, which no worker carries. Not a command of the command line.
 */
public final class WorkerTraining {
  private static final String BROKER = "broker";
  private static final int LIMIT_SECONDS = 60;

  /** Enough that the JVM knows what is hot. */
  private static final int ROUNDS = 20;

  private WorkerTraining() {}

  /** Ends with 0 when the worker did all of it. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0 && arguments[0].equals(BROKER)) {
      beBroker();
      return;
    }
    LateBeans.install();
    // A worker that cannot be started leaves threads behind: the build would wait for them for
    // ever.
    Thread.currentThread()
        .setUncaughtExceptionHandler(
            (_, cause) -> {
              cause.printStackTrace();
              Runtime.getRuntime().halt(1);
            });
    Process broker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerTraining.class.getName(),
                BROKER)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      BufferedReader said = broker.inputReader(StandardCharsets.UTF_8);
      String bootstrap = said.readLine();
      if (bootstrap == null) {
        throw new IOException("no broker for the training could be started");
      }
      words();
      train(bootstrap);
    } finally {
      broker.destroyForcibly();
    }
    System.exit(0);
  }

  /** A broker until its starter is gone. */
  private static void beBroker() throws IOException {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      System.out.println(broker.bootstrapServers());
      System.out.flush();
      while (System.in.read() >= 0) {
        // Nothing is said; the end of it is what counts.
      }
    }
    System.exit(0);
  }

  private static void words() {
    var nowhere = new PrintWriter(Writer.nullWriter());
    String[] words = {"serve", "--bootstrap", "localhost:9092", "--print-config"};
    int _ = Main.commandLine(words).setOut(nowhere).setErr(nowhere).execute(words);
  }

  private static void train(String bootstrap) throws Exception {
    ClientSettings settings = ClientSettings.of(bootstrap);
    TopicAdmin.create(settings, TopicSettings.defaults());
    try (WorkerService one = worker(bootstrap, "one");
        CliquestreamClient client = CliquestreamClient.open(settings)) {
      DemoTraining.jobs(client, "training", ROUNDS);
      DemoTraining.alerts(client);
      look(one);
      // Restores what there is, before and after partitions come over to it.
      try (WorkerService two = worker(bootstrap, "two")) {
        while (!isReady(two)) {
          TimeUnit.MILLISECONDS.sleep(100);
        }
        DemoTraining.jobs(client, "more", ROUNDS);
      }
    }
  }

  private static WorkerService worker(String bootstrap, String instance) throws Exception {
    var configuration =
        WorkerSchema.schema()
            .load(
                null,
                Map.of(),
                Map.of(
                    "kafka.bootstrap",
                    bootstrap,
                    "http.port",
                    "0",
                    "engine.kind",
                    "cpu",
                    "jobs.instance-id",
                    instance));
    WorkerService worker = WorkerService.start(configuration);
    var _ =
        worker
            .running()
            .toCompletionStage()
            .toCompletableFuture()
            .get(LIMIT_SECONDS, TimeUnit.SECONDS);
    return worker;
  }

  private static void look(WorkerService worker) throws IOException, InterruptedException {
    for (String path : List.of("/live", "/health", "/metrics")) {
      int _ = status(worker, path);
    }
  }

  private static boolean isReady(WorkerService worker) throws IOException, InterruptedException {
    return status(worker, "/ready") == 200;
  }

  private static int status(WorkerService worker, String path)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + worker.httpPort() + path))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }
}
