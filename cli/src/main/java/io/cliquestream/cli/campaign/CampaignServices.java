package io.cliquestream.cli.campaign;

import io.cliquestream.broker.BrokerProcess;
import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientException;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.worker.config.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The broker and the workers of a campaign: processes that are killed, and started again. */
final class CampaignServices implements AutoCloseable {
  private final Path folder;
  private final Duration patience;
  private final int port = EmbeddedBroker.freePort();
  private final ServiceProcess broker;
  private final List<ServiceProcess> workers = new ArrayList<>();
  private int endedByThemselves;

  /** None of them is started yet. */
  CampaignServices(Path folder, Duration patience) {
    this.folder = folder;
    this.patience = patience;
    this.broker =
        new ServiceProcess(
            "broker",
            folder,
            List.of("-Xmx1g", "-XX:+UseSerialGC"),
            List.of(
                BrokerProcess.class.getName(),
                Integer.toString(port),
                folder.resolve("broker-data").toString()));
  }

  /** Starts the broker, and creates the topics as soon as it is there. */
  ClientSettings startBroker(int partitions) throws InterruptedException {
    broker.start();
    ClientSettings settings =
        ClientSettings.of(bootstrap())
            .withTimeouts(Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofSeconds(10));
    TopicSettings layout = TopicSettings.defaults().withPartitions(partitions, partitions, 1);
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        TopicAdmin.create(settings, layout);
        return settings;
      } catch (ClientException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  /**
   * Starts one more worker.
   *
   * @param commandLine main class of the command line, which it is a process of
   * @param options of its JVM, beside the heap
   */
  ServiceProcess startWorker(
      Class<?> commandLine,
      String heap,
      List<String> options,
      ByteSize memory,
      int httpPort,
      Map<String, String> more) {
    String name = "worker-" + workers.size();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("http.port", Integer.toString(httpPort));
    settings.put("memory.limit", memory.bytes() + "B");
    settings.put("jobs.instance-id", name);
    settings.putAll(more);
    List<String> command =
        new ArrayList<>(List.of(commandLine.getName(), "serve", "--bootstrap", bootstrap()));
    settings.forEach((setting, value) -> command.addAll(List.of("--set", setting + "=" + value)));
    List<String> jvm = new ArrayList<>(List.of("-Xmx" + heap, "-XX:+UseSerialGC"));
    jvm.addAll(options);
    ServiceProcess worker = new ServiceProcess(name, folder, jvm, command);
    workers.add(worker);
    worker.start();
    return worker;
  }

  String bootstrap() {
    return "localhost:" + port;
  }

  ServiceProcess broker() {
    return broker;
  }

  List<ServiceProcess> workers() {
    return workers;
  }

  /** Looks at the workers' memory; what ended is started, as by a supervisor. */
  void lookAfter() {
    for (ServiceProcess worker : workers) {
      worker.sample();
      endedByThemselves += worker.startIfEnded() ? 1 : 0;
    }
    endedByThemselves += broker.startIfEnded() ? 1 : 0;
  }

  /** What these processes add to what the results say. */
  CampaignFindings findings(
      List<String> lost, List<String> doubled, ResultLedger ledger, double seconds) {
    Map<String, Long> peaks = new LinkedHashMap<>();
    workers.forEach(worker -> peaks.put(worker.name(), worker.peakBytes()));
    return new CampaignFindings(
        lost, doubled, ledger.wrong(), ledger.faults(), endedByThemselves, peaks, seconds);
  }

  @Override
  public void close() {
    workers.forEach(ServiceProcess::close);
    broker.close();
  }
}
