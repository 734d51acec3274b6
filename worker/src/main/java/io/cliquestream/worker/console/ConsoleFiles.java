package io.cliquestream.worker.console;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Serves the console's files below {@code /console/}.
 *
 * <p>A name is lower-case words in folders with one of four endings, so none leads out of the
 * resources and none lists a folder. A file is read and packed when it is first asked for, off the
 * event loop, and kept: there are as many as the resources have. Browsers keep files, too, and ask
 * each time whether they are still the same, so that an upgrade never mixes old and new.
 *
 * <p>The policy lets the page load and ask its own host alone, and lets nobody put it into a frame.
 */
public final class ConsoleFiles {
  static final String RESOURCES = "/io/cliquestream/console/";

  private static final String PATH = "/console";
  private static final Pattern NAME = Pattern.compile("([a-z-]+/)*[a-z-]+\\.(html|js|css|svg)");
  private static final int NAME_CHARACTERS = 128;
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  private final Vertx vertx;
  private final Map<String, ConsoleFile> files = new ConcurrentHashMap<>();

  public ConsoleFiles(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Whether a path is the console's to answer. */
  public static boolean owns(String path) {
    return path != null && (path.equals("/") || path.equals(PATH) || path.startsWith(PATH + "/"));
  }

  /** Answers a request for a path that it {@link #owns}. */
  public void answer(HttpServerRequest request) {
    if (!METHODS.contains(request.method())) {
      var _ = secured(request).setStatusCode(405).putHeader("allow", "GET, HEAD").end();
      return;
    }
    if (request.path().length() <= PATH.length()) {
      var _ = secured(request).setStatusCode(302).putHeader("location", PATH + "/").end();
      return;
    }
    String rest = request.path().substring(PATH.length() + 1);
    String name = rest.isEmpty() ? "index.html" : rest;
    // Matching takes stack by the length.
    if (name.length() > NAME_CHARACTERS || !NAME.matcher(name).matches()) {
      missing(request);
      return;
    }
    ConsoleFile known = files.get(name);
    if (known != null) {
      send(request, known);
      return;
    }
    vertx
        .executeBlocking(() -> ConsoleFile.read(name), false)
        .onSuccess(
            (Optional<ConsoleFile> file) -> {
              file.ifPresentOrElse(
                  read -> {
                    files.put(name, read);
                    send(request, read);
                  },
                  () -> missing(request));
            })
        .onFailure(_ -> secured(request).setStatusCode(500).end());
  }

  private static void send(HttpServerRequest request, ConsoleFile file) {
    HttpServerResponse response =
        secured(request)
            .putHeader("etag", file.tag())
            .putHeader("cache-control", "no-cache")
            .putHeader("vary", "accept-encoding");
    if (file.tag().equals(request.getHeader("if-none-match"))) {
      var _ = response.setStatusCode(304).end();
      return;
    }
    response.putHeader("content-type", file.type());
    String encodings = request.getHeader("accept-encoding");
    byte[] content = file.plain();
    if (encodings != null && encodings.contains("gzip")) {
      content = file.packed();
      response.putHeader("content-encoding", "gzip");
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      var _ = response.putHeader("content-length", Integer.toString(content.length)).end();
    } else {
      var _ = response.end(Buffer.buffer(content));
    }
  }

  private static void missing(HttpServerRequest request) {
    var _ = secured(request).setStatusCode(404).end();
  }

  private static HttpServerResponse secured(HttpServerRequest request) {
    return request
        .response()
        .putHeader("content-security-policy", POLICY)
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("referrer-policy", "no-referrer");
  }
}
