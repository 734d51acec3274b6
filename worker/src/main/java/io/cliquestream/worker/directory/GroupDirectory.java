package io.cliquestream.worker.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.directory.listed.JobRecord;
import io.cliquestream.worker.directory.listed.ListPosition;
import io.cliquestream.worker.directory.listed.ListedAlert;
import io.cliquestream.worker.directory.listed.ListedDeadLetter;
import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.ListedJob;
import io.cliquestream.worker.directory.listed.ListedRun;
import io.cliquestream.worker.directory.listed.ListedStanding;
import io.cliquestream.worker.directory.listed.ListedWorker;
import io.cliquestream.worker.directory.listed.Page;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.jobs.state.StandingState;
import io.cliquestream.worker.memory.RecentMap;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The picture of the group that a worker keeps from what its topics tell.
 *
 * <p>Every worker that has read the same records has the same picture; none is asked for by
 * another. Bounded by {@link ApiSettings}: the oldest jobs and dead letters are forgotten first.
 * One lock guards all of it; a record takes microseconds, the longest list some milliseconds.
 * Whatever is in a record, taking it in does not fail: what cannot be read is for the workers to
 * refuse, and becomes a dead letter there.
 */
public final class GroupDirectory {
  private static final String WORKER_SOURCE = "/cliquestream/worker/";
  private static final int PAGES_SEEN = 10_000;
  private static final int DRAINS_SEEN = 1_000;
  private static final int MAXIMUM_WORKER_ID = 256;

  /** The first page of a run that has no result yet. */
  private record FirstPage(int partition, long offset) {}

  private final Topics topics;
  private final String stateTopic;
  private final JobTable jobs;
  private final GraphTable graphs;
  private final DeadLetterTable deadLetters;
  private final AlertTable alerts;
  private final TreeMap<String, ListedWorker> workers = new TreeMap<>();
  private final RecentMap<String, FirstPage> pages = new RecentMap<>(PAGES_SEEN);
  private final Set<String> silent = new HashSet<>();

  /** When workers were asked to drain, by their ids; until that is settled. */
  private final RecentMap<String, Long> drainsAsked = new RecentMap<>(DRAINS_SEEN);

  private byte[] lastSource;
  private String lastWorker = "";
  private Change.Listener listener;
  private BiConsumer<String, Long> drains = (_, _) -> {};
  private WorkerRecords.Exchange exchange;

  /**
   * An empty picture.
   *
   * @param stateTopic where standing jobs are remembered
   * @param heapBytes of this process; bounds what is kept
   */
  public GroupDirectory(Topics topics, String stateTopic, ApiSettings settings, long heapBytes) {
    this.topics = topics;
    this.stateTopic = stateTopic;
    this.jobs = new JobTable(settings.jobsWithin(heapBytes));
    this.graphs = new GraphTable(settings.graphsKept());
    this.deadLetters = new DeadLetterTable(topics, settings.deadLettersKept());
    this.alerts = new AlertTable(settings.alertsKept());
  }

  /** From now on tells of changes; null for nobody. */
  public synchronized void listen(Change.Listener told) {
    listener = told;
  }

  /** Tells of requests to drain: for which worker, and when it was asked for. */
  public synchronized void onDrain(BiConsumer<String, Long> told) {
    drains = told;
  }

  /** Tells of what workers ask each other; what is told of returns at once. */
  public synchronized void onExchange(WorkerRecords.Exchange told) {
    exchange = told;
  }

  /** Takes in records of any of the topics. */
  public synchronized void take(Iterable<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      take(record);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    String topic = record.topic();
    try {
      if (topic.equals(stateTopic)) {
        takeState(record);
      } else if (topic.equals(topics.deadLetters())) {
        deadLetters.take(record).ifPresent(p -> changed(Change.Kind.DEAD_LETTER, p));
      } else if (topic.equals(topics.workers())) {
        takeWorker(record);
      } else if (record.value() != null) {
        takeValue(topic, record);
      }
    } catch (InvalidProtocolBufferException | RuntimeException unreadable) {
      // The workers refuse it and write a dead letter, or a newer worker wrote it for its like.
    }
  }

  /** Of the topics where a record without a value tells of nothing. */
  private void takeValue(String topic, ConsumerRecord<byte[], byte[]> record)
      throws InvalidProtocolBufferException {
    if (topic.equals(topics.results())) {
      takeResult(record);
    } else if (topic.equals(topics.jobs())) {
      takeRequest(record);
    } else if (topic.equals(topics.progress())) {
      takeProgress(record);
    } else if (topic.equals(topics.control())) {
      takeControl(record);
    } else if (topic.equals(topics.alerts())) {
      takeAlert(record);
    }
  }

  private void takeRequest(ConsumerRecord<byte[], byte[]> record)
      throws InvalidProtocolBufferException {
    JobRequest request = JobRequest.parseFrom(record.value());
    String id = request.getJobId();
    // Of ids that are none a few would fill the memory.
    if (Identifiers.isJobId(id)
        && Identifiers.isGraphId(request.getGraphId())
        && Identifiers.isTenant(request.getTenant())
        && jobs.requested(
            request,
            new ListPosition(record.timestamp(), record.partition(), record.offset(), id))) {
      changed(Change.Kind.JOB, id);
    }
  }

