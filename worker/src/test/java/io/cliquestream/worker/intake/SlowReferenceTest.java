package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.atLeast;
import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.intake.reference.ReferencedObject;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A store of objects that sends the first byte of its answer and then nothing for a while. */
@Tag("seam")
final class SlowReferenceTest {
  private static final byte[] CONTENT = "0 1\n1 2\n2 0\n".getBytes(UTF_8);

  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ExecutorService answering = Executors.newCachedThreadPool();
  @RegisterExtension private final StoreHarness harness = new StoreHarness();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = ReferencedObject.server();
    server.createContext("/", this::answer);
    server.setExecutor(answering);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    goOn.countDown();
    server.stop(0);
    answering.close();
  }

  @Test
  void aSlowFetchOnceHeldUpTheGraphsBehindIt() throws Exception {
    var store = store("1h");
    harness.send(reference("slow", 1));
    // The graph's own order is kept: this one waits behind the object.
    harness.send(snapshot("slow", 2, complete(5)));
    harness.send(snapshot("quick", 1, complete(6)));
    assertThat(edges(store, "quick", exact(1))).isEqualTo(simple(complete(6)));
    Future<GraphLease> second = store.lease("slow", atLeast(2), Duration.ofSeconds(60));
    assertThat(edges(store, "quick", exact(1))).isEqualTo(simple(complete(6)));
    assertThat(second.isComplete()).isFalse();
    goOn.countDown();
    try (GraphLease lease = await(second)) {
      assertThat(edges(lease.prepared().graph())).isEqualTo(simple(complete(5)));
    }
    assertThat(edges(store, "slow", exact(1))).isEqualTo(simple(0, 1, 1, 2, 2, 0));
    await(store.close());
  }

  @Test
  void theTimeLimitOnceDidNotBoundAFetchThatHangs() throws Exception {
    var store = store("1s");
    harness.send(reference("hangs", 1));
    assertThatThrownBy(() -> await(store.lease("hangs", exact(1), Duration.ofSeconds(55))).close())
        .cause()
        .asInstanceOf(InstanceOfAssertFactories.type(WorkerException.class))
        .satisfies(
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED),
            e -> assertThat(e).hasMessageContaining("was not fetched within 1000 ms"));
    harness.send(snapshot("hangs", 2, complete(5)));
    assertThat(edges(store, "hangs", exact(2))).isEqualTo(simple(complete(5)));
    await(store.close());
  }

  @Test
  void aPartitionThatIsReleasedDuringAFetchIsWholeWhenItReturns() throws Exception {
    var store = store("1h");
    harness.send(reference("slow", 1));
    harness.send(snapshot("quick", 1, complete(6)));
    assertThat(edges(store, "quick", exact(1))).isEqualTo(simple(complete(6)));
    await(store.release(0));
    goOn.countDown();
    await(store.restore(0));
    assertThat(edges(store, "slow", exact(1))).isEqualTo(simple(0, 1, 1, 2, 2, 0));
    await(store.close());
  }

  @Test
  void aTenantsSlowReferencesHeldUpEveryOtherTenants() throws Exception {
    var store = store("1h", "graphs.reference-threads", "2");
    for (int graph = 0; graph < 3; graph++) {
      harness.send(reference("slow-" + graph, 1));
    }
    harness.send(reference("quick", 1, "other", "s3://graphs/quick.txt"));
    assertThat(edges(store, "quick", exact(1))).isEqualTo(simple(0, 1, 1, 2, 2, 0));
    goOn.countDown();
    for (int graph = 0; graph < 3; graph++) {
      assertThat(edges(store, "slow-" + graph, exact(1))).isEqualTo(simple(0, 1, 1, 2, 2, 0));
    }
    await(store.close());
  }

  private KafkaGraphStore store(String timeout, String... more) throws Exception {
    String[] all =
        Stream.of(
                ReferencedObject.settings(server),
                new String[] {"graphs.reference-timeout", timeout},
                more)
            .flatMap(Stream::of)
            .toArray(String[]::new);
    var store = harness.store(all);
    await(store.restore(0));
    return store;
  }

  private static List<GraphRecord> reference(String graphId, long version) {
    return reference(graphId, version, "", "s3://graphs/slow.txt");
  }

  private static List<GraphRecord> reference(
      String graphId, long version, String tenant, String uri) {
    return List.of(
        GraphRecord.newBuilder()
            .setReference(
                ReferencedObject.reference(graphId, version, uri, CONTENT).setTenant(tenant))
            .build());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(200, CONTENT.length);
      exchange.getResponseBody().write(CONTENT, 0, 1);
      exchange.getResponseBody().flush();
      if (exchange.getRequestURI().getPath().endsWith("/slow.txt")) {
        goOn.await();
      }
      exchange.getResponseBody().write(CONTENT, 1, CONTENT.length - 1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
