package io.cliquestream.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.NameSource;
import io.cliquestream.contract.NamedEdgeSource;
import io.cliquestream.contract.Partitions;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.SnapshotReference;
import io.opentelemetry.api.trace.TracerProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Publishes graphs and jobs to a broker and reads results and progress back.
 *
 * <p>Safe for use by several threads. Creates no topics: {@link TopicAdmin} does. Every wait ends
 * within a bound of {@link ClientSettings}; every failure is a {@link ClientException} with a
 * stable code.
 */
public final class CliquestreamClient implements AutoCloseable {
  private final ClientSettings settings;
  private final Topics topics;
  private final TopicLayout layout;
  private final RecordPublisher publisher;
  private final GraphPublisher graphs;
  private final ResultInbox inbox;
  private final JobSender jobs;
  private final Object followLock = new Object();
  private TopicFollower resultFollower;

  private CliquestreamClient(
      ClientSettings settings, TopicLayout layout, Optional<SendSpans> spans) {
    this.settings = settings;
    this.topics = settings.topics();
    this.layout = layout;
    this.publisher = new RecordPublisher(settings);
    this.graphs =
        new GraphPublisher(
            publisher, topics.graphs(), layout.partitions(topics.graphs()), settings);
    this.jobs = new JobSender(publisher, topics, layout, spans);
    this.inbox = new ResultInbox(settings);
  }

  /**
   * Connects.
   *
   * @param settings where the broker is, and every bound
   * @return a client that the caller closes; safe for use by several threads
   * @throws ClientException {@code BROKER_UNAVAILABLE} when the broker does not answer in time or
   *     topics are missing; {@code OPTION_INVALID} when graphs and jobs are not co-partitioned
   */
  public static CliquestreamClient open(ClientSettings settings) {
    return new CliquestreamClient(settings, TopicLayout.read(settings), Optional.empty());
  }

  /**
   * Connects, and traces every job that is sent: its span is a child of the current one, and the
   * worker's are its children.
   *
   * @param settings where the broker is, and every bound
   * @param traces of the program's own OpenTelemetry
   * @return a client that the caller closes; safe for use by several threads
   */
  public static CliquestreamClient open(ClientSettings settings, TracerProvider traces) {
    return new CliquestreamClient(
        settings, TopicLayout.read(settings), Optional.of(new SendSpans(traces)));
  }

  /** {@return the settings this client was opened with} */
  public ClientSettings settings() {
    return settings;
  }

  /**
   * Publishes a snapshot; walks through the edges twice and holds the sender's buffer and one
   * chunk. Returns once the commit record is acknowledged.
   *
   * @param plan of the snapshot
   * @param compressor of the chunks, such as {@link ZstdCompressor}
   * @param edges the same at both walks
   * @return the version, with where its commit record lies
   * @throws io.cliquestream.contract.ContractException when the edges do not fit the plan
   * @throws ClientException when a record was not acknowledged; the version does not exist then
   */
  public PublishedVersion publishSnapshot(
      SnapshotPlan plan, PayloadCompressor compressor, EdgeSource edges) {
    return graphs.snapshot(plan, compressor, edges);
  }

  /**
   * The same for vertices that have names; walks through the names twice, too.
   *
   * @param plan of the snapshot
   * @param compressor of chunks and names
   * @param edges the same at both walks
   * @param names of the vertices 0, 1, 2 and so on; the plan's vertex bound is at most their number
   * @return the version, with where its commit record lies
   */
  public PublishedVersion publishSnapshot(
      SnapshotPlan plan, PayloadCompressor compressor, EdgeSource edges, NameSource names) {
    return graphs.snapshot(plan, compressor, edges, names);
  }

  /**
   * Publishes a snapshot that lies elsewhere.
   *
   * @param reference says where the snapshot lies and what must be found there
   * @return where the record lies
   */
  public RecordPosition publishReference(SnapshotReference reference) {
    return graphs.reference(reference);
  }

