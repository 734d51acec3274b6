package io.cliquestream.cli.serve;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.cli.log.LogSetup;
import io.cliquestream.cli.signal.TerminationSignals;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.contract.Topics;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.config.DrainSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.config.LogSettings;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a worker until it is told to end. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a worker until SIGTERM or SIGINT, then drains and ends with exit code 0; a second"
          + " signal ends it at once.",
      "Settings come from defaults, then --config, then the environment, then --set."
    })
public final class ServeCommand implements Callable<Integer> {
  /** How a worker finds its broker. */
  private static final class Broker {
    @Option(names = "--embedded", description = "Start a real broker in this process.")
    private boolean embedded;

    @Option(
        names = "--bootstrap",
        paramLabel = "HOST:PORT",
        description = "Kafka bootstrap servers.")
    private String bootstrap;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  @Spec private CommandSpec spec;
  @ArgGroup private Broker broker;

  @Option(
      names = "--port",
      defaultValue = "9092",
      paramLabel = "PORT",
      description = "Port of the embedded broker (${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Keep the embedded broker's data here; a temporary folder when not given.")
  private Path data;

  @Option(names = "--config", paramLabel = "FILE", description = "Properties file with settings.")
  private Path file;

  @Option(
      names = "--kafka-properties",
      paramLabel = "FILE",
      description =
          "How to connect to a secured broker: a file of Kafka client properties (security.*,"
              + " sasl.*, ssl.*); the same as --set kafka.properties-file=FILE.")
  private Path kafkaProperties;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting, such as jobs.lanes=8; may be repeated.")
  private Map<String, String> flags = new LinkedHashMap<>();

  @Option(
      names = "--print-config",
      description = "Print every setting with its value and origin, and end.")
  private boolean printConfiguration;

  @Override
  public Integer call() throws Exception {
    Map<String, String> given = new LinkedHashMap<>(flags);
    boolean embedded = broker != null && broker.embedded;
    if (embedded) {
      given.put("kafka.bootstrap", "localhost:" + port);
    } else if (broker != null && broker.bootstrap != null) {
      given.put("kafka.bootstrap", broker.bootstrap);
    }
    if (kafkaProperties != null) {
      given.put("kafka.properties-file", kafkaProperties.toString());
    }
    Configuration configuration = WorkerSchema.schema().load(file, System.getenv(), given);
    if (printConfiguration) {
      // Files that it names are read here, as they would be by a worker.
      ConnectionProperties _ = configuration.get(KafkaSettings.class).connection();
      PrintWriter out = spec.commandLine().getOut();
      out.print(configuration.print());
      out.flush();
      return ExitCode.OK.number();
    }
    LogSetup.use(configuration.get(LogSettings.class));
    CountDownLatch told = new CountDownLatch(1);
    TerminationSignals.handle(told::countDown);
    if (!embedded) {
      return serve(configuration, told);
    }
    try (EmbeddedBroker running = startBroker()) {
      Topics topics = configuration.get(KafkaSettings.class).topics();
      TopicAdmin.create(
          ClientSettings.of(running.bootstrapServers()).withTopics(topics),
          TopicSettings.defaults());
      LOG.info("broker on {}", running.bootstrapServers());
      return serve(configuration, told);
    }
  }

  private EmbeddedBroker startBroker() {
    LogSetup.quietenBroker();
    return EmbeddedBroker.start(
        data == null
            ? EmbeddedBrokerSettings.temporary().withPort(port)
            : EmbeddedBrokerSettings.at(data, port));
  }

  private int serve(Configuration configuration, CountDownLatch told) throws Exception {
    WorkerService worker = WorkerService.start(configuration);
    CountDownLatch ended = new CountDownLatch(1);
    long drainMillis = configuration.get(DrainSettings.class).timeout().toMillis();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  told.countDown();
                  try {
                    boolean _ =
                        ended.await(
                            drainMillis + WorkerService.CLOSE_MARGIN.toMillis(),
                            TimeUnit.MILLISECONDS);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                },
                "cliquestream-shutdown"));
    LOG.info("metrics and health on {}", worker.httpAddress());
    LOG.info("console on {}/console/", worker.httpAddress());
    worker
        .running()
        .onSuccess(_ -> LOG.info("taking jobs"))
        .onFailure(
            failure -> {
              LOG.error("cannot take jobs: {}", failure.getMessage());
              told.countDown();
            });
    worker
        .broken()
        .onSuccess(
            failure -> {
              LOG.error("cannot go on: {}", failure.getMessage());
              told.countDown();
            });
    worker
        .drainAsked()
        .onSuccess(
            why -> {
              LOG.info("told to drain: {}", why);
              told.countDown();
            });
    told.await();
    LOG.info("draining");
    worker.close();
    ended.countDown();
    return worker.failure().map(f -> ExitCode.of(f.code())).orElse(ExitCode.OK).number();
  }
}
