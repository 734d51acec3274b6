package io.cliquestream.worker.jobs.exchange;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/** Whose fault it is that a transaction failed, as far as its cause tells. */
enum CommitFailure {
  /** A record's: with it, no transaction will ever succeed. */
  RECORD,
  /** The broker's, the network's or the group's, and it may pass. */
  PASSING,
  /** Nobody knows; a record's if it does not pass. */
  UNCLEAR;

  private static final List<Class<? extends Throwable>> OF_A_RECORD =
      List.of(
          RecordTooLargeException.class,
          RecordBatchTooLargeException.class,
          InvalidRecordException.class,
          SerializationException.class);

  private static final List<Class<? extends Throwable>> THAT_MAY_PASS =
      List.of(
          RetriableException.class,
          AuthorizationException.class,
          AuthenticationException.class,
          ApplicationRecoverableException.class,
          OutOfOrderSequenceException.class,
          InvalidTxnStateException.class,
          TransactionAbortableException.class,
          TransactionAbortedException.class,
          CommitFailedException.class,
          RebalanceInProgressException.class,
          UnknownMemberIdException.class,
          IllegalGenerationException.class,
          StaleMemberEpochException.class,
          FencedInstanceIdException.class,
          InterruptException.class);

  /** Looks through a failure and its causes. */
  static CommitFailure of(Throwable failure) {
    if (has(failure, OF_A_RECORD)) {
      return RECORD;
    }
    return has(failure, THAT_MAY_PASS) ? PASSING : UNCLEAR;
  }

  private static boolean has(Throwable failure, List<Class<? extends Throwable>> kinds) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Throwable found = cause;
      if (kinds.stream().anyMatch(kind -> kind.isInstance(found))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Topics that some outcomes write to and others do not, as those of alerts and of dead letters.
   * One that is gone, or that the worker may not write, fails every transaction with a record for
   * it: that may pass, but whoever writes nothing there must not wait for it.
   */
  static final class Topics {
    private final Set<String> topics;
    private final Predicate<String> missing;

    /**
     * @param topics that not every outcome writes to
     * @param missing whether the broker says that it has no such topic
     */
    Topics(Set<String> topics, Predicate<String> missing) {
      this.topics = Set.copyOf(topics);
      this.missing = missing;
    }

    /** The topic for which no transaction with an outcome can succeed now; null for none. */
    String faulty(Outcome outcome, Throwable failure) {
      Set<String> faulty = new HashSet<>();
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof TopicAuthorizationException refused) {
          faulty.addAll(refused.unauthorizedTopics());
        }
      }
      faulty.retainAll(topics);
      topics.stream().filter(missing).forEach(faulty::add);
      return outcome.records().stream()
          .map(ProducerRecord::topic)
          .filter(faulty::contains)
          .findFirst()
          .orElse(null);
    }
  }
}
