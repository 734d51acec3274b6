package io.cliquestream.worker.jobs.transactions;

import io.cliquestream.worker.jobs.JobServiceSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions that workers left open which are dead. Until such a one ends, nobody sees
 * committed results behind it, of whatever worker, and its partitions' offsets are not known; the
 * broker ends it by itself only after {@code jobs.transaction-timeout} and, as it comes, ten
 * seconds more. A worker that comes back under its name does so at its start; this is for one that
 * does not.
 *
 * <p>Looked for whenever partitions come to this worker, as they do when the group gives up a
 * member. A transaction is ended when its id is of a worker of this group, it writes what only
 * workers write, and no member of the group has that name. Should the worker be alive all the same,
 * exactly once holds: its partitions were given away, so the group refuses its offsets, and a
 * transaction that is ended from outside is one that did not happen. Where the broker does not
 * allow it or does not answer, everything is as without. {@link #look} may be called from any
 * thread and never waits.
 */
public final class LeftTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(LeftTransactions.class);

  /**
   * One that is younger than this part of a session is left alone. The group gives up a member a
   * session after its last word, so what it left is older; a worker that has just started may have
   * begun one before it is a member.
   */
  private static final int YOUNG = 2;

  private final JobServiceSettings settings;
  private final Admin admin;
  private final LivingWorkers workers;
  private final Set<String> topics;
  private final AtomicBoolean looking = new AtomicBoolean();

  /**
   * For a worker.
   *
   * @param admin stays its owner's
   * @param instanceId the worker's own name
   */
  public LeftTransactions(JobServiceSettings settings, Admin admin, String instanceId) {
    this.settings = settings;
    this.admin = admin;
    this.workers = new LivingWorkers(settings, admin, instanceId);
    this.topics =
        Set.of(
            settings.topics().results(),
            settings.stateTopic(),
            settings.topics().tasks(),
            settings.topics().partials());
  }

  /** Begins to look, unless that is under way. */
  public void look() {
    if (looking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("cliquestream-left-transactions").start(this::lookNow);
    }
  }

  private void lookNow() {
    try {
      List<String> left = left();
      if (!left.isEmpty()) {
        LOG.warn("transactions that dead workers left open are ended: {}", left);
        answer(admin.fenceProducers(left).all());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.info("transactions of dead workers cannot be looked for: {}", e.toString());
    } finally {
      looking.set(false);
    }
  }

  private List<String> left() throws InterruptedException, ExecutionException, TimeoutException {
    var left = new ArrayList<String>();
    List<String> open = open();
    if (open.isEmpty()) {
      return left;
    }
    // After the transactions: who has begun one since is not among them.
    Optional<Set<String>> living = workers.names();
    if (living.isEmpty()) {
      return left;
    }
    for (String id : open) {
      if (living.get().stream().noneMatch(worker -> workers.isOf(id, worker))) {
        TransactionDescription description =
            answer(admin.describeTransactions(List.of(id)).description(id));
        if (description.topicPartitions().stream()
            .anyMatch(source -> topics.contains(source.topic()))) {
          left.add(id);
        }
      }
    }
    return left;
  }

  /** Ids of open transactions that may be workers' of this group. */
  private List<String> open() throws InterruptedException, ExecutionException, TimeoutException {
    var options =
        new ListTransactionsOptions()
            .filterStates(Set.of(TransactionState.ONGOING))
            .filterOnDuration(settings.jobs().sessionTimeout().toMillis() / YOUNG);
    return answer(admin.listTransactions(options).all()).stream()
        .map(TransactionListing::transactionalId)
        .filter(id -> id.startsWith(settings.groupId() + "-"))
        .toList();
  }

  private <T> T answer(KafkaFuture<T> asked)
      throws InterruptedException, ExecutionException, TimeoutException {
    return asked.get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
  }
}
