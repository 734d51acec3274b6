package io.cliquestream.cli.demo;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.cli.kafka.JobPhases;
import io.cliquestream.cli.kafka.PublishCommand;
import io.cliquestream.cli.log.LogSetup;
import io.cliquestream.cli.output.Terminal;
import io.cliquestream.cli.signal.TerminationSignals;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.client.PublishedVersion;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.contract.JobKind;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.formats.GraphData;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.loadgen.generate.GeneratedGraph;
import io.cliquestream.loadgen.generate.GeneratorLimits;
import io.cliquestream.loadgen.generate.GraphModelParser;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the main job end to end on a real broker inside this process. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a real broker and a worker in this process, publishes a graph through Kafka, submits"
          + " one job of every kind, shows their progress, and prints the answers; then changes a small"
          + " graph edge by edge, and prints the alerts of a job that watches it."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String GRAPH_ID = "demo";
  private static final long VERSION = 1;
  private static final List<String> GENERATED =
      List.of("rmat", "12", "8", "0.57", "0.19", "0.19", "7");

  @Mixin private GraphFileOptions files;
  @Spec private CommandSpec spec;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description = "The graph; a generated one (R-MAT, 4,096 vertices) when not given.")
  private Path file;

  @Option(
      names = "--timeout",
      defaultValue = "10m",
      paramLabel = "DURATION",
      description = "Longest wait for all answers (${DEFAULT-VALUE}).")
  private Duration timeout;

  @Option(
      names = "--open",
      description =
          "Keep the worker after the answers, and its console to look at them, until SIGINT or"
              + " SIGTERM.")
  private boolean open;

  @Override
  public Integer call() throws Exception {
    LogSetup.quietenBroker();
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      ClientSettings settings = ClientSettings.of(broker.bootstrapServers());
      TopicAdmin.create(settings, TopicSettings.defaults());
      say("broker on " + broker.bootstrapServers());
      var configuration =
          WorkerSchema.schema()
              .load(
                  null,
                  System.getenv(),
                  Map.of("kafka.bootstrap", broker.bootstrapServers(), "http.port", "0"));
      try (WorkerService worker = WorkerService.start(configuration);
          CliquestreamClient client = CliquestreamClient.open(settings)) {
        say(
            "worker with the "
                + worker.engineLabel()
                + " engine"
                + worker.deviceName().map(name -> " on " + name).orElse("")
                + "; metrics on http://localhost:"
                + worker.httpPort()
                + "/metrics");
        PublishedVersion published = publish(client);
        say("published " + published.totals().edgeCount() + " edges as " + GRAPH_ID);
        Map<JobKind, JobOutcome> outcomes = runAll(client);
        AnswerTable.render(outcomes).forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().flush();
        DemoAlerts.play(client, spec.commandLine().getOut(), timeout);
        if (open) {
          stayOpen(worker);
        }
        return outcomes.values().stream()
            .filter(outcome -> !outcome.succeeded())
            .findFirst()
            .map(outcome -> ExitCode.of(outcome.result().getFailure().getCode()))
            .orElse(ExitCode.OK)
            .number();
      }
    }
  }

  private void stayOpen(WorkerService worker) throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    TerminationSignals.handle(told::countDown);
    worker.drainAsked().onSuccess(_ -> told.countDown());
    say("console on " + worker.httpAddress() + "/console/ (Ctrl-C ends it)");
    told.await();
  }

  private PublishedVersion publish(CliquestreamClient client) {
    if (file == null) {
      var model = GraphModelParser.parse(GENERATED);
      try (GeneratedGraph graph = GeneratedGraph.open(model, GeneratorLimits.defaults())) {
        return client.publishSnapshot(
            SnapshotPlan.pairs(GRAPH_ID, VERSION, model.vertices()), PayloadCompressor.NONE, graph);
      }
    }
    try (GraphData data = files.readData(List.of(file.toString()), JobControl.unbounded())) {
      return PublishCommand.publish(client, GRAPH_ID, VERSION, data, PayloadCompressor.NONE);
    }
  }

  private Map<JobKind, JobOutcome> runAll(CliquestreamClient client) throws Exception {
    ProgressBoard board = new ProgressBoard(System.err, Terminal.ofErrorStream().attached());
    Map<JobKind, JobRequest> requests = DemoJobs.on(GRAPH_ID, VERSION);
    Map<JobKind, CompletableFuture<JobOutcome>> expected = new LinkedHashMap<>();
    List<Subscription> subscriptions = new ArrayList<>();
    try {
      for (var entry : requests.entrySet()) {
        String name = entry.getKey().text();
        board.show(name, 0, "submitted");
        subscriptions.add(
            client.followProgress(
                entry.getValue().getJobId(),
                StartFrom.BEGINNING,
                p ->
                    board.show(
                        name,
                        p.getPhase() == JobPhase.JOB_PHASE_ENDED
                            ? 1
                            : Math.min(p.getFraction(), 0.99),
                        JobPhases.text(p.getPhase()))));
        expected.put(entry.getKey(), client.expect(entry.getValue().getJobId()));
      }
      requests.values().forEach(client::submit);
      Map<JobKind, JobOutcome> outcomes = new LinkedHashMap<>();
      long deadline = System.nanoTime() + timeout.toNanos();
      for (var entry : expected.entrySet()) {
        outcomes.put(
            entry.getKey(),
            entry.getValue().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
        board.show(entry.getKey().text(), 1, "answered");
      }
      return outcomes;
    } finally {
      subscriptions.forEach(Subscription::close);
    }
  }

  private void say(String text) {
    var err = spec.commandLine().getErr();
    err.println("cliquestream: " + text);
    err.flush();
  }
}
