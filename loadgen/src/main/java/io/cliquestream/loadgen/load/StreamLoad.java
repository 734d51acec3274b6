package io.cliquestream.loadgen.load;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.EdgeStream;
import io.cliquestream.client.PublishedVersion;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.AlertSummary;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Sends edge events of a graph of its own at a given rate, with a standing triangle count on its
 * versions, and compares every answer with the count that the events up to that version come to.
 *
 * <p>Where the job has alerts, what it says appeared and vanished must come to the difference of
 * the counts. How many events a version has is what its own record says, so any rule of the stream
 * and its snapshots can be checked. The latency of an event is the time from when it was due to the
 * first committed answer on a version that has it.
 */
public final class StreamLoad {
  private static final Duration SUBMIT = Duration.ofSeconds(30);
  private static final int RECORD_EVENTS = 4_096;

  private final CliquestreamClient client;
  private final StreamLoadPlan plan;
  private final Optional<GivenGraph> given;

  /** Before an event is due: what is due within it goes together. */
  private static final long TICK_NANOS = 500_000;

  private StreamEvents events;

  /** Guarded by this, like all that follows. */
  private final Map<Long, Long> eventsOfVersion = new HashMap<>();

  private final Map<Long, JobResult> early = new HashMap<>();
  private final Histogram micros = new Histogram(3);
  private long start;
  private long answered;
  private long checked;
  private long mismatched;
  private long failed;
  private String firstMismatch = "";
  private long lastTriangles = -1;

  /**
   * A load that begins with a graph, or with an empty one.
   *
   * @param given the graph to begin with, whose edges leave and come back; ids below 2^31
   */
  public StreamLoad(CliquestreamClient client, StreamLoadPlan plan, Optional<GivenGraph> given) {
    this.client = client;
    this.plan = plan;
    this.given = given;
  }

  /**
   * Runs the load; its graph and its versions stay, its stream and its standing job end.
   *
   * @throws io.cliquestream.client.ClientException when the broker refuses or does not answer
   * @throws IllegalArgumentException when the graph to begin with cannot change
   */
  public StreamLoadReport run() throws InterruptedException {
    prepare();
    String jobId = plan.graphId() + "-triangles";
    try (Subscription _ = client.followVersions(plan.graphId(), StartFrom.END, this::published);
        Subscription _ = client.followResults(StartFrom.END, record -> arrived(record, jobId));
        EdgeStream stream = client.stream(plan.graphId(), RECORD_EVENTS, Duration.ofMillis(1))) {
      stream.define(
          StreamDefinition.newBuilder()
              .setCreateGraph(true)
              .setVersionEvents(plan.perVersion())
              .build());
      submit(jobId);
      synchronized (this) {
        start = System.nanoTime();
      }
      send(stream);
      double seconds = (System.nanoTime() - start) / 1e9;
      awaitAnswers();
      client.cancel(jobId, "the load is over");
      stream.define(StreamDefinition.newBuilder().setEnd(true).build());
      return report(seconds, (System.nanoTime() - start) / 1e9);
    }
  }

  /** Works out all events, and publishes the graph that they begin with. */
  private void prepare() {
    ChangingGraph graph;
    if (given.isPresent()) {
      graph = ChangingGraph.of(plan.seed(), given.get());
      PublishedVersion _ =
          client.publishSnapshot(
              SnapshotPlan.pairs(plan.graphId(), 1, 1L << 31), PayloadCompressor.NONE, given.get());
    } else {
      graph = new ChangingGraph(plan.seed(), plan.vertices(), plan.edges());
    }
    events = new StreamEvents(graph, Math.toIntExact(plan.events()));
    // A collection in the middle of the load would move hundreds of megabytes of events, for 0.1 s.
    System.gc();
  }

