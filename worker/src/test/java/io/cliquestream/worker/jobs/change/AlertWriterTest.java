package io.cliquestream.worker.jobs.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Bounds;
import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.v1.Alert;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.translation.AlertQuery;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class AlertWriterTest {
  @Test
  void aCliqueOfLongNamesOnceGaveAnAlertThatNoBrokerTakes() {
    int vertices = 2_000;
    var dictionary = new NameDictionary(1L << 26);
    for (int i = 0; i < vertices; i++) {
      long _ = dictionary.number(i + "é".repeat(500));
    }
    GraphNames names =
        GraphNames.of(dictionary, new NameMemory(1L << 26, new HostMemory(1L << 28)));
    var writer =
        new AlertWriter(
            Alert.newBuilder().setJobId("job").build(),
            new AlertQuery(
                new AlertQuery.Subject.Cliques(2),
                Set.of(),
                Set.of(),
                Optional.empty(),
                OptionalInt.empty(),
                10,
                false,
                0),
            0,
            1 << 20);
    writer.match(
        true,
        "id",
        LongStream.range(0, vertices).toArray(),
        new CalledVertices(Optional.of(names)),
        Optional.empty());
    Alert alert = writer.alerts().getFirst();
    assertThat(alert.getSerializedSize()).isLessThan(Bounds.PAYLOAD_BYTES);
    assertThat(alert.getVertexCount()).isEqualTo(vertices);
    assertThat(alert.getNamesCount()).isEqualTo(alert.getVerticesCount()).isBetween(500, 530);
    for (int i = 0; i < alert.getNamesCount(); i++) {
      assertThat(alert.getNames(i)).isEqualTo(names.name(alert.getVertices(i)));
    }
    names.unpin();
  }
}
