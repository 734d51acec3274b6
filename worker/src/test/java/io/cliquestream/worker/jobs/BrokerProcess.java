package io.cliquestream.worker.jobs;

import io.cliquestream.broker.EmbeddedBroker;
import java.util.concurrent.CountDownLatch;

/** Main of a process that is a broker until it is killed. */
final class BrokerProcess {
  static final String LISTENING = "LISTENING ";

  private BrokerProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start();
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
    System.out.println(LISTENING + broker.bootstrapServers());
    new CountDownLatch(1).await();
  }
}
