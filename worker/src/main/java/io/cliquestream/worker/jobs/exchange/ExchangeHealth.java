package io.cliquestream.worker.jobs.exchange;

import java.time.Duration;
import java.util.Optional;

/**
 * The exchange at one moment.
 *
 * @param member whether the group counts this worker in
 * @param sinceMember since that has been so
 * @param sinceReached since bytes of the broker last came in through the group's consumer; empty
 *     when none ever did
 * @param sinceCommitted since the last transaction was committed; empty when none was
 * @param producer of the transactions
 * @param sinceProducer since the producer has been so
 * @param waiting outcomes that are not committed yet
 */
public record ExchangeHealth(
    boolean member,
    Duration sinceMember,
    Optional<Duration> sinceReached,
    Optional<Duration> sinceCommitted,
    Producer producer,
    Duration sinceProducer,
    int waiting) {
  /** What the transactional producer is at. */
  public enum Producer {
    /** There is none; one is opened as soon as the broker lets it. */
    CLOSED,
    /** Its last transaction was committed, or it had none yet. */
    OPEN,
    /** Its last transaction was aborted; it is tried again. */
    FAILING
  }
}
