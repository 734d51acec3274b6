package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.cliquestream.client.EdgeStream;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.EdgeChangeBatches;
import io.cliquestream.contract.Partitions;
import io.cliquestream.v1.ChangeKind;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.EdgeChange;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.worker.out.RecordLimits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is of no use among events becomes one dead letter, and the stream goes on around it. */
@Tag("seam")
final class ChangeBadInputTest {
  private static final int PARTITIONS = 3;
  private static final String GRAPH = "bad-input";

  @Test
  void everyPoisonGivesOneDeadLetterAndTheStreamGoesOn() {
    try (var installation = Installation.open(PARTITIONS)) {
      var raw = new RawRecords(installation);
      var offsets = new TreeMap<Long, String>();
      var reference = new ReferenceGraph();
      int partition = Partitions.partitionOf(GRAPH, PARTITIONS);
      // An event of every kind that is right lies between the wrong ones.
      try (EdgeStream stream = installation.client.stream(GRAPH)) {
        stream.define(StreamDefinition.newBuilder().setCreateGraph(true).build());
        long vertex = 3;
        for (var wrong : wrong().entrySet()) {
          String key = wrong.getKey().equals("RECORD_KEY_MISMATCH") ? "other" : GRAPH;
          String unknown = wrong.getKey().equals("GRAPH_UNKNOWN") ? unknownHere(partition) : key;
          offsets.put(
              raw.send("changes.v1", partition, unknown.getBytes(UTF_8), wrong.getValue()),
              wrong.getKey());
          for (long[] edge : new long[][] {{1, 2}, {2, vertex}, {vertex, 1}}) {
            stream.insert(edge[0], edge[1]);
            reference.insert(edge[0], edge[1]);
          }
          stream.insert(vertex, vertex);
          stream.delete(vertex, vertex + 100);
          stream.flush();
          vertex++;
        }
      }
      // The second worker has the same records before it, and says nothing twice.
      for (String instance : List.of("one", "two")) {
        try (var _ = TestWorker.streaming(installation.settings(instance), Map.of())) {
          StreamedAnswers.await(installation, GRAPH, reference);
          raw.deadLetter(
              record ->
                  RawRecords.header(record, DeadLetterHeaders.ORIGINAL_OFFSET)
                      .equals(offsets.lastKey().toString()));
        }
      }
      var found = new TreeMap<Long, String>();
      var letters = raw.deadLetters();
      letters.forEach(
          letter ->
              found.put(
                  Long.parseLong(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_OFFSET)),
                  RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE)));
      assertThat(found).isEqualTo(offsets);
      assertThat(letters).hasSize(offsets.size());
    }
  }

  @Test
  void aDeadLetterAboveItsTopicsOwnBoundStoppedTheStreamsOfItsPartition() {
    try (var installation = Installation.open(1);
        var _ = TestWorker.streaming(installation.settings("one"), Map.of())) {
      PoisonCommitTest.bound(installation, "jobs.dlq.v1", 64 << 10);
      byte[] poison = new byte[500_000];
      java.util.Arrays.fill(poison, (byte) 0xff);
      var raw = new RawRecords(installation);
      long offset = raw.send("changes.v1", 0, GRAPH.getBytes(UTF_8), poison);
      var letter = raw.deadLetter(_ -> true);
      assertThat(letter.value()).isNull();
      assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_OFFSET))
          .isEqualTo(Long.toString(offset));
      var reference = new ReferenceGraph();
      try (EdgeStream stream = installation.client.stream(GRAPH)) {
        stream.define(StreamDefinition.newBuilder().setCreateGraph(true).build());
        stream.insert(1, 2);
        reference.insert(1, 2);
        stream.flush();
        StreamedAnswers.await(installation, GRAPH, reference);
      }
    }
  }

  @Test
  void aVersionAboveItsTopicsOwnBoundStoppedTheStreamsOfItsPartition() {
    try (var installation = Installation.open(1);
        var _ =
            TestWorker.streaming(
                installation.settings("one"), Map.of("changes.snapshot-versions", "1"))) {
      PoisonCommitTest.bound(installation, "graphs.v1", RecordLimits.LEAST_TOPIC_BYTES);
      var reference = new ReferenceGraph();
      try (EdgeStream stream = installation.client.stream(GRAPH)) {
        stream.define(
            StreamDefinition.newBuilder().setCreateGraph(true).setVersionEvents(20_000).build());
        for (long vertex = 0; vertex < 40_000; vertex++) {
          for (long other = vertex + 1; other <= vertex + 2; other++) {
            stream.insert(vertex, other);
            reference.insert(vertex, other);
          }
        }
        stream.flush();
        StreamedAnswers.await(installation, GRAPH, reference);
      }
      assertThat(
              StreamedVersions.awaitRetired(
                  installation.bootstrapServers, installation.prefix, GRAPH))
          .as("versions that snapshots made superfluous")
          .isNotEmpty();
    }
  }

  private static String unknownHere(int partition) {
    for (int i = 0; ; i++) {
      if (Partitions.partitionOf("unknown-" + i, PARTITIONS) == partition) {
        return "unknown-" + i;
      }
    }
  }

  private static Map<String, byte[]> wrong() {
    var wrong = new TreeMap<String, byte[]>();
    wrong.put("RECORD_UNDECODABLE", "not a message".getBytes(UTF_8));
    wrong.put("RECORD_INCOMPLETE", new byte[0]);
    wrong.put("RECORD_KEY_MISMATCH", batch(GRAPH).toByteArray());
    var damaged = batch(GRAPH).toBuilder();
    damaged.getBatchBuilder().setCrc32C(0);
    wrong.put("CHUNK_CHECKSUM_WRONG", damaged.build().toByteArray());
    var misfit = batch(GRAPH).toBuilder();
    misfit.getBatchBuilder().setLabels(ByteString.copyFromUtf8("x"));
    wrong.put("CHANGE_INVALID", misfit.build().toByteArray());
    wrong.put(
        "GRAPH_UNKNOWN",
        batch(unknownHere(Partitions.partitionOf(GRAPH, PARTITIONS))).toByteArray());
    wrong.put(
        "GRAPH_ID_INVALID",
        ChangeRecord.newBuilder()
            .setChange(
                EdgeChange.newBuilder()
                    .setGraphId("no graph")
                    .setKind(ChangeKind.CHANGE_KIND_INSERT))
            .build()
            .toByteArray());
    wrong.put(
        "WINDOW_FULL",
        ChangeRecord.newBuilder()
            .setDefinition(
                StreamDefinition.newBuilder().setGraphId(GRAPH).setWindowEvents(2_000_000))
            .build()
            .toByteArray());
    return wrong;
  }

  private static ChangeRecord batch(String graph) {
    var batch = new EdgeChangeBatches(graph, 10);
    batch.add(false, 1, 2);
    return batch.cut();
  }

  @Test
  void aFloodBeyondTheWindowIsRefusedRecordByRecordAndTheRestIsExact() {
    try (var installation = Installation.open(1)) {
      var raw = new RawRecords(installation);
      var window = new ReferenceWindow(0);
      var settings = Map.of("changes.window-events", "100");
      var worker = TestWorker.streaming(installation.settings("one"), settings);
      try (EdgeStream stream = installation.client.stream(GRAPH)) {
        stream.define(
            StreamDefinition.newBuilder().setCreateGraph(true).setWindowMicros(1_000).build());
        // 90 events fit, the next two records of 20 do not, and later ones do again.
        for (int record = 0; record < 6; record++) {
          int events = record == 0 ? 90 : 20;
          long start = record < 3 ? record * 100L : 1_000L + record * 100L;
          for (int i = 0; i < events; i++) {
            stream.insert(i % 9, i % 9 + 1 + i % 7, start + i);
          }
          stream.flush();
          if (record != 1 && record != 2) {
            for (int i = 0; i < events; i++) {
              window.add(false, i % 9, i % 9 + 1 + i % 7, start + i);
            }
          }
        }
        StreamedAnswers.await(installation, GRAPH, window.ofTime(1_000));
        int refused = raw.deadLetters().size();
        assertThat(refused).isEqualTo(2);
        worker.close();
        worker = TestWorker.streaming(installation.settings("two"), settings);
        stream.insert(500, 501, 2_450);
        window.add(false, 500, 501, 2_450);
        stream.flush();
        StreamedAnswers.await(installation, GRAPH, window.ofTime(1_000));
        assertThat(raw.deadLetters()).hasSize(refused);
      } finally {
        worker.close();
      }
    }
  }

  @Test
  void oneEventOfTheFarFutureOnceMadeEveryLaterEventLate() {
    try (var installation = Installation.open(1)) {
      var raw = new RawRecords(installation);
      var window = new ReferenceWindow(0);
      long now = System.currentTimeMillis() * 1_000;
      long day = 86_400_000_000L;
      var worker = TestWorker.streaming(installation.settings("one"), Map.of());
      try (EdgeStream stream = installation.client.stream(GRAPH)) {
        stream.define(
            StreamDefinition.newBuilder().setCreateGraph(true).setWindowMicros(60_000_000).build());
        for (int i = 0; i < 30; i++) {
          boolean far = i % 10 == 5;
          long time = now + i * 1_000L;
          stream.insert(i, i + 1, far ? time + i * day : time);
          stream.flush();
          if (!far) {
            window.add(false, i, i + 1, time);
          }
        }
        StreamedAnswers.await(installation, GRAPH, window.ofTime(60_000_000));
        worker.close();
        // The window is filled again from the topic, without those that were refused.
        worker = TestWorker.streaming(installation.settings("two"), Map.of());
        stream.insert(500, 501, now + 60_500);
        window.add(false, 500, 501, now + 60_500);
        stream.flush();
        StreamedAnswers.await(installation, GRAPH, window.ofTime(60_000_000));
        assertThat(raw.deadLetters())
            .hasSize(3)
            .allMatch(
                letter ->
                    RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE)
                        .equals("EVENT_TIME_AHEAD"));
      } finally {
        worker.close();
      }
    }
  }
}
