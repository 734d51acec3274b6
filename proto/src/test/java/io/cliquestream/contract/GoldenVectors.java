package io.cliquestream.contract;

import com.google.protobuf.Message;
import io.cliquestream.v1.CancelJob;
import io.cliquestream.v1.ChangeKind;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.EdgeChange;
import io.cliquestream.v1.EdgeCounts;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphFileFormat;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueAnswer;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.NamedVertices;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.v1.Timings;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.v1.VertexSet;
import io.cliquestream.v1.VertexSets;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One message of each kind of record, whose bytes are committed under {@code golden/}. */
final class GoldenVectors {
  private GoldenVectors() {}

  static Map<String, Message> all() {
    Map<String, Message> vectors = new LinkedHashMap<>();
    numbered(
        vectors,
        "snapshot-pairs",
        records ->
            SnapshotWriter.write(
                SnapshotPlan.pairs("golden", 3, 10),
                PayloadCompressor.NONE,
                EdgeSource.of(0, 1, 1, 2, 2, 0, 9, 0),
                records));
    numbered(
        vectors,
        "snapshot-rows",
        records ->
            SnapshotWriter.write(
                SnapshotPlan.rows("golden", 4, 0),
                PayloadCompressor.NONE,
                EdgeSource.of(1, 2, 1, 300, 1, 70_000, 5, 1L << 40, -1, 0),
                records));
    numbered(
        vectors,
        "delta",
        records ->
            DeltaWriter.write(
                new DeltaPlan("golden", 4, 5, 8, 32),
                EdgeSource.of(7, 8),
                EdgeSource.of(1, 2, 1, 300),
                records));
    NameSource names = NameSource.of(List.of("Zoë", "bob", "carol"));
    numbered(
        vectors,
        "snapshot-named",
        records -> {
          SnapshotPlan plan = SnapshotPlan.pairs("golden", 7, 3);
          EdgeSource edges = EdgeSource.of(0, 1, 1, 2);
          SnapshotWriter.write(
              plan,
              PayloadCompressor.NONE,
              SnapshotWriter.measure(plan, edges),
              edges,
              SnapshotWriter.measureNames(plan, names),
              names,
              records);
        });
    numbered(
        vectors,
        "delta-named",
        records ->
            NamedDeltaWriter.write(
                new DeltaPlan("golden", 7, 8, 4, 64),
                NamedEdgeSource.of("dave", "Zoë"),
                NamedEdgeSource.of("bob", "carol"),
                records));
    vectors.put(
        "page-named",
        ResultRecord.newBuilder()
            .setPage(
                ResultPage.newBuilder()
                    .setJobId("job-4")
                    .setVertexSets(
                        VertexSets.newBuilder()
                            .addSets(VertexSet.newBuilder().addVertices(0).addVertices(2)))
                    .setNames(
                        NamedVertices.newBuilder()
                            .addVertices(0)
                            .addNames("Zoë")
                            .addVertices(2)
                            .addNames("carol")))
            .build());
    vectors.put(
        "reference",
        GraphRecord.newBuilder()
            .setReference(
                SnapshotReference.newBuilder()
                    .setGraphId("golden")
                    .setVersion(6)
                    .setUri("s3://graphs/golden.el32.zst")
                    .setObjectBytes(1234)
                    .setSha256(com.google.protobuf.ByteString.copyFrom(new byte[32]))
                    .setFormat(GraphFileFormat.GRAPH_FILE_FORMAT_PAIRS_U32))
            .build());
    vectors.put(
        "change",
        ChangeRecord.newBuilder()
            .setChange(
                EdgeChange.newBuilder()
                    .setGraphId("golden")
                    .setKind(ChangeKind.CHANGE_KIND_DELETE)
                    .setSource(1)
                    .setTarget(-1L)
                    .setEventTimeMicros(-5)
                    .setLabel(7))
            .build());
    var batch = new EdgeChangeBatches("golden", 4);
    batch.add(false, 1, 2, 1_000_000);
    batch.add(true, 3, 70_000, 999_999);
    batch.add(false, 4, 5, -1);
    vectors.put("change-batch", batch.cut());
    batch.add(false, 1L << 40, 2);
    vectors.put("change-batch-wide", batch.cut());
    vectors.put(
        "stream-definition",
        ChangeRecord.newBuilder()
            .setDefinition(
                StreamDefinition.newBuilder()
                    .setGraphId("golden")
                    .setCreateGraph(true)
                    .setVersionEvents(1_000)
                    .setVersionWaitMicros(5_000)
                    .setWindowMicros(3_600_000_000L)
                    .setAllowedLatenessMicros(2_000_000))
            .build());
    vectors.put(
        "stream-delta",
        GraphRecord.newBuilder()
            .setDelta(
                GraphDelta.newBuilder()
                    .setGraphId("golden")
                    .setBaseVersion(5)
                    .setNewVersion(6)
                    .setIdWidth(4)
                    .setPartCount(1)
                    .setStream(
                        StreamPosition.newBuilder()
                            .setNextOffset(17)
                            .setNextEvent(3)
                            .setGreatestTimeMicros(1_000_000)
                            .setWindowOffset(12)
                            .addRefused(14)
                            .addRefused(15)))
            .build());
    vectors.put(
        "job",
        JobRequest.newBuilder()
            .setJobId("job-1")
            .setGraphId("golden")
            .setVersion(VersionSelector.newBuilder().setAtLeast(4))
            .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(3).setLargestK(10))
            .setPriority(0)
            .setDeadlineEpochMillis(1_800_000_000_000L)
            .setTenant("fraud")
            .setTrigger(Trigger.newBuilder().setEveryVersion(true))
            .build());
    vectors.put(
        "cancel",
        JobControl.newBuilder()
            .setCancel(CancelJob.newBuilder().setJobId("job-1").setReason("no longer needed"))
            .build());
    vectors.put("result", ResultRecord.newBuilder().setResult(result()).build());
    vectors.put(
        "failed-result",
        ResultRecord.newBuilder()
            .setResult(
                JobResult.newBuilder()
                    .setJobId("job-2")
                    .setGraphId("golden")
                    .setStatus(JobStatus.JOB_STATUS_FAILED)
                    .setFailure(
                        Failures.of(FailureCode.FAILURE_CODE_GRAPH_UNKNOWN, "no graph golden")))
            .build());
    vectors.put(
        "page",
        ResultRecord.newBuilder()
            .setPage(
                ResultPage.newBuilder()
                    .setJobId("job-1")
                    .setSequence(1)
                    .setVertexSets(
                        VertexSets.newBuilder()
                            .addSets(VertexSet.newBuilder().addVertices(1).addVertices(-1L))))
            .build());
    vectors.put(
        "job-by-edge",
        JobRequest.newBuilder()
            .setJobId("job-3")
            .setGraphId("golden")
            .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4).setPerEdge(true))
            .build());
    vectors.put(
        "page-by-edge",
        ResultRecord.newBuilder()
            .setPage(
                ResultPage.newBuilder()
                    .setJobId("job-3")
                    .setEdgeCounts(
                        EdgeCounts.newBuilder()
                            .addFrom(1)
                            .addTo(-1L)
                            .addCounts(Counts.ofWords(1, 2))))
            .build());
    vectors.put(
        "progress",
        JobProgress.newBuilder()
            .setJobId("job-1")
            .setPhase(JobPhase.JOB_PHASE_COMPUTING)
            .setFraction(0.25)
            .setWorkPerSecond(1e9)
            .setRemainingMillis(750)
            .setPartialCount(Counts.ofUnsigned(42))
            .setObservedEpochMillis(1_800_000_000_000L)
            .build());
    return vectors;
  }

  private static JobResult result() {
    return JobResult.newBuilder()
        .setJobId("job-1")
        .setRun(2)
        .setGraphId("golden")
        .setGraphVersion(4)
        .setStatus(JobStatus.JOB_STATUS_SUCCEEDED)
        .setKCliques(
            KCliqueAnswer.newBuilder()
                .addCliques(
                    CliquesOfSize.newBuilder().setSize(3).setCount(Counts.ofUnsigned(608_389)))
                .addCliques(CliquesOfSize.newBuilder().setSize(4).setCount(Counts.ofWords(1, 2)))
                .addCliques(
                    CliquesOfSize.newBuilder()
                        .setSize(5)
                        .setCount(Counts.of(BigInteger.TEN.pow(60)))))
        .setEngine("cpu")
        .putPlan("ordering", "degeneracy")
        .setTimings(Timings.newBuilder().setQueuedNanos(1).setComputeNanos(2))
        .setVertices(5)
        .setEdges(9)
        .build();
  }

  private static void numbered(
      Map<String, Message> vectors, String name, Consumer<Consumer<GraphRecord>> writer) {
    int[] number = {0};
    writer.accept(record -> vectors.put(name + "-" + number[0]++, record));
  }
}
