package io.cliquestream.formats.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cliquestream.formats.GraphData;
import io.cliquestream.formats.GraphReader;
import io.cliquestream.formats.ReadOptions;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Objects of S3: AWS's own example of a signature, and a store of this process that checks each.
 */
final class S3AccessTest {
  private static final String SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

  private HttpServer server;
  private String endpoint;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    endpoint = "http://localhost:" + server.getAddress().getPort();
    server.createContext("/", S3AccessTest::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    String header = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    byte[] body = "source,target\nann,bob\n".getBytes(StandardCharsets.UTF_8);
    int status;
    if (path.startsWith("/elsewhere/")) {
      exchange.getResponseHeaders().add("Location", "http://localhost:1/");
      status = 307;
    } else if (!header.equals(expected(exchange))) {
      status = 403;
    } else {
      status = path.equals("/graphs/a%20b/%C3%A9%2B%3F.csv") ? 200 : 404;
    }
    exchange.sendResponseHeaders(status, status == 200 ? body.length : -1);
    if (status == 200) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  /** What the header must be for a request as it came. */
  private static String expected(HttpExchange exchange) {
    var headers = exchange.getRequestHeaders();
    String date = headers.getFirst("x-amz-date");
    List<String> signed =
        List.of("host", "x-amz-content-sha256", "x-amz-date", "x-amz-security-token");
    String names = String.join(";", signed);
    StringBuilder request =
        new StringBuilder("GET\n" + exchange.getRequestURI().getRawPath() + "\n\n");
    for (String name : signed) {
      request.append(name).append(':').append(headers.getFirst(name)).append('\n');
    }
    request.append('\n').append(names).append('\n');
    request.append(headers.getFirst("x-amz-content-sha256"));
    String scope = date.substring(0, 8) + "/eu-central-1/s3/aws4_request";
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(request.toString().getBytes(StandardCharsets.UTF_8));
      byte[] key = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
      for (String part :
          List.of(
              date.substring(0, 8),
              "eu-central-1",
              "s3",
              "aws4_request",
              "AWS4-HMAC-SHA256\n"
                  + date
                  + "\n"
                  + scope
                  + "\n"
                  + HexFormat.of().formatHex(digest))) {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        key = mac.doFinal(part.getBytes(StandardCharsets.UTF_8));
      }
      return "AWS4-HMAC-SHA256 Credential=KEY/%s, SignedHeaders=%s, Signature=%s"
          .formatted(scope, names, HexFormat.of().formatHex(key));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String read(String object, Optional<S3Access> access) {
    UrlPermission permission =
        new UrlPermission(true, true, 1 << 20, Duration.ofMinutes(1), access);
    try (GraphData data =
        GraphReader.read(
            List.of(object), ReadOptions.defaults().withUrls(permission), JobControl.unbounded())) {
      return data.names().of(data.edges().from(0)) + " " + data.names().of(data.edges().to(0));
    }
  }

  private Optional<S3Access> access(String secret) {
    return Optional.of(new S3Access("KEY", secret, "token", "eu-central-1", endpoint));
  }

  @Test
  void signsAsTheExampleOfItsDescription() {
    S3Access access = new S3Access("AKIAIOSFODNN7EXAMPLE", SECRET, "", "us-east-1", "");
    Map<String, String> headers =
        access.headers(
            URI.create("https://examplebucket.s3.amazonaws.com/test.txt"),
            Instant.parse("2013-05-24T00:00:00Z"),
            Map.of("range", "bytes=0-9"));
    assertThat(headers.get("authorization"))
        .isEqualTo(
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + " SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
                + " Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  }

  @Test
  void readsAnObjectOfAnyKey() {
    assertThat(read("s3://graphs/a b/é+?.csv", access(SECRET))).isEqualTo("ann bob");
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> read("s3://graphs/a b/é+?.csv", access("other")))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("status 403");
    assertThatThrownBy(() -> read("s3://graphs/none.csv", access(SECRET)))
        .hasMessageContaining("status 404");
    assertThatThrownBy(() -> read("s3://elsewhere/a.csv", access(SECRET)))
        .hasMessageContaining("AWS_REGION");
    assertThatThrownBy(() -> read("s3://graphs/a.csv", Optional.empty()))
        .hasMessageContaining("AWS_ACCESS_KEY_ID");
    assertThatThrownBy(() -> read("s3://bad bucket/a.csv", access(SECRET)))
        .hasMessageContaining("s3://BUCKET/KEY is expected");
    assertThat(access(SECRET).toString()).doesNotContain("KEY", "token");
  }

  @Test
  void findsBucketsOfAws() throws Exception {
    S3Access access =
        S3Access.of(Map.of("AWS_ACCESS_KEY_ID", "a", "AWS_SECRET_ACCESS_KEY", "b")).orElseThrow();
    assertThat(access.url("s3://graphs/x/y.csv"))
        .hasToString("https://graphs.s3.us-east-1.amazonaws.com/x/y.csv");
    assertThat(access.url("s3://graphs.example/y.csv"))
        .hasToString("https://s3.us-east-1.amazonaws.com/graphs.example/y.csv");
    assertThat(S3Access.of(Map.of("AWS_ACCESS_KEY_ID", "a"))).isEmpty();
  }
}
