package io.cliquestream.worker.jobs.exchange;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** How the exchange is, written by its thread, read by any. */
final class ExchangeVitals {
  /** Something and the moment from which it has been so, by the monotonic clock. */
  private record Since<T>(T what, long nanos) {}

  private final AtomicReference<Since<Boolean>> member = new AtomicReference<>(since(false));
  private final AtomicReference<Since<ExchangeHealth.Producer>> producer =
      new AtomicReference<>(since(ExchangeHealth.Producer.CLOSED));
  private volatile Since<Double> reached;
  private volatile Since<Boolean> committed;
  private volatile int waiting;

  private static <T> Since<T> since(T what) {
    return new Since<>(what, System.nanoTime());
  }

  private static <T> void change(AtomicReference<Since<T>> known, T now) {
    if (!known.get().what().equals(now)) {
      known.set(since(now));
    }
  }

  void member(boolean now) {
    change(member, now);
  }

  void producer(ExchangeHealth.Producer now) {
    change(producer, now);
  }

  /**
   * @param bytes that came in up to now
   */
  void received(double bytes) {
    Since<Double> before = reached;
    if (bytes > 0 && (before == null || bytes > before.what())) {
      reached = since(bytes);
    }
  }

  void committed() {
    committed = since(true);
    producer(ExchangeHealth.Producer.OPEN);
  }

  void waiting(int outcomes) {
    waiting = outcomes;
  }

  ExchangeHealth health() {
    Since<Boolean> membership = member.get();
    Since<ExchangeHealth.Producer> writing = producer.get();
    return new ExchangeHealth(
        membership.what(),
        age(membership),
        Optional.ofNullable(reached).map(ExchangeVitals::age),
        Optional.ofNullable(committed).map(ExchangeVitals::age),
        writing.what(),
        age(writing),
        waiting);
  }

  private static Duration age(Since<?> since) {
    return Duration.ofNanos(Math.max(0, System.nanoTime() - since.nanos()));
  }
}