  private void submit(String jobId) {
    client.run(
        JobRequest.newBuilder()
            .setJobId(plan.graphId() + "-begin")
            .setGraphId(plan.graphId())
            .setVersion(VersionSelector.newBuilder().setAtLeast(1))
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .build(),
        SUBMIT);
    JobRequest.Builder standing =
        JobRequest.newBuilder()
            .setJobId(jobId)
            .setGraphId(plan.graphId())
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .setTrigger(Trigger.newBuilder().setEveryVersion(true).setCoalesce(true));
    if (plan.alerts()) {
      standing.setAlert(AlertOptions.getDefaultInstance());
    }
    client.submit(standing.build());
  }

  private void send(EdgeStream stream) {
    for (int event = 0; event < events.count(); event++) {
      long left = due(event) - System.nanoTime();
      while (left > 0) {
        LockSupport.parkNanos(Math.max(left, TICK_NANOS));
        left = due(event) - System.nanoTime();
      }
      events.send(event, stream);
    }
    stream.flush();
  }

  private long due(long event) {
    return start + (long) (event * (1e9 / plan.rate()));
  }

  /** A version's record says how many events it has. */
  private synchronized void published(GraphRecord record) {
    if (record.hasDelta() && record.getDelta().hasStream()) {
      know(record.getDelta().getNewVersion(), record.getDelta().getStream().getEvents());
    } else if (record.hasHeader() && record.getHeader().hasStream()) {
      know(record.getHeader().getVersion(), record.getHeader().getStream().getEvents());
    }
  }

  private void know(long version, long events) {
    eventsOfVersion.put(version, events);
    JobResult result = early.remove(version);
    if (result != null) {
      check(result, events);
    }
  }

  private synchronized void arrived(ResultRecord record, String jobId) {
    if (!record.hasResult() || !record.getResult().getJobId().equals(jobId)) {
      return;
    }
    JobResult result = record.getResult();
    if (result.getStatus() != JobStatus.JOB_STATUS_SUCCEEDED) {
      failed += result.getStatus() == JobStatus.JOB_STATUS_CANCELLED ? 0 : 1;
      return;
    }
    Long events = eventsOfVersion.get(result.getGraphVersion());
    if (events == null) {
      early.put(result.getGraphVersion(), result);
    } else {
      check(result, events);
    }
  }

  private void check(JobResult result, long count) {
    long now = System.nanoTime();
    checked++;
    long found = result.getTriangles().getTriangles().getLow();
    if (found != events.triangles(count)) {
      mismatch(
          "version %d after %d events: %d triangles, not %d"
              .formatted(result.getGraphVersion(), count, found, events.triangles(count)));
    }
    if (result.hasAlerts() && lastTriangles >= 0) {
      AlertSummary told = result.getAlerts().getSummary();
      long change = told.getAppeared().getLow() - told.getVanished().getLow();
      if (change != found - lastTriangles) {
        mismatch(
            "version %d: %d more triangles were told of, %d more there are"
                .formatted(result.getGraphVersion(), change, found - lastTriangles));
      }
    }
    lastTriangles = found;
    for (; answered < count; answered++) {
      if (due(answered) - start >= plan.warmUp().toNanos()) {
        micros.recordValue(Math.max(0, (now - due(answered)) / 1_000));
      }
    }
    notifyAll();
  }

  private void mismatch(String what) {
    mismatched++;
    if (firstMismatch.isEmpty()) {
      firstMismatch = what;
    }
  }

  private synchronized void awaitAnswers() throws InterruptedException {
    long deadline = System.nanoTime() + plan.drain().toNanos();
    while (answered < plan.events() && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.timedWait(this, 100);
    }
  }

  private synchronized StreamLoadReport report(double sentSeconds, double seconds) {
    return new StreamLoadReport(
        plan.graphId(),
        plan.events(),
        plan.events() / sentSeconds,
        answered / seconds,
        eventsOfVersion.size(),
        checked,
        mismatched,
        firstMismatch,
        failed,
        plan.events() - answered,
        LoadReport.Latency.of(micros));
  }
}
