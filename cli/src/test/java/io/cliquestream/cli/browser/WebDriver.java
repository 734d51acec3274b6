package io.cliquestream.cli.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One session of the W3C WebDriver protocol with a chromedriver of its own, which ends with it. The
 * protocol is JSON over HTTP; a library for all of it is not worth the few commands needed.
 */
final class WebDriver implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ATTEMPTS = 5;

  private final Process process;
  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private String session = "";

  private WebDriver(Process process, int port) {
    this.process = process;
    this.address = "http://127.0.0.1:" + port;
  }

  /** A chromedriver on the PATH. */
  static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "chromedriver"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts a chromedriver and a browser. */
  static WebDriver start(Path chromedriver) {
    try {
      int port;
      try (ServerSocket free = new ServerSocket(0)) {
        port = free.getLocalPort();
      }
      Process process =
          new ProcessBuilder(chromedriver.toString(), "--port=" + port)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      WebDriver driver = new WebDriver(process, port);
      try {
        driver.openSession();
      } catch (RuntimeException e) {
        driver.close();
        throw e;
      }
      return driver;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Both the driver and, on a machine that is busy, the browser may need several attempts. */
  private void openSession() {
    RuntimeException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        JsonNode opened = send("POST", "/session", capabilities());
        session = "/session/" + opened.path("sessionId").asText();
        return;
      } catch (UncheckedIOException | WebDriverException e) {
        last = e;
        pause();
      }
    }
    throw new IllegalStateException("no browser session", last);
  }

  private static ObjectNode capabilities() {
    ObjectNode body = JSON.createObjectNode();
    ObjectNode wanted = body.putObject("capabilities").putObject("alwaysMatch");
    wanted.put("browserName", "chrome");
    wanted.putObject("goog:loggingPrefs").put("browser", "ALL");
    wanted
        .putObject("goog:chromeOptions")
        .putArray("args")
        .add("--headless=new")
        // Containers lack what its sandbox needs; the pages are our own.
        .add("--no-sandbox")
        .add("--disable-dev-shm-usage")
        .add("--disable-gpu")
        .add("--disable-extensions")
        .add("--no-first-run")
        .add("--hide-scrollbars")
        .add("--lang=en-US")
        .add("--window-size=1360,900");
    return body;
  }

  /** Sends a command of the session. */
  JsonNode post(String command, ObjectNode body) {
    return send("POST", session + command, body);
  }

  /** Asks for something of the session. */
  JsonNode get(String command) {
    return send("GET", session + command, null);
  }

  private JsonNode send(String method, String path, ObjectNode body) {
    var publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body.toString());
    var request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("content-type", "application/json; charset=utf-8")
            .method(method, publisher)
            .build();
    try {
      JsonNode value =
          JSON.readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
              .path("value");
      if (value.has("error")) {
        throw new WebDriverException(value.path("error").asText(), value.path("message").asText());
      }
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    try {
      if (!session.isEmpty()) {
        var _ = send("DELETE", session, null);
      }
    } catch (UncheckedIOException | WebDriverException e) {
      // It ends with its process.
    } finally {
      process.destroy();
      try {
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      client.close();
    }
  }
}
