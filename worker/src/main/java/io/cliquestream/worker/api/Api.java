package io.cliquestream.worker.api;

import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.TraceParent;
import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.health.ManagementServer;
import io.cliquestream.worker.log.AuditLog;
import io.cliquestream.worker.translation.JobKindCatalogue;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what is below {@code /api/}: who asks, which resource, within which bounds, and every
 * failure as the document says. On the event loop of the HTTP server; resources are asked on the
 * executor's threads.
 */
public final class Api implements ManagementServer.Route {
  private static final Logger LOG = LoggerFactory.getLogger(Api.class);
  private static final String ROOT = "/api/v1/";
  private static final long BODY_MILLIS = 10_000;

  /**
   * What can be done at a path.
   *
   * @param read null when nothing is read there on a thread of the executor
   * @param ask null when nothing is read there that somebody else has to be waited for
   * @param act null when nothing is done there
   */
  private record Resource(
      Function<Query, Reply> read,
      Function<Query, Future<Reply>> ask,
      Function<Query, Future<Reply>> act) {
    static Resource read(Function<Query, Reply> read) {
      return new Resource(read, null, null);
    }

    static Resource ask(Function<Query, Future<Reply>> ask) {
      return new Resource(null, ask, null);
    }

    static Resource act(Function<Query, Future<Reply>> act) {
      return new Resource(null, null, act);
    }

    boolean isRead() {
      return read != null || ask != null;
    }
  }

  private final Vertx vertx;
  private final ApiSettings settings;
  private final WorkerExecutor executor;
  private final Supplier<CompletableFuture<Void>> looking;
  private final EventStreams events;
  private final Map<String, Resource> resources;
  private final Buffer document;
  private final AtomicInteger working = new AtomicInteger();
  private final AtomicInteger receiving = new AtomicInteger();
  private volatile boolean ending;

  /**
   * @param looking told of every request; done when what lists show is read
   */
  Api(
      Vertx vertx,
      ApiSettings settings,
      WorkerExecutor executor,
      Supplier<CompletableFuture<Void>> looking,
      EventStreams events,
      GroupResources group,
      GraphResources graphs,
      NeighborhoodResources neighborhoods,
      JobResources jobs,
      DeadLetterResources letters,
      Actions actions) {
    this.vertx = vertx;
    this.settings = settings;
    this.executor = executor;
    this.looking = looking;
    this.events = events;
    this.document = document();
    this.resources =
        Map.ofEntries(
            Map.entry("access", Resource.read(GroupResources::access)),
            Map.entry("overview", Resource.read(group::overview)),
            Map.entry("workers", Resource.read(_ -> group.workers())),
            Map.entry("lanes", Resource.read(_ -> group.lanes())),
            Map.entry("partitions", Resource.read(_ -> group.partitions())),
            Map.entry("configuration", Resource.read(group::configuration)),
            Map.entry("build", Resource.read(_ -> group.build())),
            Map.entry("job-kinds", Resource.read(_ -> jobKinds())),
            Map.entry("graphs", Resource.read(graphs::list)),
            Map.entry("graphs/*", Resource.read(graphs::one)),
            Map.entry("graphs/*/neighborhood", Resource.ask(neighborhoods::read)),
            Map.entry("streams", Resource.read(graphs::streams)),
            Map.entry("alerts", Resource.read(jobs::allAlerts)),
            Map.entry("graphs/*/retire", Resource.act(actions::retire)),
            Map.entry("jobs", new Resource(jobs::list, null, actions::submit)),
            Map.entry("jobs/*", Resource.read(jobs::one)),
            Map.entry("jobs/*/pages", Resource.read(jobs::rows)),
            Map.entry("jobs/*/alerts", Resource.read(jobs::alerts)),
            Map.entry("jobs/*/cancel", Resource.act(actions::cancel)),
            Map.entry("standing", Resource.read(jobs::standing)),
            Map.entry("dead-letters", Resource.read(letters::list)),
            Map.entry("dead-letters/*", Resource.read(letters::one)),
            Map.entry("dead-letters/*/replay", Resource.act(actions::replay)),
            Map.entry("dead-letters/*/discard", Resource.act(actions::discard)),
            Map.entry("drain", Resource.act(actions::drain)));
  }

