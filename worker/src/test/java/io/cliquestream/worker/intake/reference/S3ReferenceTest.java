package io.cliquestream.worker.intake.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.intake.assembly.AssembledEdges;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.intake.assembly.TenantAccount;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The real S3 client against a server that answers signed GETs of one object. */
final class S3ReferenceTest {
  private static final byte[] CONTENT = "0 1\n1 2\n".getBytes(UTF_8);

  private static final long ALL_BYTES = 8 << 20;

  private final CountDownLatch answered = new CountDownLatch(1);
  private final HostMemory memory = new HostMemory(ALL_BYTES);
  private final AssemblyBudget budget = new AssemblyBudget(ALL_BYTES, ALL_BYTES, memory);
  private HttpServer server;
  private ConfiguredReferences references;

  @BeforeEach
  void start() throws IOException {
    server = ReferencedObject.server();
    server.createContext("/", this::answer);
    server.start();
    Map<String, String> settings = new HashMap<>(Map.of("graphs.reference-bytes", "1KiB"));
    String[] pairs = ReferencedObject.settings(server);
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    references =
        new ConfiguredReferences(
            ConfigurationSchema.of(GraphSettings.class)
                .load(null, Map.of(), settings)
                .get(GraphSettings.class),
            this::account);
  }

  private TenantAccount account(String tenant) {
    return new TenantAccount(tenant, Quotas.none(), budget);
  }

  @AfterEach
  void stop() {
    references.close();
    server.stop(0);
  }

  @Test
  void readsAnObjectOfAnAllowedBucket() throws Exception {
    readsTheObject();
  }

  private void readsTheObject() throws Exception {
    try (AssembledEdges assembled =
        references.fetch(reference("s3://graphs/path/two.txt").build()).join()) {
      EdgeArray edges = assembled.edges();
      assertThat(memory.used()).isEqualTo(assembled.reserved()).isEqualTo(edges.bytes());
      assertThat(edges.size()).isEqualTo(2);
      assertThat(edges.to(0) + edges.to(1)).isEqualTo(3);
    }
  }

  @Test
  void refusesWhatIsAbsentForbiddenTooLargeOrChanged() throws Exception {
    refused(reference("s3://graphs/absent"), FailureCode.FAILURE_CODE_FILE_UNREADABLE);
    refused(reference("s3://others/path/two.txt"), FailureCode.FAILURE_CODE_FILE_UNREADABLE);
    refused(
        reference("s3://graphs/path/two.txt").setObjectBytes(2000),
        FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE);
    refused(
        reference("s3://graphs/path/two.txt").setObjectBytes(7),
        FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG);
    refused(
        reference("s3://graphs/path/two.txt").setSha256(ByteString.EMPTY),
        FailureCode.FAILURE_CODE_REFERENCE_CHECKSUM_WRONG);
    readsTheObject();
  }

  @Test
  void anObjectWasParsedIntoMemoryThatNobodyHadReserved() throws Exception {
    assertThat(account("others").tryReserve(ALL_BYTES)).isTrue();
    var fetch = references.fetch(reference("s3://graphs/path/two.txt").build());
    answered.await();
    // Whether it is early or late: it cannot end before there is memory for it.
    assertThatThrownBy(() -> fetch.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(memory.used()).isEqualTo(ALL_BYTES);
    account("others").release(ALL_BYTES);
    fetch.get(60, TimeUnit.SECONDS).close();
    assertThat(memory.used()).isZero();
  }

  private void refused(SnapshotReference.Builder reference, FailureCode code) {
    assertThatThrownBy(() -> references.fetch(reference.build()).join())
        .cause()
        .isInstanceOfSatisfying(
            WorkerException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  private static SnapshotReference.Builder reference(String uri) {
    return ReferencedObject.reference("g", 1, uri, CONTENT);
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean signed =
        String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"))
            .startsWith("AWS4-HMAC-SHA256 Credential=key/");
    boolean found = exchange.getRequestURI().getPath().equals("/graphs/path/two.txt");
    try (exchange) {
      if (signed && found) {
        exchange.sendResponseHeaders(200, CONTENT.length);
        exchange.getResponseBody().write(CONTENT);
        answered.countDown();
      } else {
        byte[] error =
            "<Error><Code>NoSuchKey</Code><Message>none</Message></Error>".getBytes(UTF_8);
        exchange.sendResponseHeaders(signed ? 404 : 403, error.length);
        exchange.getResponseBody().write(error);
      }
    }
  }
}
