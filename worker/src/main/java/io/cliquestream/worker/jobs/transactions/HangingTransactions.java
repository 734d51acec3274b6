package io.cliquestream.worker.jobs.transactions;

import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts transactions of workers that are open in a partition while their coordinator knows nothing
 * of it. A broker that stops while a transaction is being written can leave one (seen with Kafka
 * 4.3.1). Nobody ends it, ever, restarts of brokers and workers included: no result behind it is
 * seen, and a partition whose offset is in it has no owner who could begin. Kafka calls them
 * hanging transactions, and has an operator look for them and abort them (KIP-664, {@code
 * kafka-transactions.sh find-hanging}); this is the same for what workers write.
 *
 * <p>A transaction hangs when it is older than any may become, and its id is of this group, and the
 * coordinator has none under that id in that partition, and it is there still, at the same offset,
 * after the coordinator was asked. A transaction that is written right now is registered before its
 * first record is, so it is never taken for one.
 *
 * <p>Needs the right to read the partitions, and ALTER on the cluster. Where the broker does not
 * allow that, the line in the log says what an operator can do. Cost: three requests to every
 * broker once in a {@code jobs.transaction-timeout}.
 */
public final class HangingTransactions implements WatchedThread.Work {
  private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);
  private static final Duration STEP = Duration.ofSeconds(1);

  /** Transactions that are looked at in one go, at most; the next go has others. */
  private static final int MOST = 100;

  /** Hanging transactions that were told and could not be aborted, at most. */
  private static final int TOLD = 1_000;

  /** Requests that one look waits for, at most. */
  private static final int WAITS = 8 + MOST;

  private final JobServiceSettings settings;
  private final Admin admin;
  private final Set<Open> told = new HashSet<>();

  /** A transaction that is open in a partition. */
  private record Open(TopicPartition partition, long producerId, long startOffset) {}

  /**
   * For a worker.
   *
   * @param admin stays its owner's
   */
  public HangingTransactions(JobServiceSettings settings, Admin admin) {
    this.settings = settings;
    this.admin = admin;
  }

  /** A thread that is longer without progress is stuck: every answer is waited for so long. */
  public static Duration limit(JobServiceSettings settings) {
    return settings.requestTimeout().multipliedBy(WAITS);
  }

  @Override
  public void run(WatchedThread self) throws InterruptedException {
    Duration period = settings.jobs().transactionTimeout();
    long next = System.nanoTime() + period.toNanos();
    while (!self.isLeaving()) {
      self.progressed();
      if (System.nanoTime() - next >= 0) {
        look();
        next = System.nanoTime() + period.toNanos();
      }
      TimeUnit.NANOSECONDS.sleep(STEP.toNanos());
    }
  }

  private void look() throws InterruptedException {
    try {
      Map<Open, ProducerState> open = open(partitions());
      if (open.isEmpty()) {
        return;
      }
      Map<Open, String> hanging = unknownToTheirCoordinator(open.keySet());
      // After the coordinator: what has ended since is not among them.
      Map<Open, ProducerState> still =
          open(hanging.keySet().stream().map(Open::partition).distinct().toList());
      for (var transaction : hanging.entrySet()) {
        ProducerState state = still.get(transaction.getKey());
        if (state != null) {
          abort(transaction.getKey(), state, transaction.getValue());
        }
      }
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      LOG.debug("hanging transactions cannot be looked for", e);
    }
  }

  /** What workers of this group write in transactions, and where their offsets are. */
  private List<TopicPartition> partitions()
      throws InterruptedException, ExecutionException, TimeoutException {
    String offsets = Topic.GROUP_METADATA_TOPIC_NAME;
    List<String> topics =
        List.of(
            settings.topics().graphs(),
            settings.topics().results(),
            settings.topics().alerts(),
            settings.topics().deadLetters(),
            settings.stateTopic(),
            settings.topics().tasks(),
            settings.topics().partials(),
            offsets);
    var all = new ArrayList<TopicPartition>();
    for (var asked : admin.describeTopics(topics).topicNameValues().entrySet()) {
      int count;
      try {
        TopicDescription description = answer(asked.getValue());
        count = description.partitions().size();
      } catch (ExecutionException e) {
        LOG.trace("no partitions of {} to look at", asked.getKey(), e);
        continue;
      }
      for (int partition = 0; partition < count; partition++) {
        if (!asked.getKey().equals(offsets) || holdsOffsets(partition, count)) {
          all.add(new TopicPartition(asked.getKey(), partition));
        }
      }
    }
    return all;
  }

  /** Whether a broker keeps offsets of one of this group's groups there. */
  private boolean holdsOffsets(int partition, int count) {
    String group = settings.groupId();
    // Those of tasks may be from workers of before.
    return Stream.of(group, group + "-changes", group + "-graph-dead-letters", group + "-tasks")
        .anyMatch(name -> Utils.abs(name.hashCode()) % count == partition);
  }

  /** Transactions that were last written longer ago than any may take. */
  private Map<Open, ProducerState> open(List<TopicPartition> partitions)
      throws InterruptedException, TimeoutException {
    long newest = System.currentTimeMillis() - settings.jobs().transactionTimeout().toMillis();
    var open = new HashMap<Open, ProducerState>();
    var asked = admin.describeProducers(partitions);
    for (TopicPartition partition : partitions) {
      try {
        for (ProducerState state : answer(asked.partitionResult(partition)).activeProducers()) {
          if (open.size() < MOST
              && state.currentTransactionStartOffset().isPresent()
              && state.lastTimestamp() < newest) {
            long start = state.currentTransactionStartOffset().getAsLong();
            open.put(new Open(partition, state.producerId(), start), state);
          }
        }
      } catch (ExecutionException e) {
        LOG.trace("producers of {} are not to be seen", partition, e);
      }
    }
    return open;
  }

  /** Those of this group's ids that the id's coordinator has not, by their ids. */
  private Map<Open, String> unknownToTheirCoordinator(Set<Open> open)
      throws InterruptedException, ExecutionException, TimeoutException {
    var ids = new HashMap<Long, String>();
    var producers =
        new ListTransactionsOptions()
            .filterProducerIds(open.stream().map(Open::producerId).distinct().toList());
    answer(admin.listTransactions(producers).all()).stream()
        .filter(listed -> listed.transactionalId().startsWith(settings.groupId() + "-"))
        .forEach(listed -> ids.put(listed.producerId(), listed.transactionalId()));
    var unknown = new HashMap<Open, String>();
    for (Open transaction : open) {
      String id = ids.get(transaction.producerId());
      if (id != null) {
        TransactionDescription known =
            answer(admin.describeTransactions(List.of(id)).description(id));
        if (!known.topicPartitions().contains(transaction.partition())) {
          unknown.put(transaction, id);
        }
      }
    }
    return unknown;
  }

  private void abort(Open transaction, ProducerState state, String id)
      throws InterruptedException, TimeoutException {
    TopicPartition partition = transaction.partition();
    try {
      answer(
          admin
              .abortTransaction(
                  new AbortTransactionSpec(
                      partition,
                      state.producerId(),
                      (short) state.producerEpoch(),
                      state.coordinatorEpoch().orElse(0)))
              .all());
      LOG.warn(
          "a transaction of {} hung in {} from offset {} on, unknown to its coordinator, and is"
              + " aborted",
          id,
          partition,
          transaction.startOffset());
    } catch (ExecutionException e) {
      if (told.size() < TOLD && told.add(transaction)) {
        LOG.warn(
            "a transaction of {} hangs in {}, unknown to its coordinator, and cannot be aborted{}:"
                + " nobody sees what is behind it; kafka-transactions.sh abort --topic {}"
                + " --partition {} --start-offset {} ends it: {}",
            id,
            partition,
            e.getCause() instanceof AuthorizationException
                ? ", which takes the right to ALTER the cluster"
                : "",
            partition.topic(),
            partition.partition(),
            transaction.startOffset(),
            e.getCause());
      }
    }
  }

  private <T> T answer(KafkaFuture<T> asked)
      throws InterruptedException, ExecutionException, TimeoutException {
    return asked.get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
  }
}