  private void takeResult(ConsumerRecord<byte[], byte[]> record)
      throws InvalidProtocolBufferException {
    Optional<ResultPeek> page = ResultPeek.page(record.value());
    if (page.isPresent()) {
      if (page.get().sequence() == 0) {
        pages.put(
            page.get().jobId() + "/" + page.get().run(),
            new FirstPage(record.partition(), record.offset()));
      }
      return;
    }
    ResultRecord parsed = ResultRecord.parseFrom(record.value());
    if (!parsed.hasResult()) {
      return;
    }
    JobResult result = parsed.getResult();
    FirstPage first =
        result.getPageCount() == 0 ? null : pages.remove(result.getJobId() + "/" + result.getRun());
    long pagesFrom =
        first != null && first.partition() == record.partition()
            ? first.offset()
            : Math.max(0, record.offset() - result.getPageCount());
    jobs.ended(
        result.getJobId(),
        ListedRun.of(
            result,
            record.timestamp(),
            record.partition(),
            record.offset(),
            pagesFrom,
            worker(record)));
    changed(Change.Kind.JOB, result.getJobId());
    if (result.getRun() != 0) {
      changed(Change.Kind.STANDING, result.getJobId());
    }
  }

  private void takeProgress(ConsumerRecord<byte[], byte[]> record)
      throws InvalidProtocolBufferException {
    JobProgress progress = JobProgress.parseFrom(record.value());
    if (progress.getPhase() != JobPhase.JOB_PHASE_ENDED
        && jobs.progressed(progress, worker(record))) {
      changed(Change.Kind.JOB, progress.getJobId());
    }
  }

  private void takeState(ConsumerRecord<byte[], byte[]> record) {
    byte[] key = record.key();
    // Nearly all of them are ids of answered jobs, which the results tell of.
    if (key == null || key.length < 3 || (key[0] != 's' && key[0] != 'v') || key[1] != '/') {
      return;
    }
    String id = new String(key, 2, key.length - 2, UTF_8);
    if (key[0] == 'v') {
      if (jobs.standsOn(
          id, record.value() == null ? null : StandingState.summary(record.value()).orElse(null))) {
        changed(Change.Kind.STANDING, id);
      }
      return;
    }
    StandingDefinition definition =
        record.value() == null ? null : StandingDefinition.parse(record.value()).orElse(null);
    if (jobs.stands(id, definition)) {
      changed(Change.Kind.STANDING, id);
    }
  }

  private void takeAlert(ConsumerRecord<byte[], byte[]> record)
      throws InvalidProtocolBufferException {
    ListedAlert taken = alerts.take(Alert.parseFrom(record.value()), record.timestamp());
    changed(Change.Kind.ALERT, taken.id());
  }

  private void takeControl(ConsumerRecord<byte[], byte[]> record)
      throws InvalidProtocolBufferException {
    JobControl control = JobControl.parseFrom(record.value());
    String id = control.getCancel().getJobId();
    if (control.hasCancel() && Identifiers.isJobId(id)) {
      jobs.cancelRequested(id, record.timestamp());
      changed(Change.Kind.JOB, id);
    }
  }

  private void takeWorker(ConsumerRecord<byte[], byte[]> record) {
    String key = new String(record.key(), UTF_8);
    String id = key.substring(2);
    JsonObject value =
        record.value() == null
            ? null
            : new JsonObject(io.vertx.core.buffer.Buffer.buffer(record.value()));
    if (key.startsWith(WorkerRecords.GRAPH)) {
      if (value == null) {
        graphs.remove(id);
      } else {
        graphs.put(ListedGraph.read(id, value, record.timestamp()));
      }
      changed(Change.Kind.GRAPH, id);
    } else if (key.startsWith(WorkerRecords.WORKER)) {
      if (value == null) {
        workers.remove(id);
      } else {
        workers.put(id, new ListedWorker(id, value, record.timestamp()));
      }
      silent.remove(id);
      changed(Change.Kind.WORKER, id);
    } else if (key.startsWith(WorkerRecords.DRAIN)) {
      takeDrain(id, value, record.timestamp());
    } else if (key.startsWith(WorkerRecords.ANSWER) && exchange != null) {
      exchange.answer(id, value, record.timestamp());
    } else if (key.startsWith(WorkerRecords.QUESTION) && exchange != null) {
      int slash = id.lastIndexOf('/');
      exchange.question(id.substring(0, slash), id.substring(slash + 1), value, record.timestamp());
    }
  }

  private void takeDrain(String id, JsonObject value, long written) {
    if (value == null) {
      drainsAsked.remove(id);
      return;
    }
    if (id.length() <= MAXIMUM_WORKER_ID) {
      drainsAsked.put(id, written);
    }
    drains.accept(id, written);
  }

