package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.Polling;
import io.cliquestream.worker.failure.WorkerException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What intake says of itself while the broker is there, while nobody works, and after its end. */
@Tag("seam")
final class IntakeHealthTest {
  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  @Test
  void aDeadBrokerOnceStayedReachableWhileNobodyWorked() throws Exception {
    var store = harness.store();
    // Nothing is followed, and still the broker is asked.
    eventually(() -> store.health().isBrokerReachable());
    await(store.restore(0));
    harness.send(snapshot("g", 1, complete(5)));
    assertThat(edges(store, "g", exact(1))).isEqualTo(simple(complete(5)));
    IntakeHealth alive = store.health();
    assertThat(alive.isBrokerReachable()).isTrue();
    assertThat(alive.broken()).isEmpty();
    assertThat(alive.isRestored()).isTrue();
    assertThat(alive.partitions())
        .singleElement()
        .satisfies(partition -> assertThat(partition.partition()).isZero());
    harness.broker.close();
    eventually(() -> !store.health().isBrokerReachable());
    assertThat(store.health().sinceAnswer()).isPositive();
    // What is in memory is still there for jobs.
    assertThat(edges(store, "g", exact(1))).isEqualTo(simple(complete(5)));
    assertThat(store.health().broken()).isEmpty();
    await(store.close());
  }

  /** Gauges cannot be made any more: the loop that follows a partition meets an Error. */
  private static final class BrokenRegistry extends SimpleMeterRegistry {
    volatile boolean breaks;

    @Override
    protected <T> Gauge newGauge(Meter.Id id, T object, ToDoubleFunction<T> value) {
      if (breaks) {
        throw new LinkageError("of a test");
      }
      return super.newGauge(id, object, value);
    }
  }

  @Test
  void anErrorOnTheGraphsLoopLeftTheWorkerUp() throws Exception {
    var registry = new BrokenRegistry();
    harness.registries = () -> registry;
    var store = harness.store();
    registry.breaks = true;
    var _ = store.restore(0);
    WorkerException broken =
        store.broken().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(broken).hasRootCauseInstanceOf(LinkageError.class);
    assertThat(store.health().broken()).isPresent();
    registry.breaks = false;
    await(store.close());
  }

  private static void eventually(Callable<Boolean> condition) {
    Polling.until(Duration.ofSeconds(60), "nothing changed", condition);
  }
}
