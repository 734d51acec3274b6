package io.cliquestream.worker.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.worker.BlockedLoops;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's files over HTTP, and what they must not hold. */
final class ConsoleFilesTest {
  private static final Path SOURCES = Path.of("src/main/resources" + ConsoleFiles.RESOURCES);
  private static final int MAXIMUM_BYTES = 300_000;
  private static final int MAXIMUM_LINES = 300;

  private final Vertx vertx = BlockedLoops.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    ConsoleFiles console = new ConsoleFiles(vertx);
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  if (ConsoleFiles.owns(request.path())) {
                    console.answer(request);
                  } else {
                    request.response().setStatusCode(418).end();
                  }
                })
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(30, TimeUnit.SECONDS);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    BlockedLoops.requireNone();
  }

  @Test
  void everyFileIsServedWithItsTypeAndThePolicy() throws Exception {
    for (Path file : files()) {
      String name = SOURCES.relativize(file).toString();
      HttpResponse<byte[]> response = get("/console/" + name);
      assertThat(response.statusCode()).as(name).isEqualTo(200);
      assertThat(response.body()).as(name).isEqualTo(Files.readAllBytes(file));
      assertThat(header(response, "content-security-policy"))
          .startsWith("default-src 'none'; script-src 'self'")
          .doesNotContain("unsafe");
      assertThat(header(response, "x-content-type-options")).isEqualTo("nosniff");
      String type =
          name.endsWith(".js")
              ? "text/javascript"
              : name.endsWith(".css")
                  ? "text/css"
                  : name.endsWith(".svg") ? "image/svg+xml" : "text/html";
      assertThat(header(response, "content-type")).as(name).isEqualTo(type + "; charset=utf-8");
    }
  }

  @Test
  void theRootLeadsToThePage() throws Exception {
    for (String path : List.of("/", "/console")) {
      HttpResponse<byte[]> response = get(path);
      assertThat(response.statusCode()).isEqualTo(302);
      assertThat(header(response, "location")).isEqualTo("/console/");
    }
    assertThat(new String(get("/console/").body(), StandardCharsets.UTF_8))
        .startsWith("<!doctype html>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/script/",
        "/console/script",
        "/console/none.js",
        "/console/../console/index.html",
        "/console/%2e%2e/%2e%2e/application.html",
        "/console//etc/passwd",
        "/console/script/../../ConsoleFiles.html",
        "/console/index.html%00.js",
        "/console/INDEX.html",
      })
  void whatIsNoFileIsNotFound(String path) throws Exception {
    assertThat(get(path).statusCode()).isEqualTo(404);
  }

  @Test
  void aFileThatTheBrowserHasIsNotSentAgain() throws Exception {
    HttpResponse<byte[]> first = get("/console/script/main.js");
    String tag = header(first, "etag");
    HttpResponse<byte[]> again = send("GET", "/console/script/main.js", "if-none-match", tag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    HttpResponse<byte[]> other = send("GET", "/console/script/main.js", "if-none-match", "\"no\"");
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(header(other, "cache-control")).isEqualTo("no-cache");
  }

  @Test
  void filesArePackedForWhoCanUnpackThem() throws Exception {
    HttpResponse<byte[]> packed =
        send("GET", "/console/style/theme.css", "accept-encoding", "br, gzip");
    assertThat(header(packed, "content-encoding")).isEqualTo("gzip");
    try (var unpacked = new GZIPInputStream(new java.io.ByteArrayInputStream(packed.body()))) {
      assertThat(unpacked.readAllBytes()).isEqualTo(get("/console/style/theme.css").body());
    }
    HttpResponse<byte[]> head = send("HEAD", "/console/style/theme.css", "accept-encoding", "gzip");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void nothingCanBeSentToThePage() throws Exception {
    HttpResponse<byte[]> response = send("POST", "/console/", "accept", "text/html");
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(header(response, "allow")).isEqualTo("GET, HEAD");
  }

  @Test
  void allFilesTogetherAreSmall() throws Exception {
    long packed = 0;
    for (Path file : files()) {
      packed +=
          send("GET", "/console/" + SOURCES.relativize(file), "accept-encoding", "gzip")
              .body()
              .length;
      assertThat(Files.readAllLines(file).size())
          .as(file.toString())
          .isLessThanOrEqualTo(MAXIMUM_LINES);
    }
    assertThat(packed).isLessThan(MAXIMUM_BYTES);
  }

  @Test
  void noFileNamesAnotherHost() throws Exception {
    Pattern address = Pattern.compile("(https?:)?//[a-z0-9-]+\\.[a-z]");
    for (Path file : files()) {
      String text = Files.readString(file).replace("http://www.w3.org/2000/svg", "");
      assertThat(address.matcher(text).find()).as(file.toString()).isFalse();
      assertThat(text).as(file.toString()).doesNotContain("innerHTML", "eval(", " style=\"");
    }
  }

  @Test
  void thePageDrawsEveryMotifOfTheContract() throws Exception {
    String drawn = Files.readString(SOURCES.resolve("script/draw/motifs.js"));
    for (Motif motif : Motif.values()) {
      var line = Pattern.compile("'?" + motif.label() + "'?: '([-0-9,]+)'").matcher(drawn);
      assertThat(line.find()).as(motif.label()).isTrue();
      var pattern = io.cliquestream.kernels.job.Pattern.parse(line.group(1));
      assertThat(Motif.of(pattern)).as(motif.label()).contains(motif);
    }
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(SOURCES)) {
      List<Path> found = all.filter(Files::isRegularFile).sorted().toList();
      assertThat(found).hasSizeGreaterThan(30);
      return found;
    }
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return send("GET", path, "accept", "*/*");
  }

  private HttpResponse<byte[]> send(String method, String path, String header, String value)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header(header, value)
            .build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
