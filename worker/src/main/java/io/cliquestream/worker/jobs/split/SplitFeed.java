package io.cliquestream.worker.jobs.split;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.v1.TaskRecord;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.reading.FirstSince;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the partial answers to the jobs that this worker splits, and the notices of all plans, on a
 * thread of its own and outside of any group.
 *
 * <p>A partition of {@code partials.v1} is read as long as a reducer is attached to it. For each
 * new one it is read again from as far back as a job may be on a lane: so a job that another worker
 * had before finds its plan. Reducers do not mind what they have seen.
 */
public final class SplitFeed implements WatchedThread.Work {
  private static final Logger LOG = LoggerFactory.getLogger(SplitFeed.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration MARGIN = Duration.ofHours(1);
  private static final long PAUSE_MILLIS = 200;

  private final JobServiceSettings settings;
  private final KafkaClients clients;
  private final PlanNotices notices;
  private final FirstSince starts = new FirstSince(MARGIN);
  private final List<Attachment> attachments = new CopyOnWriteArrayList<>();
  private final Queue<Attachment> added = new ConcurrentLinkedQueue<>();
  private volatile KafkaConsumer<byte[], byte[]> consumer;

  SplitFeed(JobServiceSettings settings, KafkaClients clients, PlanNotices notices) {
    this.settings = settings;
    this.clients = clients;
    this.notices = notices;
  }

  /** A reducer that is fed until this is closed. */
  final class Attachment implements AutoCloseable {
    private final int partition;
    private final Reducer reducer;
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private volatile long end = Long.MAX_VALUE;

    private Attachment(int partition, Reducer reducer) {
      this.partition = partition;
      this.reducer = reducer;
    }

    /** Completes when all that lay in the partition at first has been fed. */
    CompletableFuture<Void> caughtUp() {
      return caughtUp;
    }

    @Override
    public void close() {
      attachments.remove(this);
      wake();
    }
  }

  /** Feeds a reducer from a partition of the partial answers. */
  Attachment attach(int partition, Reducer reducer) {
    var attachment = new Attachment(partition, reducer);
    attachments.add(attachment);
    added.add(attachment);
    wake();
    return attachment;
  }

  private void wake() {
    KafkaConsumer<byte[], byte[]> now = consumer;
    if (now != null) {
      now.wakeup();
    }
  }

  /**
   * Reads until it is to leave; goes on after every exception, from the beginning of what counts.
   */
  @Override
  public void run(WatchedThread self) throws InterruptedException {
    while (!self.isLeaving()) {
      try (var opened = clients.boundedReader("split")) {
        consumer = opened;
        added.clear();
        added.addAll(attachments);
        read(opened, self);
      } catch (InterruptException e) {
        throw new InterruptedException();
      } catch (WakeupException e) {
        LOG.debug("woken while it asked the broker", e);
      } catch (RuntimeException e) {
        LOG.warn("partial answers cannot be read; starting again", e);
        self.progressed();
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } finally {
        consumer = null;
      }
    }
  }

  private void read(KafkaConsumer<byte[], byte[]> from, WatchedThread self) {
    String tasks = settings.topics().tasks();
    List<TopicPartition> always =
        from.partitionsFor(tasks).stream()
            .map(info -> new TopicPartition(tasks, info.partition()))
            .toList();
    from.assign(always);
    seekBack(from, always);
    while (!self.isLeaving()) {
      follow(from, always);
      try {
        from.poll(POLL).forEach(this::take);
      } catch (WakeupException e) {
        LOG.trace("woken", e);
      }
      for (Attachment attachment : attachments) {
        TopicPartition partition = partials(attachment);
        if (!attachment.caughtUp.isDone()
            && from.assignment().contains(partition)
            && from.position(partition) >= attachment.end) {
          attachment.caughtUp.complete(null);
        }
      }
      self.progressed();
    }
  }

  private TopicPartition partials(Attachment attachment) {
    return new TopicPartition(settings.topics().partials(), attachment.partition);
  }

  private void follow(KafkaConsumer<byte[], byte[]> from, List<TopicPartition> always) {
    List<Attachment> begun = new ArrayList<>();
    for (Attachment next = added.poll(); next != null; next = added.poll()) {
      begun.add(next);
    }
    Set<TopicPartition> wanted = new HashSet<>(always);
    attachments.forEach(attachment -> wanted.add(partials(attachment)));
    begun.forEach(attachment -> wanted.add(partials(attachment)));
    if (!wanted.equals(from.assignment())) {
      from.assign(wanted);
    }
    if (!begun.isEmpty()) {
      List<TopicPartition> again = begun.stream().map(this::partials).distinct().toList();
      Map<TopicPartition, Long> ends = from.endOffsets(again);
      seekBack(from, again);
      begun.forEach(attachment -> attachment.end = ends.get(partials(attachment)));
    }
  }

  private void seekBack(KafkaConsumer<byte[], byte[]> from, Collection<TopicPartition> partitions) {
    long since =
        System.currentTimeMillis() - settings.jobs().maximumTime().toMillis() - MARGIN.toMillis();
    starts.seek(from, partitions, since);
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      return;
    }
    try {
      if (record.topic().equals(settings.topics().tasks())) {
        TaskRecord task = TaskRecord.parseFrom(record.value());
        if (task.hasNotice()) {
          notices.take(task.getNotice());
        }
        return;
      }
      PartialRecord partial = PartialRecord.parseFrom(record.value());
      for (Attachment attachment : attachments) {
        // Before its turn from the beginning it would take records out of their order.
        if (attachment.partition == record.partition() && attachment.end != Long.MAX_VALUE) {
          if (partial.hasPlan()) {
            attachment.reducer.plan(partial.getPlan());
          } else if (partial.hasPartial()) {
            attachment.reducer.partial(partial.getPartial());
          }
        }
      }
    } catch (InvalidProtocolBufferException e) {
      LOG.warn(
          "a record of {}-{} at {} is none of ours: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.getMessage());
    }
  }
}