  /**
   * Publishes a delta; walks through both sources twice.
   *
   * @param plan of the delta
   * @param inserted edges that appear
   * @param deleted edges that vanish
   * @return where the last part lies
   */
  public RecordPosition publishDelta(DeltaPlan plan, EdgeSource inserted, EdgeSource deleted) {
    return graphs.delta(plan, inserted, deleted);
  }

  /**
   * Publishes a delta of a graph whose vertices have names; walks through both sources twice. Names
   * that the base has not become vertices; an edge to delete that has one is no edge.
   *
   * @param plan of the delta
   * @param inserted edges that appear, by names
   * @param deleted edges that vanish, by names
   * @return where the last part lies
   */
  public RecordPosition publishNamedDelta(
      DeltaPlan plan, NamedEdgeSource inserted, NamedEdgeSource deleted) {
    return graphs.namedDelta(plan, inserted, deleted);
  }

  /**
   * Retires a version: tombstones for all of its records, so that jobs no longer find it and
   * compaction frees its space. Reads the graph's partition to find the records. When it fails
   * half-way, the version is gone already; call again for what is left.
   *
   * @param graphId of the graph
   * @param version unsigned
   * @return how many records were retired
   * @throws ClientException {@code VERSION_UNKNOWN} when no record of it is there; {@code
   *     OPTION_INVALID} when a delta builds on it, because a worker that restores could not build
   *     that delta's version again
   */
  public int retire(String graphId, long version) {
    String topic = topics.graphs();
    var partition =
        new TopicPartition(topic, Partitions.partitionOf(graphId, layout.partitions(topic)));
    List<GraphRecordKey> keys = VersionKeys.read(settings, partition, graphId, version).toRetire();
    graphs.retire(keys);
    return keys.size();
  }

  /**
   * Opens a stream of edge events of a graph, with {@link EdgeStream#DEFAULT_EVENTS} and {@link
   * EdgeStream#DEFAULT_WAIT}.
   *
   * @param graphId see {@link io.cliquestream.contract.Identifiers}
   * @return a stream that the caller closes
   * @throws ClientException as {@link #stream(String, int, Duration)} says
   */
  public EdgeStream stream(String graphId) {
    return stream(graphId, EdgeStream.DEFAULT_EVENTS, EdgeStream.DEFAULT_WAIT);
  }

  /**
   * Opens a stream of edge events of a graph.
   *
   * @param graphId see {@link io.cliquestream.contract.Identifiers}
   * @param events of one record, 1 to {@link
   *     io.cliquestream.contract.EdgeChangeBatches#MAXIMUM_EVENTS}
   * @param wait how long the first event of a record waits for others
   * @return a stream that the caller closes
   * @throws ClientException {@code BROKER_UNAVAILABLE} when the topic of changes is missing; {@code
   *     OPTION_INVALID} when it has not as many partitions as the graphs
   * @throws io.cliquestream.contract.ContractException {@code GRAPH_ID_INVALID}
   */
  public EdgeStream stream(String graphId, int events, Duration wait) {
    return EdgeStream.open(
        publisher, settings, layout.partitions(topics.graphs()), graphId, events, wait);
  }

  /**
   * Whether records of a version lie in the graphs topic. Reads the graph's partition.
   *
   * @param graphId of the graph
   * @param version unsigned
   * @param limit of the reading
   * @return undecided where the limit ended the reading
   * @throws ClientException when the broker does not answer
   */
  public Look lookForVersion(String graphId, long version, Duration limit) {
    String topic = topics.graphs();
    var partition =
        new TopicPartition(topic, Partitions.partitionOf(graphId, layout.partitions(topic)));
    return VersionKeys.lookFor(settings, partition, graphId, version, limit);
  }

  /**
   * Whether a request of this job id lies in the jobs topic, answered or not. Reads all of it.
   *
   * @param jobId of the job
   * @param limit of the reading
   * @return undecided where the limit ended the reading
   * @throws ClientException when the broker does not answer
   */
  public Look lookForJob(String jobId, Duration limit) {
    JobSender.requireJobId(jobId);
    return TopicScan.until(
        settings,
        layout.all(topics.jobs()),
        limit,
        record -> {
          try {
            return record.value() != null
                && JobRequest.parseFrom(record.value()).getJobId().equals(jobId);
          } catch (InvalidProtocolBufferException noJob) {
            return false; // A dead letter to be; not for us to judge.
          }
        });
  }

