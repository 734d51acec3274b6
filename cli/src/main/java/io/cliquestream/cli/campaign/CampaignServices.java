package io.cliquestream.cli.campaign;

import io.cliquestream.broker.BrokerProcess;
import io.cliquestream.client.ClientException;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The broker of a campaign and what has to be there before the first job. */
final class CampaignServices {
  private CampaignServices() {}

  /** A broker that is not started yet. */
  static ServiceProcess broker(int port, Path folder) {
    return new ServiceProcess(
        "broker",
        folder,
        List.of("-Xmx1g", "-XX:+UseSerialGC"),
        List.of(
            BrokerProcess.class.getName(),
            Integer.toString(port),
            folder.resolve("broker-data").toString()));
  }

  /**
   * A worker that is not started yet.
   *
   * @param options of its JVM
   * @param main its class and the words in front of its settings
   */
  static ServiceProcess worker(
      String name,
      Path folder,
      List<String> options,
      List<String> main,
      Map<String, String> settings) {
    List<String> command = new ArrayList<>(main);
    settings.forEach((setting, value) -> command.addAll(List.of("--set", setting + "=" + value)));
    return new ServiceProcess(name, folder, options, command);
  }

  /** Creates the topics as soon as the broker is there, which may still be starting. */
  static void createTopics(ClientSettings settings, int partitions, Duration patience)
      throws InterruptedException {
    TopicSettings layout = TopicSettings.defaults().withPartitions(partitions, partitions, 1);
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        TopicAdmin.create(settings, layout);
        return;
      } catch (ClientException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
