package io.cliquestream.worker.health;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.config.HttpSettings;
import io.cliquestream.worker.console.ConsoleFiles;
import io.cliquestream.worker.failure.WorkerException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Serves {@code /live}, {@code /ready}, {@code /health} and {@code /metrics} (Prometheus text), and
 * what {@link #route routes} serve beside them.
 *
 * <p>{@code /live} is 200 while every thread that the worker cannot do without is alive and gets
 * on; 503 means that only a restart helps. {@code /ready} is 200 while every part of the worker
 * does its work. {@code /health} shows all parts of both. Each part comes with its age; see {@link
 * HealthReport}. Where a token is asked for, the first two say UP or DOWN without it, and no more.
 *
 * <p>The console's files ({@link ConsoleFiles}) are anybody's: they hold no data.
 *
 * <p>Nothing here waits: parts are snapshots (see {@link HealthPart}), and what an answer needs was
 * loaded before the port is open.
 */
public final class ManagementServer {
  private static final String PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** With exemplars; Prometheus asks for it where it keeps them. */
  private static final String OPEN_METRICS = "application/openmetrics-text";

  private static final String OPEN_METRICS_TYPE = OPEN_METRICS + "; version=1.0.0; charset=utf-8";

  private static final Set<HttpMethod> SAFE_METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  private final Vertx vertx;
  private final HttpSettings settings;
  private final PrometheusMeterRegistry registry;
  private final HttpAccess access;
  private final Connections connections;
  private final ConsoleFiles console;
  private final HealthReport live = new HealthReport();
  private final HealthReport ready = new HealthReport();
  private final HealthReport all = new HealthReport();
  private final Map<String, Route> routes = new LinkedHashMap<>();
  private HttpServer server;

  /** Answers what is below a path; called on the event loop of the server. */
  @FunctionalInterface
  public interface Route {
    /**
     * Answers a request, now or later; its body, if it has one, is the route's to bound and read.
     *
     * @param asker empty for somebody who showed nothing, or something wrong
     */
    void handle(HttpServerRequest request, Optional<Principal> asker);
  }

  /**
   * @throws io.cliquestream.worker.config.ConfigurationException when the settings would open an
   *     unprotected port, or name a file that cannot be read
   */
  public ManagementServer(Vertx vertx, HttpSettings settings, PrometheusMeterRegistry registry) {
    this.vertx = vertx;
    this.settings = settings;
    this.registry = registry;
    this.access = new HttpAccess(settings);
    this.console = new ConsoleFiles(vertx);
    this.connections =
        new Connections(vertx, settings.maximumConnections(), settings.idleTimeout().toMillis());
  }

  /** Adds what the worker needs to be alive. */
  public ManagementServer liveWhile(String name, HealthPart part) {
    live.add(name, part);
    all.add(name, part);
    return this;
  }

  /** Adds what the worker needs to be ready. */
  public ManagementServer readyWhile(String name, HealthPart part) {
    ready.add(name, part);
    all.add(name, part);
    return this;
  }

  /**
   * Adds a route.
   *
   * @param prefix of its paths, as {@code /api/}
   */
  public ManagementServer route(String prefix, Route route) {
    routes.put(prefix, route);
    return this;
  }

  /** Every part as it is now, by name. */
  public Map<String, PartHealth> look() {
    return all.look().parts();
  }

  /** Starts listening; the result is the port. */
  public Future<Integer> start() {
    return vertx
        .executeBlocking(
            () -> {
              // The first use of JSON and of the registry loads hundreds of classes: not on a loop.
              return all.look().details().encode() + registry.scrape();
            },
            false)
        .compose(
            _ -> {
              server =
                  vertx
                      .createHttpServer(access.options())
                      .connectionHandler(connections::opened)
                      .requestHandler(this::answer);
              return server.listen(settings.port(), settings.host());
            })
        .map(HttpServer::actualPort)
        .recover(
            failure ->
                Future.failedFuture(
                    failure instanceof IOException
                        ? new WorkerException(
                            FailureCode.FAILURE_CODE_OPTION_INVALID,
                            "http.host "
                                + settings.host()
                                + " and http.port "
                                + settings.port()
                                + " cannot be used: "
                                + failure.getMessage(),
                            failure)
                        : failure));
  }

  /** Stops listening. */
  public Future<Void> close() {
    return server == null ? Future.succeededFuture() : server.close();
  }

  private void answer(HttpServerRequest request) {
    connections.asked(request);
    String path = request.path();
    for (var route : routes.entrySet()) {
      if (path != null && path.startsWith(route.getKey())) {
        route.getValue().handle(request, access.principal(request));
        return;
      }
    }
    if (hasBody(request)) {
      // What still comes of it is thrown away as it comes, for no longer than a connection may
      // idle.
      var _ = request.response().setStatusCode(413).end();
      return;
    }
    if (!SAFE_METHODS.contains(request.method())) {
      var _ = request.response().setStatusCode(405).putHeader("allow", "GET, HEAD").end();
      return;
    }
    if (ConsoleFiles.owns(request.path())) {
      console.answer(request);
      return;
    }
    boolean allowed = access.allows(request);
    switch (request.path()) {
      case "/live" -> answer(request, live.look(), allowed);
      case "/ready" -> answer(request, ready.look(), allowed);
      case "/health" -> {
        if (requireAllowed(request, allowed)) {
          answer(request, all.look(), true);
        }
      }
      case "/metrics" -> {
        if (requireAllowed(request, allowed)) {
          answerMetrics(request);
        }
      }
      case null, default -> request.response().setStatusCode(404).end();
    }
  }

  private static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader("content-length");
    return request.headers().contains("transfer-encoding")
        || (length != null && !length.strip().equals("0"));
  }

  private static boolean requireAllowed(HttpServerRequest request, boolean allowed) {
    if (!allowed) {
      request.response().setStatusCode(401).putHeader("www-authenticate", "Bearer").end();
    }
    return allowed;
  }

  private void answerMetrics(HttpServerRequest request) {
    // Sizes are summed up over the whole cache: not the event loop's work.
    String type = accepts(request, OPEN_METRICS) ? OPEN_METRICS_TYPE : PROMETHEUS_TYPE;
    vertx
        .executeBlocking(() -> registry.scrape(type), false)
        .onSuccess(text -> request.response().putHeader("content-type", type).end(text))
        .onFailure(failure -> request.response().setStatusCode(500).end());
  }

  private static boolean accepts(HttpServerRequest request, String type) {
    String accepted = request.getHeader("accept");
    return accepted != null && accepted.contains(type);
  }

  private static void answer(HttpServerRequest request, HealthReport.Look look, boolean allowed) {
    request
        .response()
        .setStatusCode(look.isUp() ? 200 : 503)
        .putHeader("content-type", "application/json")
        .end((allowed ? look.details() : look.outcome()).encode());
  }
}