  /**
   * Submits a job and waits until the broker has it.
   *
   * @param request with the ids of job and graph
   * @return where the request lies
   */
  public RecordPosition submit(JobRequest request) {
    return Waits.join(
        submitAsync(request), settings.publishTimeout(), "submitting " + request.getJobId());
  }

  /**
   * Submits a job. Blocks only while the sender's buffer is full.
   *
   * @param request with the ids of job and graph
   * @return completes when the broker has the job; fails with a {@link ClientException}
   */
  public CompletableFuture<RecordPosition> submitAsync(JobRequest request) {
    return jobs.submit(request);
  }

  /**
   * Asks for the end of a queued, running or standing job that needs no secret for it.
   *
   * @param jobId of the job
   * @param reason one sentence for a person, which the job's failure repeats
   * @return where the cancel request lies
   */
  public RecordPosition cancel(String jobId, String reason) {
    return cancel(jobId, reason, "");
  }

  /**
   * Asks for the end of a queued, running or standing job.
   *
   * @param jobId of the job
   * @param reason one sentence for a person, which the job's failure repeats
   * @param secret the job's own, whose hash its request carries ({@link
   *     io.cliquestream.contract.CancelSecrets}), or the operators'; empty for none
   * @return where the cancel request lies
   * @throws ClientException {@code OPTION_INVALID} when the secret is longer than {@value
   *     Bounds#SECRET_CHARACTERS} characters
   */
  public RecordPosition cancel(String jobId, String reason, String secret) {
    return Waits.join(
        jobs.cancel(jobId, reason, secret), settings.publishTimeout(), "cancelling " + jobId);
  }

  /**
   * Expects the next complete run of a job. To be called before the job is submitted; cancel the
   * future to give up.
   *
   * @param jobId of a job that is not submitted yet
   * @return the outcome; fails with a {@link ClientException}
   * @throws ClientException {@code QUEUE_FULL} when too many jobs are awaited
   */
  public CompletableFuture<JobOutcome> expect(String jobId) {
    JobSender.requireJobId(jobId);
    startInbox();
    return inbox.expect(jobId);
  }

  /**
   * Submits a job and waits for its outcome.
   *
   * @param request with the ids of job and graph
   * @param wait at most so long
   * @return its answer or its failure
   * @throws ClientException {@code DEADLINE_EXCEEDED} when there is none in time
   */
  public JobOutcome run(JobRequest request, Duration wait) {
    CompletableFuture<JobOutcome> outcome = expect(request.getJobId());
    try {
      submit(request);
      return Waits.join(outcome, wait, "waiting for job " + request.getJobId());
    } finally {
      outcome.cancel(false);
    }
  }

  /**
   * Waits for the first complete run of a job, whoever submitted it and whenever: reads the results
   * kept on the job's partition, then those that come.
   *
   * @param jobId of the job
   * @param wait at most so long
   * @return its answer or its failure
   * @throws ClientException {@code DEADLINE_EXCEEDED} when there is none in time
   */
  public JobOutcome await(String jobId, Duration wait) {
    JobSender.requireJobId(jobId);
    var expected = inbox.expected(jobId);
    if (expected.isPresent()) {
      return Waits.join(expected.get(), wait, "waiting for job " + jobId);
    }
    var outcome = new CompletableFuture<JobOutcome>();
    var assembler = new RunAssembler(jobId, settings.pageBytes());
    Subscription follower =
        followResultPartitions(
            List.of(partitionOfJob(topics.results(), jobId)),
            StartFrom.BEGINNING,
            record -> {
              try {
                assembler.accept(record).ifPresent(outcome::complete);
              } catch (ClientException broken) {
                outcome.completeExceptionally(broken);
              }
            },
            outcome::completeExceptionally);
    try {
      return Waits.join(outcome, wait, "waiting for job " + jobId);
    } finally {
      follower.close();
    }
  }

