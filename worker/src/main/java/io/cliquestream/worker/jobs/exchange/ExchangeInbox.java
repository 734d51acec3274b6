package io.cliquestream.worker.jobs.exchange;

/** What the rest of the worker tells the exchange, from any thread; acted on in this order. */
public final class ExchangeInbox {
  private final Mailbox<Message> mailbox = new Mailbox<>();
  private volatile Runnable waker = () -> {};

  /** Of the exchange's thread. */
  sealed interface Message {
    record Finish(Outcome outcome) implements Message {}

    record Flow(int partition, long epoch) implements Message {}

    record Committed() implements Message {}

    record Ready(int partition) implements Message {}

    record StopTaking() implements Message {}

    record Stop() implements Message {}
  }

  /** Leaves an outcome to be committed. */
  public void finish(Outcome outcome) {
    put(new Message.Finish(outcome));
  }

  /** Lets the records of an assigned partition flow. */
  public void flow(int partition, long epoch) {
    put(new Message.Flow(partition, epoch));
  }

  /** A partition that the group wants this worker to take over is ready for that. */
  public void ready(int partition) {
    put(new Message.Ready(partition));
  }

  /** A transaction has ended, one way or another. */
  void committed() {
    put(new Message.Committed());
  }

  /** Lets no more records flow; outcomes are still committed. */
  public void stopTaking() {
    put(new Message.StopTaking());
  }

  /** Has what is ready committed, the group left and the exchange's thread ended. */
  public void stop() {
    put(new Message.Stop());
  }

  private void put(Message message) {
    if (mailbox.put(message)) {
      waker.run();
    }
  }

  Mailbox<Message> mailbox() {
    return mailbox;
  }

  /** How a waiting exchange is woken; set before it waits for the first time. */
  void wakeBy(Runnable wake) {
    waker = wake;
  }
}
