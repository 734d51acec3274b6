package io.cliquestream.broker;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * Main of a process that is a broker until it is ended, for campaigns that kill it and start it
 * again over the same data: {@code BrokerProcess PORT FOLDER}.
 */
public final class BrokerProcess {
  /** Begins the line that is printed once requests are taken; the address follows. */
  public static final String LISTENING = "LISTENING ";

  private BrokerProcess() {}

  /** Runs until the process is ended. */
  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedBroker broker =
        EmbeddedBroker.start(
            EmbeddedBrokerSettings.at(Path.of(arguments[1]), Integer.parseInt(arguments[0])));
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
    System.out.println(LISTENING + broker.bootstrapServers());
    new CountDownLatch(1).await();
  }
}
