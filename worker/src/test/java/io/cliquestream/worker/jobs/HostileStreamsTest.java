package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.EdgeStream;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.v1.ChangeKind;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.Compression;
import io.cliquestream.v1.EdgeChange;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotCommit;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Streams of somebody who may write graphs and events and means harm: each costs its own graph, and
 * the streams beside it on the same partition go on.
 */
@Tag("seam")
final class HostileStreamsTest {
  private static final StreamDefinition CREATE =
      StreamDefinition.newBuilder().setCreateGraph(true).build();

  private static Installation installation;
  private static RawRecords raw;
  private static TestWorker worker;

  @BeforeAll
  static void start() {
    installation = Installation.open(1);
    raw = new RawRecords(installation);
    worker =
        TestWorker.streaming(
            installation.settings("one"),
            Map.of("changes.window-total-events", "2000", "changes.longest-wait", "1d"));
  }

  @AfterAll
  static void stop() {
    worker.close();
    installation.close();
  }

  /** A stream of somebody else on the same partition. */
  private static void requireOthersGoOn(String graph) {
    var reference = new ReferenceGraph();
    try (EdgeStream stream = installation.client.stream(graph)) {
      stream.define(CREATE);
      for (long[] edge : new long[][] {{1, 2}, {2, 3}, {3, 1}, {3, 4}, {4, 1}}) {
        stream.insert(edge[0], edge[1]);
        reference.insert(edge[0], edge[1]);
      }
      stream.flush();
      StreamedAnswers.await(installation, graph, reference);
    }
  }

  private static void publish(String graph, long version, StreamPosition position) {
    var header =
        SnapshotHeader.newBuilder()
            .setGraphId(graph)
            .setVersion(version)
            .setIdWidth(Long.BYTES)
            .setEncoding(EdgeEncoding.EDGE_ENCODING_PAIRS)
            .setCompression(Compression.COMPRESSION_NONE);
    if (position != null) {
      header.setStream(position);
    }
    var commit = SnapshotCommit.newBuilder().setGraphId(graph).setVersion(version);
    for (GraphRecord record :
        List.of(
            GraphRecord.newBuilder().setHeader(header).build(),
            GraphRecord.newBuilder().setCommit(commit).build())) {
      long _ =
          raw.send(
              "graphs.v1",
              0,
              GraphRecordKey.of(record).orElseThrow().bytes(),
              record.toByteArray());
    }
  }

  private static void event(String graph) {
    long _ =
        raw.send(
            "changes.v1",
            0,
            graph.getBytes(UTF_8),
            ChangeRecord.newBuilder()
                .setChange(
                    EdgeChange.newBuilder()
                        .setGraphId(graph)
                        .setKind(ChangeKind.CHANGE_KIND_INSERT)
                        .setSource(1)
                        .setTarget(2))
                .build()
                .toByteArray());
  }

  private static String code(String topic, String key) {
    ConsumerRecord<byte[], byte[]> letter =
        raw.deadLetter(
            record ->
                RawRecords.header(record, DeadLetterHeaders.ORIGINAL_TOPIC)
                        .equals(installation.prefix + topic)
                    && (new String(record.key(), UTF_8) + "/").startsWith(key + "/"));
    return RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE);
  }

  @Test
  void aForgedPositionOnceHeldUpEveryStreamOfItsPartition() {
    var wrong = new LinkedHashMap<String, StreamPosition.Builder>();
    wrong.put("no-definition", StreamPosition.newBuilder());
    wrong.put("of-another", position("another"));
    wrong.put("events", position("events"));
    wrong.get("events").getDefinitionBuilder().setVersionEvents(-1);
    wrong.put("window", position("window"));
    wrong.get("window").getDefinitionBuilder().setWindowEvents(-1);
    wrong.put("offset", position("offset").setNextOffset(-1));
    wrong.put("backwards", position("backwards").setWindowOffset(5).setNextOffset(4));
    wrong.put("event", position("event").setNextEvent(-7));
    wrong.put("time", position("time").setGreatestTimeMicros(Long.MIN_VALUE));
    wrong.put("refused", position("refused").addRefused(3).addRefused(2));
    wrong.put("odd", position("odd").addRefused(3));
    wrong.forEach((graph, position) -> publish(graph, 1, position.build()));
    wrong.keySet().forEach(HostileStreamsTest::event);
    for (String graph : wrong.keySet()) {
      assertThat(code("graphs.v1", graph))
          .as(graph)
          .isEqualTo(graph.equals("no-definition") ? "GRAPH_ID_INVALID" : "CHANGE_INVALID");
      assertThat(code("changes.v1", graph)).as(graph).isEqualTo("GRAPH_UNKNOWN");
    }
    requireOthersGoOn("beside-forged-positions");
  }

  private static StreamPosition.Builder position(String graph) {
    return StreamPosition.newBuilder()
        .setDefinition(StreamDefinition.newBuilder().setGraphId(graph));
  }

  @Test
  void aPositionBeyondTheTopicOnceWasWaitedForWithoutEnd() {
    StreamPosition.Builder far = position("far").setNextOffset(1L << 40);
    far.getDefinitionBuilder().setWindowMicros(1_000);
    publish("far", 1, far.build());
    event("far");
    assertThat(code("changes.v1", "far")).isEqualTo("STREAM_BROKEN");
    requireOthersGoOn("beside-far");
  }

  @Test
  void aGraphAtItsHighestVersionOnceHeldUpEveryStreamOfItsPartition() {
    publish("highest", Long.MAX_VALUE, null);
    event("highest");
    assertThat(code("changes.v1", "highest")).isEqualTo("VERSION_NOT_NEWER");
    StreamPosition ofAStream = position("highest-of-a-stream").build();
    publish("highest-of-a-stream", Long.MAX_VALUE, ofAStream);
    event("highest-of-a-stream");
    assertThat(code("changes.v1", "highest-of-a-stream")).isEqualTo("STREAM_BROKEN");
    requireOthersGoOn("beside-highest");
  }

  @Test
  void longNamesOnceFilledTheMemoryOfEveryStream() {
    String tail = "-".repeat(1_000);
    try (EdgeStream pending = installation.client.stream("pending-names");
        EdgeStream windowed = installation.client.stream("window-names")) {
      // By its own rule the version is never due: memory alone makes it.
      pending.define(CREATE.toBuilder().setVersionEvents(50_000).build());
      windowed.define(CREATE.toBuilder().setWindowEvents(100_000).build());
      for (int i = 0; i < 1_500; i++) {
        pending.insert(i + tail, (i + 1) % 1_500 + tail);
        windowed.insert("a" + i + tail, "b" + i + tail);
      }
      pending.insert(0 + tail, 2 + tail);
      pending.flush();
      windowed.flush();
      assertThat(code("changes.v1", "window-names")).isEqualTo("WINDOW_FULL");
      requireOthersGoOn("beside-names");
      // What is still pending is made by the next rule.
      pending.define(CREATE);
      var triangle = new ReferenceGraph();
      triangle.insert(0, 1);
      triangle.insert(1, 2);
      triangle.insert(2, 0);
      StreamedAnswers.await(installation, "pending-names", triangle);
    }
  }
}
