package io.cliquestream.worker.jobs.exchange;

import java.util.List;
import java.util.Set;

/**
 * Everything that comes back from the exchange, in the order in which it happened. An assignment of
 * a partition is named by the partition and an epoch that is used once.
 */
public sealed interface ExchangeEvent {
  /** Takes events; called on the exchange's thread, must not block. */
  @FunctionalInterface
  interface Listener {
    void on(ExchangeEvent event);
  }

  /** The group wants partitions of others made ready, these and no more; it gives them then. */
  record Wanted(Set<Integer> partitions) implements ExchangeEvent {}

  /** The group gave this worker a partition. */
  record Assigned(int partition, long epoch) implements ExchangeEvent {}

  /**
   * The partition's committed offset is known, and with it what became of every transaction of its
   * former owners. No record arrives before {@link ExchangeInbox#flow}.
   */
  record Positioned(int partition, long epoch) implements ExchangeEvent {}

  /** Records of a partition that flows. */
  record Arrived(List<ArrivedRecord> records) implements ExchangeEvent {}

  /** Outcomes that ended alike. */
  record Settled(List<Outcome> outcomes, Settlement settlement) implements ExchangeEvent {}

  /** The assignment is over, whatever it had come to; its outcomes are of no more use. */
  record Gone(int partition, long epoch) implements ExchangeEvent {}
}
