package io.cliquestream.loadgen.load;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.EdgeStream;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Sends edge events of a graph of its own at a given rate, with a standing triangle count on its
 * versions, and compares every answer with the count that the events up to that version come to.
 *
 * <p>Versions are made after exactly so many events, so the events of a version are known from its
 * number. Latency is that of a version's first event, from when it was due to the first answer on
 * its version or a later one.
 */
public final class StreamLoad {
  private static final Duration SUBMIT = Duration.ofSeconds(30);
  private static final int RECORD_EVENTS = 4_096;

  private record Sent(long dueNanos, long triangles) {}

  private final CliquestreamClient client;
  private final StreamLoadPlan plan;
  private final TreeMap<Long, Sent> unanswered = new TreeMap<>();
  private final Histogram micros = new Histogram(3);
  private long checked;
  private long mismatched;
  private long failed;
  private long newest;
  private String firstMismatch = "";

  public StreamLoad(CliquestreamClient client, StreamLoadPlan plan) {
    this.client = client;
    this.plan = plan;
  }

  /**
   * Runs the load; its graph and its versions stay, its stream and its standing job end.
   *
   * @throws io.cliquestream.client.ClientException when the broker refuses or does not answer
   */
  public StreamLoadReport run() throws InterruptedException {
    String jobId = plan.graphId() + "-triangles";
    try (EdgeStream stream = client.stream(plan.graphId(), RECORD_EVENTS, Duration.ofMillis(1));
        Subscription _ = client.followResults(StartFrom.END, record -> answered(record, jobId))) {
      stream.define(
          StreamDefinition.newBuilder()
              .setCreateGraph(true)
              .setVersionEvents(plan.perVersion())
              .build());
      submit(jobId);
      long start = System.nanoTime();
      send(stream, start);
      double seconds = (System.nanoTime() - start) / 1e9;
      awaitAnswers();
      client.cancel(jobId, "the load is over");
      stream.define(StreamDefinition.newBuilder().setEnd(true).build());
      return report(seconds, (System.nanoTime() - start) / 1e9);
    }
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
    client.submit(
        JobRequest.newBuilder()
            .setJobId(jobId)
            .setGraphId(plan.graphId())
            .setTriangleCount(TriangleCount.getDefaultInstance())
            .setTrigger(Trigger.newBuilder().setEveryVersion(true).setCoalesce(true))
            .build());
  }

  private void send(EdgeStream stream, long start) {
    var graph = new ChangingGraph(plan.seed(), plan.vertices(), plan.edges());
    long versions = Math.max(1, plan.events() / plan.perVersion());
    for (long version = 0; version < versions; version++) {
      long due = start + (long) (version * plan.perVersion() * (1e9 / plan.rate()));
      for (int event = 0; event < plan.perVersion(); event++) {
        long eventDue = due + (long) (event * (1e9 / plan.rate()));
        for (long left = eventDue - System.nanoTime();
            left > 0;
            left = eventDue - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        if (event == plan.perVersion() - 1) {
          graph.next((deletion, u, v) -> last(stream, graph, deletion, u, v, due));
        } else {
          graph.next((deletion, u, v) -> put(stream, deletion, u, v));
        }
      }
    }
    stream.flush();
  }

  /** What is expected is noted before the version can be answered. */
  private void last(
      EdgeStream stream, ChangingGraph graph, boolean deletion, long u, long v, long due) {
    synchronized (this) {
      newest++;
      // The empty graph that the stream began with is version 1.
      unanswered.put(1 + newest, new Sent(due, graph.triangles()));
    }
    put(stream, deletion, u, v);
  }

  private static void put(EdgeStream stream, boolean deletion, long u, long v) {
    if (deletion) {
      stream.delete(u, v);
    } else {
      stream.insert(u, v);
    }
  }

  private synchronized void answered(ResultRecord record, String jobId) {
    if (!record.hasResult() || !record.getResult().getJobId().equals(jobId)) {
      return;
    }
    JobResult result = record.getResult();
    if (result.getStatus() != JobStatus.JOB_STATUS_SUCCEEDED) {
      failed += result.getStatus() == JobStatus.JOB_STATUS_CANCELLED ? 0 : 1;
      return;
    }
    long now = System.nanoTime();
    long version = result.getGraphVersion();
    Sent exactly = unanswered.get(version);
    if (exactly != null) {
      checked++;
      long found = result.getTriangles().getTriangles().getLow();
      if (found != exactly.triangles()) {
        mismatched++;
        if (firstMismatch.isEmpty()) {
          firstMismatch =
              "version %d: %d triangles, not %d".formatted(version, found, exactly.triangles());
        }
      }
    }
    var reached = unanswered.headMap(version, true);
    reached
        .values()
        .forEach(sent -> micros.recordValue(Math.max(0, (now - sent.dueNanos()) / 1_000)));
    reached.clear();
    notifyAll();
  }

  private synchronized void awaitAnswers() throws InterruptedException {
    long deadline = System.nanoTime() + plan.drain().toNanos();
    while (!unanswered.isEmpty() && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.timedWait(this, 100);
    }
  }

  private synchronized StreamLoadReport report(double sentSeconds, double seconds) {
    return new StreamLoadReport(
        plan.graphId(),
        newest * plan.perVersion(),
        newest * plan.perVersion() / sentSeconds,
        newest * plan.perVersion() / seconds,
        newest,
        checked,
        mismatched,
        firstMismatch,
        failed,
        unanswered.size(),
        LoadReport.Latency.of(micros));
  }
}
