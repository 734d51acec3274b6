package io.cliquestream.worker.jobs.exchange;

import org.apache.kafka.common.KafkaException;

/**
 * Ends what a broker lost of this worker's own transactions: confirmed, and yet open in its
 * partitions, because the broker died before it wrote their markers. What they held can only be
 * undone; so nothing may have been committed upon it.
 */
@FunctionalInterface
public interface LostTransactions {
  /**
   * Looks for them, while no transaction is under way.
   *
   * @param newestMillis when the last transaction that was confirmed began, as its records say; 0
   *     when there was none
   * @param beforeMillis the same of the one before it
   * @return whether some were undone: then everything is to be read back from the broker
   * @throws KafkaException when the broker does not say; to be called again
   */
  boolean undo(long newestMillis, long beforeMillis);
}
