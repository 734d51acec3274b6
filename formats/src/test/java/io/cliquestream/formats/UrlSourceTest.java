package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cliquestream.formats.source.UrlPermission;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Graphs from URLs, by a server of this process: what is allowed, and how much. */
final class UrlSourceTest {
  private static final UrlPermission ALLOWED =
      new UrlPermission(true, true, 1 << 20, Duration.ofMinutes(1));

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private String base;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    base = "http://localhost:" + server.getAddress().getPort();
    page("/edges.csv", "source,target\nann,bob\n");
    page("/large.csv", "source,target\n" + "ann,bob\n".repeat(1 << 18));
    redirect("/moved.csv", "/edges.csv");
    redirect("/circle", "/circle");
    redirect("/file", "file:///etc/hostname");
    server.createContext("/endless", UrlSourceTest::endless);
    server.createContext("/silent", exchange -> silent(exchange, true));
    server.createContext("/mute", exchange -> silent(exchange, false));
    server.createContext("/missing", exchange -> answer(exchange, 404, new byte[0]));
    server.start();
  }

  private void page(String path, String text) {
    server.createContext(
        path, exchange -> answer(exchange, 200, text.getBytes(StandardCharsets.UTF_8)));
  }

  private void redirect(String path, String to) {
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().add("Location", to);
          answer(exchange, 302, new byte[0]);
        });
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void endless(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] row = "ann,bob\n".getBytes(StandardCharsets.UTF_8);
    try (var out = exchange.getResponseBody()) {
      while (true) {
        out.write(row);
        out.flush();
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers, perhaps, and then says nothing. */
  private static void silent(HttpExchange exchange, boolean answers) throws IOException {
    if (answers) {
      exchange.sendResponseHeaders(200, 0);
    }
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static List<String> read(String url, UrlPermission permission) {
    try (GraphData data =
        GraphReader.read(
            List.of(url), ReadOptions.defaults().withUrls(permission), JobControl.unbounded())) {
      return List.of(data.names().of(data.edges().from(0)), data.names().of(data.edges().to(0)));
    }
  }

  private static ComputeException failure(String url, UrlPermission permission) {
    return catchThrowableOfType(ComputeException.class, () -> read(url, permission));
  }

  @Test
  void readsWhatIsAllowed() {
    assertThat(read(base + "/edges.csv", ALLOWED)).containsExactly("ann", "bob");
    assertThat(read(base + "/moved.csv", ALLOWED)).containsExactly("ann", "bob");
  }

  @Test
  void readsNothingUnlessTold() {
    assertThat(failure(base + "/edges.csv", UrlPermission.NONE))
        .hasMessageContaining("--allow-url");
  }

  @Test
  void readsNothingOfPrivateNetworksUnlessTold() {
    UrlPermission open = new UrlPermission(true, false, 1 << 20, Duration.ofMinutes(1));
    for (String host :
        new String[] {
          "localhost",
          "127.0.0.1",
          "[::1]",
          "10.1.2.3",
          "192.168.0.1",
          "172.16.9.9",
          "169.254.169.254",
          "100.64.0.1",
          "0.0.0.0",
          "[fd00::1]",
          "[::ffff:127.0.0.1]",
          "2130706433",
          "[64:ff9b::7f00:1]"
        }) {
      ComputeException failure = failure("http://" + host + ":1/edges.csv", open);
      assertThat(failure).as(host).isNotNull();
      assertThat(failure.code()).isEqualTo(FailureCode.FILE_UNREADABLE);
      assertThat(failure.getMessage()).as(host).contains("--allow-private-url");
    }
  }

  @Test
  void boundsSizeTimeAndRedirects() {
    assertThat(failure(base + "/large.csv", ALLOWED).code())
        .isEqualTo(FailureCode.DECOMPRESSION_BOUND_EXCEEDED);
    assertThat(
            failure(
                base + "/endless", new UrlPermission(true, true, 1 << 20, Duration.ofSeconds(1))))
        .hasMessageContaining("--url-timeout");
    assertThat(failure(base + "/circle", ALLOWED)).hasMessageContaining("more than 5 times");
    assertThat(failure(base + "/file", ALLOWED)).hasMessageContaining("only http and https");
    assertThat(failure(base + "/missing", ALLOWED)).hasMessageContaining("status 404");
  }

  @Test
  void neverShowsWhatMayBeSecret() {
    ComputeException failure =
        failure("https://ann:secret@example.org/a.csv?signature=secret", UrlPermission.NONE);
    assertThat(failure.getMessage()).contains("example.org/a.csv").doesNotContain("secret");
    assertThat(failure("s3://bucket/a.csv", UrlPermission.NONE))
        .hasMessageContaining("--allow-url");
  }

  @Test
  void aSourceThatSaidNothingCouldNotBeStopped() throws Exception {
    InputStream before = System.in;
    try (PipedOutputStream nobody = new PipedOutputStream();
        PipedInputStream waiting = new PipedInputStream(nobody)) {
      System.setIn(waiting);
      for (String source : List.of(base + "/silent", base + "/mute", "-")) {
        JobControl control = JobControl.unbounded();
        var read =
            CompletableFuture.supplyAsync(
                () ->
                    catchThrowableOfType(
                        ComputeException.class,
                        () ->
                            GraphReader.read(
                                    List.of(source),
                                    ReadOptions.defaults().withUrls(ALLOWED),
                                    control)
                                .close()),
                threads);
        control.cancel("Ctrl-C");
        assertThat(read.get(1, TimeUnit.MINUTES).code()).isEqualTo(FailureCode.CANCELLED);
      }
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void parquetFromAUrlWasRefused() throws IOException {
    byte[] content;
    try (InputStream file = getClass().getResourceAsStream("tools/pandas-numbers.parquet")) {
      content = file.readAllBytes();
    }
    server.createContext("/edges.parquet", exchange -> answer(exchange, 200, content));
    assertThat(read(base + "/edges.parquet", ALLOWED))
        .allMatch(name -> name.startsWith("40000000"));
    UrlPermission less = new UrlPermission(true, true, 100, Duration.ofMinutes(1));
    assertThat(failure(base + "/edges.parquet", less))
        .hasMessageContaining("more than the 100 bytes that may be read");
  }
}