  /**
   * Follows every committed result and page, of all jobs.
   *
   * @param start with the oldest record kept, or with what comes
   * @param records called on one thread; must not block for long
   * @return a subscription that the caller closes
   */
  public Subscription followResults(StartFrom start, Consumer<ResultRecord> records) {
    return followResultPartitions(
        layout.all(topics.results()), start, records, ClientException::code);
  }

  /**
   * Follows the records of one graph's versions, tombstones left out.
   *
   * @param graphId of the graph
   * @param start with the oldest record kept, or with what comes
   * @param records called on one thread; must not block for long
   * @return a subscription that the caller closes
   */
  public Subscription followVersions(
      String graphId, StartFrom start, Consumer<GraphRecord> records) {
    String topic = topics.graphs();
    return TopicFollower.start(
        settings,
        List.of(
            new TopicPartition(topic, Partitions.partitionOf(graphId, layout.partitions(topic)))),
        start,
        record -> {
          if (record.value() != null
              && GraphRecordKey.parse(record.key())
                  .filter(key -> key.graphId().equals(graphId))
                  .isPresent()) {
            records.accept(TopicFollower.decode(record, GraphRecord.parser()));
          }
        },
        ClientException::code);
  }

  /**
   * Follows every committed alert, of all jobs; those of one job come in the order of their
   * sequence.
   *
   * @param start with the oldest record kept, or with what comes
   * @param alerts called on one thread; must not block for long
   * @return a subscription that the caller closes
   * @throws ClientException {@code BROKER_UNAVAILABLE} when the installation has no topic of alerts
   */
  public Subscription followAlerts(StartFrom start, Consumer<Alert> alerts) {
    return AlertFollower.all(settings, start, alerts);
  }

  /**
   * Follows the alerts of one standing job.
   *
   * @param jobId of the standing job
   * @param start with the oldest record kept, or with what comes
   * @param alerts called on one thread; must not block for long
   * @return a subscription that the caller closes
   * @throws ClientException {@code BROKER_UNAVAILABLE} when the installation has no topic of alerts
   */
  public Subscription followAlerts(String jobId, StartFrom start, Consumer<Alert> alerts) {
    JobSender.requireJobId(jobId);
    return AlertFollower.ofJob(settings, jobId, start, alerts);
  }

  /**
   * Follows the progress of one job.
   *
   * @param jobId of the job
   * @param start with the oldest record kept, or with what comes
   * @param progress called on one thread
   * @return a subscription that the caller closes
   */
  public Subscription followProgress(
      String jobId, StartFrom start, Consumer<JobProgress> progress) {
    JobSender.requireJobId(jobId);
    return TopicFollower.start(
        settings,
        List.of(partitionOfJob(topics.progress(), jobId)),
        start,
        JobProgress.parser(),
        observed -> {
          if (observed.getJobId().equals(jobId)) {
            progress.accept(observed);
          }
        },
        ClientException::code);
  }

  /** Ends every wait of this client and sends what is buffered, within the close timeout. */
  @Override
  public void close() {
    synchronized (followLock) {
      if (resultFollower != null) {
        resultFollower.close();
      }
    }
    inbox.end(new ClientException(FailureCode.FAILURE_CODE_CANCELLED, "the client was closed"));
    publisher.close();
  }

  private void startInbox() {
    synchronized (followLock) {
      if (resultFollower == null) {
        resultFollower =
            followResultPartitions(
                layout.all(topics.results()), StartFrom.END, inbox::accept, inbox::end);
      }
    }
  }

  private TopicFollower followResultPartitions(
      List<TopicPartition> partitions,
      StartFrom start,
      Consumer<ResultRecord> records,
      Consumer<ClientException> onFailure) {
    return TopicFollower.start(
        settings, partitions, start, ResultRecord.parser(), records, onFailure);
  }

  private TopicPartition partitionOfJob(String topic, String jobId) {
    return new TopicPartition(topic, Partitions.partitionOf(jobId, layout.partitions(topic)));
  }
}
