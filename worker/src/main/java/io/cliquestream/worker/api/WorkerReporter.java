package io.cliquestream.worker.api;

import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.WorkerRecords;
import io.cliquestream.worker.directory.feed.DirectoryFeed;
import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.ListedStream;
import io.cliquestream.worker.directory.listed.ListedVersion;
import io.cliquestream.worker.graphs.catalog.GraphState;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the others what this worker knows of itself, every few seconds, and of its graphs, each
 * when it changes. Nothing that counts depends on it: where the topic is missing, or may not be
 * written, the others do not know, and say so. A graph is its holder's to tell of: a worker that
 * lost the partition is silent about it, and the next holder takes away what is no more.
 */
final class WorkerReporter {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerReporter.class);
  private static final int RECORDS_A_TIME = 2_000;

  /** Rounds between two looks for records that nobody else takes away. */
  private static final int CLEANING_ROUNDS = 15;

  /** What was last told of a graph; its stream is null without one. */
  private record Told(GraphState graph, ListedStream stream) {}

  private final Vertx vertx;
  private final WorkerExecutor executor;
  private final OwnWorker own;
  private final GroupDirectory directory;
  private final DirectoryFeed feed;
  private final RecordWriter writer;
  private final WorkerRecords records;
  private final String topic;
  private final Map<String, Told> told = new HashMap<>();
  private boolean busy;
  private boolean closed;
  private int round;
  private long timer = -1;

  WorkerReporter(
      Vertx vertx,
      WorkerExecutor executor,
      OwnWorker own,
      GroupDirectory directory,
      DirectoryFeed feed,
      RecordWriter writer,
      String topic) {
    this.vertx = vertx;
    this.executor = executor;
    this.own = own;
    this.directory = directory;
    this.feed = feed;
    this.writer = writer;
    this.records = new WorkerRecords(topic);
    this.topic = topic;
    // From now on, though it is read later.
    long started = System.currentTimeMillis();
    directory.onDrain(
        (worker, asked) -> {
          if (worker.equals(own.id()) && asked >= started) {
            own.drain("asked for through another worker");
          }
        });
  }

  void start(Duration interval) {
    timer = vertx.setPeriodic(0, interval.toMillis(), _ -> report());
  }

  private void report() {
    if (busy || closed || feed.partitions(topic) == 0) {
      return;
    }
    busy = true;
    executor
        .executeBlocking(this::news, false)
        .compose(list -> Future.join(list.stream().map(writer::write).toList()))
        .onComplete(
            done -> {
              busy = false;
              if (done.failed()) {
                // What was not written is told again.
                told.clear();
                LOG.debug("this worker could not tell of itself", done.cause());
              }
            });
  }

  /** One at a time, because only one report is under way. */
  private List<ProducerRecord<byte[], byte[]>> news() {
    var list = new ArrayList<ProducerRecord<byte[], byte[]>>();
    list.add(records.worker(own.id(), own.report()));
    Set<Integer> active = own.activePartitions();
    Map<String, ListedStream> streams = own.streams();
    var present = new HashSet<String>();
    for (GraphState graph : own.graphs()) {
      String id = graph.graphId();
      present.add(id);
      if (active.contains(graph.partition()) && list.size() < RECORDS_A_TIME) {
        var now = new Told(graph, streams.get(id));
        if (!now.equals(told.put(id, now))) {
          list.add(records.graph(id, listed(now).write()));
        }
      }
    }
    told.keySet().retainAll(present);
    if (feed.isCaughtUp() && round++ % CLEANING_ROUNDS == 0) {
      directory
          .graphs(graph -> active.contains(graph.partition()) && !present.contains(graph.id()))
          .forEach(gone -> list.add(records.graph(gone.id(), null)));
      directory
          .goneWorkers(System.currentTimeMillis())
          .forEach(gone -> list.add(records.worker(gone, null)));
      directory
          .settledDrains(System.currentTimeMillis())
          .forEach(ended -> list.add(records.drained(ended)));
    }
    return list;
  }

  private ListedGraph listed(Told now) {
    return new ListedGraph(
        now.graph().graphId(),
        now.graph().partition(),
        own.id(),
        0,
        now.graph().versions().reversed().stream().map(ListedVersion::of).toList(),
        now.stream());
  }

  /** Says good-bye. */
  Future<Void> close() {
    closed = true;
    if (timer >= 0) {
      vertx.cancelTimer(timer);
    }
    if (feed.partitions(topic) == 0) {
      return Future.succeededFuture();
    }
    Future<?> left = writer.write(records.worker(own.id(), null));
    return directory.isDrainAsked(own.id())
        ? Future.join(left, writer.write(records.drained(own.id()))).mapEmpty()
        : left.mapEmpty();
  }
}
