package io.cliquestream.worker.api;

import io.cliquestream.v1.CliqueEstimate;
import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.CoreDecomposition;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.VersionSelector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Jobs and bad records that the tests of the API ask about. */
final class ApiJobs {
  private ApiJobs() {}

  static void runOneOfEachKind(ApiGroup group) {
    var requests =
        List.of(
            job("triangles").setTriangleCount(TriangleCount.newBuilder().setPerVertex(true)),
            job("k-cliques").setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(3)),
            job("max-clique").setMaximumClique(MaximumClique.newBuilder().setAll(true)),
            job("maximal-cliques").setMaximalCliques(MaximalCliques.newBuilder().setList(true)),
            job("motifs").setMotifCensus(MotifCensus.newBuilder().setSize(3)),
            job("match")
                .setPatternMatch(
                    PatternMatch.newBuilder()
                        .setList(true)
                        .addEdges(PatternEdge.newBuilder().setFrom(0).setTo(1))
                        .addEdges(PatternEdge.newBuilder().setFrom(1).setTo(2))),
            job("list-cliques").setCliqueListing(CliqueListing.newBuilder().setK(3)),
            job("clique-estimate")
                .setCliqueEstimate(CliqueEstimate.newBuilder().setSmallestK(3).setLargestK(4)),
            job("core-numbers")
                .setCoreDecomposition(CoreDecomposition.newBuilder().setPerVertex(true)),
            job("unknown-graph")
                .setGraphId("nowhere")
                .clearVersion()
                .setTriangleCount(TriangleCount.getDefaultInstance()));
    requests.forEach(request -> group.client.run(request.build(), ApiGroup.WAIT));
  }

  static JobRequest.Builder job(String id) {
    return JobRequest.newBuilder()
        .setJobId(id)
        .setGraphId("k4")
        .setVersion(VersionSelector.newBuilder().setAtLeast(9))
        .setTenant("acme");
  }

  /** A record that is no job. */
  static void spoil(ApiGroup group) throws Exception {
    Map<String, Object> properties = Map.of("bootstrap.servers", group.bootstrap);
    try (var producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < 2; i++) {
        var record =
            new ProducerRecord<>(
                group.topics().jobs(),
                0,
                "k4".getBytes(StandardCharsets.UTF_8),
                "no job".getBytes(StandardCharsets.UTF_8));
        record.headers().add("mine", new byte[] {1, 2});
        var _ = producer.send(record).get();
      }
    }
  }
}
