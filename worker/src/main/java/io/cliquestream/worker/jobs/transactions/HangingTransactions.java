package io.cliquestream.worker.jobs.transactions;

import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.exchange.JobExchange;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
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
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of workers that are open in a partition while their coordinator knows nothing of
 * them. A broker that dies while a transaction is written can leave one (seen with Kafka 4.3.1):
 * its commit was confirmed, and the markers that would have told its partitions are gone. Nobody
 * ends it, ever, restarts of brokers and workers included: no result behind it is seen, and a
 * partition whose offset is in it has no owner who could begin. Kafka calls them hanging
 * transactions, and has an operator look for them and abort them (KIP-664, {@code
 * kafka-transactions.sh find-hanging}).
 *
 * <p>To abort one undoes what its worker believes to be done. So results are lost where a worker
 * goes on behind it: it may be aborted only together with its offsets, before anything is committed
 * upon it, and by or after whoever wrote it. Three ways:
 *
 * <ul>
 *   <li>A worker looks for its own before its first transaction and before the first one after an
 *       outage of the broker ({@link #undo}), and then reads everything back. One that others were
 *       committed upon is left alone: the next transaction of its id ends it in every partition
 *       that this writes to, as if it were part of it.
 *   <li>Those of workers that are no members any more are looked for by all others, once in a
 *       {@code jobs.transaction-timeout}, if their offsets hang with them: whoever has their
 *       partitions next reads those, and waits for this.
 *   <li>Those of split jobs, whoever wrote them, likewise: a part that is missing is computed
 *       again, and one that comes twice counts once.
 * </ul>
 *
 * <p>Others (streams of changes, dead letters of graphs) are told in the log. A transaction hangs
 * when its id is of this group, and the coordinator has none under that id in that partition, and
 * it is there still, at the same offset, after the coordinator was asked. A transaction that is
 * written right now is registered before its first record is, so it is never taken for one.
 *
 * <p>Needs the right to read the partitions, and ALTER on the cluster. Where the broker does not
 * allow that, the line in the log says what an operator can do. Cost: three requests to every
 * broker each time.
 */
public final class HangingTransactions implements WatchedThread.Work, JobExchange.LostTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);
  private static final Duration STEP = Duration.ofSeconds(1);

  /** In ids that belong to a partition, not to a worker. */
  private static final String OF_PARTITION = "-of-partition-";

  /** Transactions that are looked at in one go, at most; the next go has others. */
  private static final int MOST = 100;

  /** Hanging transactions that were told and could not be aborted, at most. */
  private static final int TOLD = 1_000;

  /** Requests that one look waits for, at most. */
  private static final int WAITS = 8 + MOST;

  private final JobServiceSettings settings;
  private final Admin admin;
  private final LivingWorkers workers;
  private final List<String> own;
  private final Set<Open> told = ConcurrentHashMap.newKeySet();

  /** A transaction that is open in a partition. */
  private record Open(TopicPartition partition, long producerId, long startOffset) {
    boolean isOffsets() {
      return partition.topic().equals(Topic.GROUP_METADATA_TOPIC_NAME);
    }
  }

  /** Whose an open transaction is that its coordinator does not know. */
  private record Hanging(String id, ProducerState state) {}

  /**
   * For a worker.
   *
   * @param admin stays its owner's
   * @param instanceId the worker's own name
   */
  public HangingTransactions(JobServiceSettings settings, Admin admin, String instanceId) {
    this.settings = settings;
    this.admin = admin;
    this.workers = new LivingWorkers(settings, admin, instanceId);
    this.own = KafkaClients.resultIds(settings.groupId(), instanceId);
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
    long newest = System.currentTimeMillis() - settings.jobs().transactionTimeout().toMillis();
    try {
      Map<Open, Hanging> hanging = hanging(state -> state.lastTimestamp() < newest);
      if (hanging.isEmpty()) {
        return;
      }
      Optional<Set<String>> living = workers.names();
      hanging.forEach(
          (transaction, found) -> {
            if (isSplit(found.id(), living) || isOfTheDead(found, living, hanging)) {
              var _ = abort(transaction, found);
            } else if (found.id().contains(OF_PARTITION) && tell(transaction)) {
              LOG.warn(
                  "a transaction of {} hangs in {} from offset {} on, unknown to its coordinator:"
                      + " nobody sees what is behind it until that id writes there again",
                  found.id(),
                  transaction.partition(),
                  transaction.startOffset());
            }
          });
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      LOG.debug("hanging transactions cannot be looked for", e);
    }
  }

  /** What is lost of a split job is done again; a living worker may have a name that ends so. */
  private boolean isSplit(String id, Optional<Set<String>> living) {
    return (id.endsWith("-tasks") || id.endsWith("-split"))
        && living.isPresent()
        && living.get().stream()
            .noneMatch(worker -> KafkaClients.resultIds(settings.groupId(), worker).contains(id));
  }

  private boolean isOfTheDead(
      Hanging found, Optional<Set<String>> living, Map<Open, Hanging> hanging) {
    return !found.id().contains(OF_PARTITION)
        && living.isPresent()
        && living.get().stream().noneMatch(worker -> workers.isOf(found.id(), worker))
        && hasOffsets(found.state().producerId(), hanging);
  }

  private static boolean hasOffsets(long producerId, Map<Open, Hanging> hanging) {
    return hanging.keySet().stream()
        .anyMatch(open -> open.producerId() == producerId && open.isOffsets());
  }

  @Override
  public boolean undo(long newestMillis, long beforeMillis) {
    try {
      Set<Long> producers = producers();
      if (producers.isEmpty()) {
        return false;
      }
      Map<Open, Hanging> hanging = hanging(state -> producers.contains(state.producerId()));
      // What the transaction before the last held can be undone if the last is.
      boolean last =
          producers.stream().anyMatch(producer -> written(producer, hanging) >= newestMillis);
      long since = last ? beforeMillis : newestMillis;
      boolean undone = false;
      // Offsets last: as long as they hang nothing is read back, and a second look ends the rest.
      for (var found :
          hanging.entrySet().stream()
              .sorted(Comparator.comparing(each -> each.getKey().isOffsets()))
              .toList()) {
        long producer = found.getKey().producerId();
        if (hasOffsets(producer, hanging) && written(producer, hanging) >= since) {
          undone |= abort(found.getKey(), found.getValue());
        } else if (tell(found.getKey())) {
          LOG.warn(
              "a transaction of {} hangs in {} from offset {} on, and others were committed upon"
                  + " it: nobody sees what is behind it until this worker writes there again",
              found.getValue().id(),
              found.getKey().partition(),
              found.getKey().startOffset());
        }
      }
      return undone;
    } catch (ExecutionException | TimeoutException e) {
      if (e.getCause() instanceof AuthorizationException) {
        LOG.debug("this worker may not look for transactions of its own", e);
        return false;
      }
      throw new KafkaException("it is not known whether the broker lost a transaction: " + e, e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** Producers of this worker's results; those that never wrote are not known. */
  private Set<Long> producers() throws InterruptedException, ExecutionException, TimeoutException {
    var producers = new HashSet<Long>();
    var asked = admin.describeTransactions(own);
    for (String id : own) {
      try {
        producers.add(answer(asked.description(id)).producerId());
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TransactionalIdNotFoundException)) {
          throw e;
        }
      }
    }
    return producers;
  }

  /** When a hanging transaction was last written, by its writer's clock where there is one. */
  private static long written(long producerId, Map<Open, Hanging> hanging) {
    long records = -1;
    long offsets = -1;
    for (var found : hanging.entrySet()) {
      if (found.getKey().producerId() == producerId) {
        long time = found.getValue().state().lastTimestamp();
        if (found.getKey().isOffsets()) {
          offsets = Math.max(offsets, time);
        } else {
          records = Math.max(records, time);
        }
      }
    }
    return records >= 0 ? records : offsets;
  }

  private Map<Open, Hanging> hanging(Predicate<ProducerState> which)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<Open, ProducerState> open = open(partitions(), which);
    if (open.isEmpty()) {
      return Map.of();
    }
    Map<Open, String> unknown = unknownToTheirCoordinator(open.keySet());
    // After the coordinator: what has ended since is not among them.
    Map<Open, ProducerState> still =
        open(unknown.keySet().stream().map(Open::partition).distinct().toList(), which);
    var hanging = new HashMap<Open, Hanging>();
    unknown.forEach(
        (transaction, id) -> {
          if (still.containsKey(transaction)) {
            hanging.put(transaction, new Hanging(id, still.get(transaction)));
          }
        });
    return hanging;
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

  private Map<Open, ProducerState> open(
      List<TopicPartition> partitions, Predicate<ProducerState> which)
      throws InterruptedException, TimeoutException {
    var open = new HashMap<Open, ProducerState>();
    var asked = admin.describeProducers(partitions);
    for (TopicPartition partition : partitions) {
      try {
        for (ProducerState state : answer(asked.partitionResult(partition)).activeProducers()) {
          if (open.size() < MOST
              && state.currentTransactionStartOffset().isPresent()
              && which.test(state)) {
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

  /**
   * Aborts it in one partition.
   *
   * @return whether this worker may
   * @throws KafkaException when the broker did not do it; to be tried again
   */
  private boolean abort(Open transaction, Hanging found) {
    TopicPartition partition = transaction.partition();
    ProducerState state = found.state();
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
          found.id(),
          partition,
          transaction.startOffset());
      return true;
    } catch (ExecutionException | TimeoutException e) {
      if (!(e.getCause() instanceof AuthorizationException)) {
        throw new KafkaException(partition + " keeps a transaction that hangs: " + e, e);
      }
      if (tell(transaction)) {
        LOG.warn(
            "a transaction of {} hangs in {}, unknown to its coordinator, and cannot be aborted,"
                + " which takes the right to ALTER the cluster: nobody sees what is behind it;"
                + " kafka-transactions.sh abort --topic {} --partition {} --start-offset {} ends"
                + " it: {}",
            found.id(),
            partition,
            partition.topic(),
            partition.partition(),
            transaction.startOffset(),
            e.toString());
      }
      return false;
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** Whether it is said for the first time. */
  private boolean tell(Open transaction) {
    return told.size() < TOLD && told.add(transaction);
  }

  private <T> T answer(KafkaFuture<T> asked)
      throws InterruptedException, ExecutionException, TimeoutException {
    return asked.get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
  }
}
