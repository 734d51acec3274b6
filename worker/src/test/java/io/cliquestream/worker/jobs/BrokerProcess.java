package io.cliquestream.worker.jobs;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * Main of a process that is a broker until it is killed. Arguments, both or none: the folder of its
 * log and its port, so that another process can go on as the same broker.
 */
final class BrokerProcess {
  static final String LISTENING = "LISTENING ";

  private BrokerProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedBroker broker =
        EmbeddedBroker.start(
            arguments.length == 0
                ? EmbeddedBrokerSettings.temporary()
                : EmbeddedBrokerSettings.at(Path.of(arguments[0]), Integer.parseInt(arguments[1])));
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
    System.out.println(LISTENING + broker.bootstrapServers());
    new CountDownLatch(1).await();
  }
}
