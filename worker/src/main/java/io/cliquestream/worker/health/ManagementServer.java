package io.cliquestream.worker.health;

import io.cliquestream.worker.config.HttpSettings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.healthchecks.HealthChecks;
import io.vertx.ext.healthchecks.Status;
import java.util.function.BooleanSupplier;

/**
 * Serves {@code /metrics} (Prometheus text), {@code /live} (the event loop answers) and {@code
 * /ready} (every check says yes: 200; otherwise 503 with the checks that say no).
 */
public final class ManagementServer {
  private final Vertx vertx;
  private final HttpSettings settings;
  private final PrometheusMeterRegistry registry;
  private final HealthChecks ready;
  private HttpServer server;

  public ManagementServer(Vertx vertx, HttpSettings settings, PrometheusMeterRegistry registry) {
    this.vertx = vertx;
    this.settings = settings;
    this.registry = registry;
    this.ready = HealthChecks.create(vertx);
  }

  /**
   * Adds a condition of readiness.
   *
   * @param name shown to whoever asks
   * @param holds must not block
   */
  public ManagementServer readyWhen(String name, BooleanSupplier holds) {
    ready.register(
        name, promise -> promise.complete(holds.getAsBoolean() ? Status.OK() : Status.KO()));
    return this;
  }

  /** Starts listening; the result is the port. */
  public Future<Integer> start() {
    server = vertx.createHttpServer().requestHandler(this::answer);
    return server.listen(settings.port(), settings.host()).map(HttpServer::actualPort);
  }

  /** Stops listening. */
  public Future<Void> close() {
    return server == null ? Future.succeededFuture() : server.close();
  }

  private void answer(HttpServerRequest request) {
    switch (request.path()) {
      case "/metrics" ->
          // Sizes are summed up over the whole cache: not the event loop's work.
          vertx
              .executeBlocking(registry::scrape, false)
              .onSuccess(
                  text ->
                      request
                          .response()
                          .putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
                          .end(text))
              .onFailure(failure -> request.response().setStatusCode(500).end());
      case "/live" -> request.response().putHeader("content-type", "text/plain").end("live\n");
      case "/ready" ->
          ready
              .checkStatus()
              .onSuccess(result -> answer(request, result))
              .onFailure(failure -> request.response().setStatusCode(503).end());
      default -> request.response().setStatusCode(404).end();
    }
  }

  private static void answer(HttpServerRequest request, CheckResult result) {
    request
        .response()
        .setStatusCode(CheckResult.isUp(result) ? 200 : 503)
        .putHeader("content-type", "application/json")
        .end(result.toJson().encode());
  }
}
