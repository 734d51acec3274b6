package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.contract.Partitions;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who comes back has some of its partitions soon, not all of them late. */
@Tag("seam")
final class RestoreOrderTest {
  private static final int PARTITIONS = 2;
  private static final int GRAPHS = 30;

  /** Taking one of them in takes longer than asking for more of the topic, also beside others. */
  private static final int VERTICES = 400;

  @RegisterExtension
  private final StoreHarness harness =
      new StoreHarness(EmbeddedBrokerSettings.temporary(), PARTITIONS);

  @Test
  void partitionsOnceHadTheirGraphsAllAtTheEnd() throws Exception {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      int sent = 0;
      for (int name = 0; sent < GRAPHS; name++) {
        String graph = "graph-" + name;
        if (Partitions.partitionOf(graph, PARTITIONS) == partition) {
          harness.send(partition, snapshot(graph, 1, complete(VERTICES)));
          sent++;
        }
      }
    }
    var store = harness.store("graphs.threads", "1");
    List<Integer> order = new CopyOnWriteArrayList<>();
    store.onVersion((graphId, _) -> order.add(Partitions.partitionOf(graphId, PARTITIONS)));
    List<Future<Void>> restored = List.of(store.restore(0), store.restore(1));
    for (Future<Void> each : restored) {
      await(each);
    }

    assertThat(order).hasSize(PARTITIONS * GRAPHS);
    int firstDone = Math.min(order.lastIndexOf(0), order.lastIndexOf(1)) + 1;
    // Beside each other they would have nearly as many of the other's by then.
    assertThat(firstDone - GRAPHS).isLessThan(GRAPHS / 2);
    await(store.close());
  }
}