  private String worker(ConsumerRecord<byte[], byte[]> record) {
    Header source = record.headers().lastHeader(HeaderNames.SOURCE);
    if (source == null || source.value() == null) {
      return "";
    }
    // Many records of one worker come one after another.
    if (!Arrays.equals(lastSource, source.value())) {
      String text = new String(source.value(), UTF_8);
      lastSource = source.value();
      lastWorker =
          text.startsWith(WORKER_SOURCE) && text.length() < 256
              ? text.substring(WORKER_SOURCE.length()).intern()
              : "";
    }
    return lastWorker;
  }

  private void changed(Change.Kind kind, String id) {
    if (listener != null) {
      listener.changed(new Change(kind, id));
    }
  }

  /** Every job of a partition below an offset is answered, and what was answered was read. */
  public synchronized void answered(Map<Integer, Long> offsets) {
    offsets.forEach(jobs::answered);
  }

  /** A page of jobs, the newest first. */
  public synchronized Page<ListedJob> jobs(
      JobFilter filter, Optional<ListPosition> after, int limit) {
    return jobs.page(filter, after, limit);
  }

  /** One job. */
  public synchronized Optional<JobRecord> job(String id) {
    return jobs.get(id)
        .map(
            job ->
                new JobRecord(
                    job.listed(jobs.state(job)),
                    job.runs(),
                    job.standing() == null ? Optional.empty() : Optional.of(job.listedStanding())));
  }

  /** A page of standing jobs by id. */
  public synchronized Page<ListedStanding> standing(JobFilter filter, String after, int limit) {
    return jobs.standing(filter, after, limit);
  }

  /** The newest alerts of a job, the newest first. */
  public synchronized List<ListedAlert> alerts(String jobId, int limit) {
    return alerts.newest(jobId, limit);
  }

  /** The newest alerts of all jobs that a filter accepts, the newest first. */
  public synchronized List<ListedAlert> alerts(Predicate<ListedAlert> filter, int limit) {
    return alerts.newest(filter, limit);
  }

  /** One alert, as {@link ListedAlert#id} names it. */
  public synchronized Optional<ListedAlert> alert(String id) {
    return alerts.get(id);
  }

  /** What jobs come to. */
  public synchronized JobFigures figures(JobFilter filter, long now) {
    return jobs.figures(filter, now);
  }

  /** A page of graphs by id. */
  public synchronized Page<ListedGraph> graphs(
      Predicate<ListedGraph> filter, String after, int limit) {
    return graphs.page(filter, after, limit);
  }

  /** One graph. */
  public synchronized Optional<ListedGraph> graph(String id) {
    return graphs.get(id);
  }

  /** Whether there are graphs that lists do not know for want of room. */
  public synchronized boolean isGraphsFull() {
    return graphs.isFull();
  }

  /** All graphs that a filter accepts. */
  public synchronized List<ListedGraph> graphs(Predicate<ListedGraph> filter) {
    return graphs.all().stream().filter(filter).toList();
  }

  /** A page of dead letters, the newest first. */
  public synchronized Page<ListedDeadLetter> deadLetters(
      Predicate<ListedDeadLetter> filter, Optional<ListPosition> after, int limit) {
    return deadLetters.page(filter, after, limit);
  }

  /** One dead letter. */
  public synchronized Optional<ListedDeadLetter> deadLetter(String position) {
    return deadLetters.get(position);
  }

  /** How many dead letters a filter accepts. */
  public synchronized int countDeadLetters(Predicate<ListedDeadLetter> filter) {
    return deadLetters.count(filter);
  }

  /** Workers that were heard of lately, by id. */
  public synchronized List<ListedWorker> workers(long now) {
    return workers.values().stream()
        .filter(worker -> now - worker.seen() <= ListedWorker.FORGOTTEN_MILLIS)
        .toList();
  }

  /** Tells of every worker that fell silent, or was heard of no more, since the last call. */
  public synchronized void tellOfSilence(long now) {
    silent.retainAll(workers.keySet());
    for (ListedWorker worker : workers.values()) {
      if (worker.isSilent(now) && silent.add(worker.id())) {
        changed(Change.Kind.WORKER, worker.id());
      }
    }
  }

  /** Names of workers that will not come back, whose records are in the way. */
  public synchronized List<String> goneWorkers(long now) {
    return workers.values().stream()
        .filter(worker -> now - worker.seen() > ListedWorker.GONE_MILLIS)
        .map(ListedWorker::id)
        .toList();
  }

  /** Whether a worker was asked to drain, and the record of that is still there. */
  public synchronized boolean isDrainAsked(String worker) {
    return drainsAsked.containsKey(worker);
  }

  /** Workers whose requests to drain are in the way: they ended, or were asked long ago. */
  public synchronized List<String> settledDrains(long now) {
    return drainsAsked.entrySet().stream()
        .filter(
            asked ->
                !workers.containsKey(asked.getKey())
                    || now - asked.getValue() > ListedWorker.GONE_MILLIS)
        .map(Map.Entry::getKey)
        .toList();
  }
}
