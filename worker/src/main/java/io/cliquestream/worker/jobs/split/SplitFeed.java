package io.cliquestream.worker.jobs.split;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.v1.TaskRecord;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import io.cliquestream.worker.reading.FirstSince;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
 * <p>A partition of {@code partials.v1} is read as long as a reducer is attached to it. Where a
 * reducer begins, its job knows ({@link PlanTrail}): a job that nobody can have planned before
 * begins at the partition's end, where its plan will be, so that what many jobs read in turn is
 * what is written for them. For one that another worker may have had the partition is read again,
 * from as far back as a job may be on a lane; those that come together share that.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A reducer is given each record from its beginning on once and in order, whoever else is
 *       attached, and when the consumer fails: each has a place of its own in the partition, and
 *       the consumer goes back to the least that is wanted.
 *   <li>A plan that is written after {@link Attachment#caughtUp} lies behind the reducer's
 *       beginning: the end is asked before that completes.
 *   <li>The broker is asked before a place is changed, so a question that is interrupted by {@link
 *       #wake} is asked again, and nothing is lost; nothing is polled before it is answered.
 * </ul>
 */
public final class SplitFeed implements WatchedThread.Work {
  private static final Logger LOG = LoggerFactory.getLogger(SplitFeed.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration MARGIN = Duration.ofHours(1);
  private static final long PAUSE_MILLIS = 200;
  private static final long NOT_BEGUN = -1;

  private final JobServiceSettings settings;
  private final KafkaClients clients;
  private final PlanNotices notices;
  private final SplitMetrics metrics;
  private final FirstSince starts = new FirstSince(MARGIN);
  private final List<Attachment> attachments = new CopyOnWriteArrayList<>();

  /** Behind what was read last of the partitions that are followed; of the feed's thread. */
  private final Map<TopicPartition, Long> places = new HashMap<>();

  private volatile KafkaConsumer<byte[], byte[]> consumer;

  SplitFeed(
      JobServiceSettings settings,
      KafkaClients clients,
      PlanNotices notices,
      SplitMetrics metrics) {
    this.settings = settings;
    this.clients = clients;
    this.notices = notices;
    this.metrics = metrics;
  }

  /** A reducer that is fed until this is closed. */
  final class Attachment implements AutoCloseable {
    private final TopicPartition partition;
    private final Reducer reducer;
    private final FeedStart start;
    private final CompletableFuture<Long> caughtUp = new CompletableFuture<>();

    /** The first record that it has not been given; of the feed's thread, as what follows. */
    private long next = NOT_BEGUN;

    private long end;

    private Attachment(int partition, Reducer reducer, FeedStart start) {
      this.partition = new TopicPartition(settings.topics().partials(), partition);
      this.reducer = reducer;
      this.start = start;
    }

    /**
     * Completes when all that lay in the partition at first has been fed, with the offset at which
     * that ended.
     */
    CompletableFuture<Long> caughtUp() {
      return caughtUp;
    }

    private boolean hasBegun() {
      return next != NOT_BEGUN;
    }

    private void begin(long from, long until) {
      next = from;
      end = until;
    }

    private void take(long offset, PartialRecord record) {
      // Before its beginning it would take records out of their order.
      if (!hasBegun() || offset < next) {
        return;
      }
      next = offset + 1;
      PlanTranslation.plan(record).ifPresent(reducer::plan);
      if (record.hasPartial()) {
        reducer.partial(record.getPartial());
      }
    }

    @Override
    public void close() {
      attachments.remove(this);
      wake();
    }
  }

  /** Feeds a reducer from a partition of the partial answers. */
  Attachment attach(int partition, Reducer reducer, FeedStart start) {
    var attachment = new Attachment(partition, reducer, start);
    attachments.add(attachment);
    wake();
    return attachment;
  }

  private void wake() {
    KafkaConsumer<byte[], byte[]> now = consumer;
    if (now != null) {
      now.wakeup();
    }
  }

  /** Reads until it is to leave; goes on after every exception, where each reducer is. */
  @Override
  public void run(WatchedThread self) throws InterruptedException {
    while (!self.isLeaving()) {
      try (var opened = clients.boundedReader("split")) {
        read(opened, self);
      } catch (InterruptException e) {
        throw new InterruptedException();
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
    starts.seek(from, always, farBack());
    places.clear();
    // Whoever was attached before is seen by the first look, whoever comes later wakes.
    consumer = from;
    while (!self.isLeaving()) {
      try {
        follow(from, always);
        tellWhoHasCaughtUp(from);
        from.poll(POLL).forEach(this::take);
      } catch (WakeupException e) {
        LOG.trace("woken", e);
      }
      self.progressed();
    }
  }

  private long farBack() {
    return System.currentTimeMillis()
        - settings.jobs().maximumTime().toMillis()
        - MARGIN.toMillis();
  }

  /** Reads the partitions of those that are attached, and lets those begin that are new. */
  private void follow(KafkaConsumer<byte[], byte[]> from, List<TopicPartition> always) {
    List<Attachment> present = List.copyOf(attachments);
    Set<TopicPartition> wanted = new HashSet<>(always);
    present.forEach(attachment -> wanted.add(attachment.partition));
    if (!wanted.equals(from.assignment())) {
      from.assign(wanted);
    }
    places.keySet().retainAll(wanted);
    List<Attachment> begun = present.stream().filter(attachment -> !attachment.hasBegun()).toList();
    begin(from, begun);
    // From here on nothing is asked.
    Set<TopicPartition> before = Set.copyOf(places.keySet());
    for (Attachment attachment : present) {
      TopicPartition partition = attachment.partition;
      boolean isFed = before.contains(partition) && !begun.contains(attachment);
      if (!isFed && attachment.next < places.getOrDefault(partition, Long.MAX_VALUE)) {
        from.seek(partition, attachment.next);
        places.put(partition, attachment.next);
      }
    }
  }

  /** Gives those that are new their beginnings and ends. */
  private void begin(KafkaConsumer<byte[], byte[]> from, List<Attachment> begun) {
    Map<TopicPartition, Long> ends = new HashMap<>(places);
    Set<TopicPartition> unknown = new HashSet<>();
    Set<TopicPartition> back = new HashSet<>();
    for (Attachment attachment : begun) {
      TopicPartition partition = attachment.partition;
      // Where a partition is read, the rest comes anyhow, from before its end on.
      if (!(attachment.start instanceof FeedStart.AtTheEnd && places.containsKey(partition))) {
        unknown.add(partition);
      }
      if (attachment.start instanceof FeedStart.FarBack) {
        back.add(partition);
      }
    }
    if (!unknown.isEmpty()) {
      ends.putAll(from.endOffsets(unknown));
    }
    Map<TopicPartition, Long> firsts = starts.offsets(from, back, farBack());
    for (Attachment attachment : begun) {
      long end = ends.get(attachment.partition);
      attachment.begin(
          switch (attachment.start) {
            case FeedStart.AtTheEnd() -> end;
            case FeedStart.At(long offset) -> offset;
            case FeedStart.FarBack() -> firsts.get(attachment.partition);
          },
          end);
    }
  }

  private void tellWhoHasCaughtUp(KafkaConsumer<byte[], byte[]> from) {
    for (Attachment attachment : attachments) {
      if (attachment.hasBegun()
          && !attachment.caughtUp.isDone()
          && (attachment.next >= attachment.end
              || from.position(attachment.partition) >= attachment.end)) {
        attachment.caughtUp.complete(attachment.end);
      }
    }
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
      metrics.read();
      cut(record);
      PartialRecord partial = PartialRecord.parseFrom(record.value());
      for (Attachment attachment : attachments) {
        if (attachment.partition.partition() == record.partition()) {
          attachment.take(record.offset(), partial);
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

  /** Where a record lies before what was read, the broker has lost what followed it. */
  private void cut(ConsumerRecord<byte[], byte[]> record) {
    var partition = new TopicPartition(record.topic(), record.partition());
    Long place = places.put(partition, record.offset() + 1);
    if (place != null && record.offset() < place) {
      LOG.warn("{} was cut at {}, and had been read up to {}", partition, record.offset(), place);
      for (Attachment attachment : attachments) {
        if (attachment.partition.equals(partition)) {
          attachment.next = Math.min(attachment.next, record.offset());
        }
      }
    }
  }
}