  private static Buffer document() {
    try (InputStream file = Api.class.getResourceAsStream("/io/cliquestream/api/openapi.yaml")) {
      return Buffer.buffer(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void handle(HttpServerRequest request, Optional<Principal> asker) {
    HttpServerResponse response = request.response();
    response.putHeader("cache-control", "no-store").putHeader("x-content-type-options", "nosniff");
    request.exceptionHandler(failure -> LOG.debug("a request broke off", failure));
    response.exceptionHandler(failure -> LOG.debug("an answer broke off", failure));
    try {
      answer(request, asker);
    } catch (ApiException e) {
      refuse(request, e);
    }
  }

  /** From now on requests are refused: threads, clients and records that answers need go. */
  void end() {
    ending = true;
  }

  private void answer(HttpServerRequest request, Optional<Principal> asker) {
    if (ending) {
      throw ApiException.ending();
    }
    String path = request.path();
    if (!path.startsWith(ROOT)) {
      throw ApiException.notFound("the API is below " + ROOT);
    }
    String below = path.substring(ROOT.length());
    boolean reads = request.method().equals(HttpMethod.GET);
    if (below.equals("openapi.yaml")) {
      require(reads, "GET");
      var _ = request.response().putHeader("content-type", "application/yaml").end(document);
      return;
    }
    Principal known = asker.orElseThrow(ApiException::unauthenticated);
    CompletableFuture<Void> current = looking.get();
    List<String> parts = List.of(below.split("/", -1));
    Optional<TraceParent> trace =
        Optional.ofNullable(request.getHeader(HeaderNames.TRACE_PARENT))
            .flatMap(TraceParent::parse);
    var query = new Query(known, parts, request.params(), trace, null);
    if (below.equals("events")) {
      require(reads, "GET");
      events.open(query, request);
      return;
    }
    String name =
        parts.get(0)
            + (parts.size() > 1 ? "/*" : "")
            + (parts.size() > 2 ? "/" + String.join("/", parts.subList(2, parts.size())) : "");
    Resource resource = resources.get(name);
    if (resource == null) {
      throw ApiException.notFound("there is nothing at " + cut(path));
    }
    if (reads) {
      require(resource.isRead(), "POST");
      work(
          request,
          () ->
              whenDone(
                  current,
                  () ->
                      resource.ask() != null
                          ? resource.ask().apply(query)
                          : executor.executeBlocking(() -> resource.read().apply(query), false)));
    } else {
      require(
          request.method().equals(HttpMethod.POST) && resource.act() != null,
          !resource.isRead() ? "POST" : resource.act() == null ? "GET" : "GET or POST");
      act(request, query, name, with -> whenDone(current, () -> resource.act().apply(with)));
    }
  }

  /** On this request's event loop, whoever tells. */
  private Future<Reply> whenDone(CompletableFuture<Void> current, Supplier<Future<Reply>> work) {
    return current.isDone()
        ? work.get()
        : Future.fromCompletionStage(current, vertx.getOrCreateContext()).compose(_ -> work.get());
  }

  private static void require(boolean allowed, String methods) {
    if (!allowed) {
      throw ApiException.method(methods);
    }
  }

  private void act(
      HttpServerRequest request, Query query, String name, Function<Query, Future<Reply>> action) {
    String what = name.equals("jobs") ? "submit" : name.substring(name.lastIndexOf('/') + 1);
    String target = query.path().size() > 1 ? query.part(1) : "";
    try {
      query.requireOperator();
      requireOwnPage(request);
      String type = request.getHeader("content-type");
      if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
        throw ApiException.mediaType();
      }
    } catch (ApiException e) {
      AuditLog.action(query.asker().name(), what, target, "", e.getMessage());
      throw e;
    }
    // Bodies that are slow to come hold up no one who has none to send.
    Future<Buffer> received = counted(receiving, "sent", () -> body(request));
    received
        .compose(body -> counted(working, "worked on", () -> action.apply(query.with(body))))
        .onComplete(
            done ->
                AuditLog.action(
                    query.asker().name(),
                    what,
                    target,
                    received.succeeded() ? audited(received.result()) : "",
                    done.succeeded() ? "taken" : done.cause().getMessage()))
        .onSuccess(reply -> send(request, reply))
        .onFailure(failure -> fail(request, failure));
  }

  /** A page of another site may not act here with what this user's browser knows. */
  private static void requireOwnPage(HttpServerRequest request) {
    String origin = request.getHeader("origin");
    if (origin == null) {
      return;
    }
    String host = request.getHeader("host");
    try {
      if (host != null && host.equalsIgnoreCase(URI.create(origin).getAuthority())) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // No origin of ours.
    }
    throw ApiException.forbidden("actions of pages of other sites are refused");
  }

  /** The body, within its bounds of size and time. */
  private Future<Buffer> body(HttpServerRequest request) {
    Promise<Buffer> whole = Promise.promise();
    long most = settings.bodyBytes().bytes();
    Buffer body = Buffer.buffer();
    long timer =
        vertx.setTimer(
            BODY_MILLIS, _ -> whole.tryFail(ApiException.invalid("the body did not come")));
    request.handler(
        part -> {
          if (body.length() + part.length() > most) {
            whole.tryFail(ApiException.tooLarge(most));
          } else if (!whole.future().isComplete()) {
            body.appendBuffer(part);
          }
        });
    request.exceptionHandler(
        failure ->
            whole.tryFail(
                ApiException.invalid("the body cannot be read: " + failure.getMessage())));
    request.endHandler(_ -> whole.tryComplete(body));
    return whole.future().onComplete(_ -> vertx.cancelTimer(timer));
  }

  private void work(HttpServerRequest request, Supplier<Future<Reply>> work) {
    counted(working, "worked on", work)
        .onSuccess(reply -> send(request, reply))
        .onFailure(failure -> fail(request, failure));
  }

  private <T> Future<T> counted(AtomicInteger count, String what, Supplier<Future<T>> work) {
    if (count.incrementAndGet() > settings.maximumRequests()) {
      count.decrementAndGet();
      return Future.failedFuture(
          ApiException.tooMany(
              "api.maximum-requests: " + settings.maximumRequests() + " requests are " + what));
    }
    return guarded(work).onComplete(_ -> count.decrementAndGet());
  }

  private void fail(HttpServerRequest request, Throwable failure) {
    if (failure instanceof ApiException known) {
      refuse(request, known);
    } else if (ending) {
      // What resources stand on goes: that is no defect.
      LOG.debug("{} {} came too late", request.method(), request.path(), failure);
      refuse(request, ApiException.ending());
    } else {
      LOG.error("{} {} met a defect", request.method(), request.path(), failure);
      refuse(request, ApiException.internal());
    }
  }

  private static <T> Future<T> guarded(Supplier<Future<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private static void refuse(HttpServerRequest request, ApiException why) {
    HttpServerResponse response = request.response();
    switch (why.status()) {
      case 401 -> response.putHeader("www-authenticate", "Bearer");
      case 405 -> response.putHeader("allow", "GET, POST");
      case 413 -> response.putHeader("connection", "close");
      case 429 -> response.putHeader("retry-after", "1");
      default -> {}
    }
    send(request, new Reply(why.status(), why.body().toBuffer()));
  }

  private static void send(HttpServerRequest request, Reply reply) {
    HttpServerResponse response = request.response();
    if (!response.ended() && !response.closed()) {
      var _ =
          response
              .setStatusCode(reply.status())
              .putHeader("content-type", "application/json")
              .end(reply.body());
    }
  }

  /** What the audit log may know of a body: no secret. */
  private static String audited(Buffer body) {
    try {
      JsonObject object = body.toJsonObject();
      if (object.containsKey("secret")) {
        object.put("secret", "(secret)");
      }
      return cut(object.encode());
    } catch (DecodeException | ClassCastException e) {
      return "no JSON object";
    }
  }

  private static String cut(String text) {
    return text.length() <= 512 ? text : text.substring(0, 512) + "…";
  }

  private static Reply jobKinds() {
    return Reply.ok(
        new JsonObject()
            .put("kinds", JobKindCatalogue.toJson())
            .put("standing", JobKindCatalogue.standingToJson()));
  }
}
