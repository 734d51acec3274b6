package io.cliquestream.worker.api;

import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.api.json.AlertJson;
import io.cliquestream.worker.api.json.JobJson;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.directory.Change;
import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.listed.JobRecord;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events of what changes. The directory tells of a change while it has its lock, so
 * here it is only noted; four times a second what was noted is looked up and sent, each thing in
 * its latest state and only to those who may see it. What a client does not take in time waits
 * within a bound; beyond it everything that waits is dropped and the client is told to read the
 * lists again.
 */
final class EventStreams implements Change.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
  private static final long FLUSH_MILLIS = 250;
  private static final long OVERVIEW_MILLIS = 1_000;
  private static final long COMMENT_MILLIS = 10_000;
  private static final String RESYNC = "event: resync\ndata: {}\n\n";
  private static final String OVERVIEW = "overview";
  private static final Set<String> KINDS =
      Stream.concat(Stream.of(Change.Kind.values()).map(EventStreams::name), Stream.of(OVERVIEW))
          .collect(Collectors.toUnmodifiableSet());

  private final Vertx vertx;
  private final ApiSettings settings;
  private final GroupDirectory directory;
  private final GroupResources group;
  private final WorkerExecutor executor;
  private final Runnable looking;
  private final List<EventStream> streams = new CopyOnWriteArrayList<>();
  private final List<Long> timers;
  private volatile boolean changed;
  private volatile boolean closed;

  /**
   * @param looking told now and then while there are streams
   */
  EventStreams(
      Vertx vertx,
      ApiSettings settings,
      GroupDirectory directory,
      GroupResources group,
      WorkerExecutor executor,
      Runnable looking) {
    this.vertx = vertx;
    this.settings = settings;
    this.directory = directory;
    this.group = group;
    this.executor = executor;
    this.looking = looking;
    this.timers =
        List.of(
            vertx.setPeriodic(FLUSH_MILLIS, _ -> streams.forEach(this::flush)),
            vertx.setPeriodic(OVERVIEW_MILLIS, _ -> overview()),
            vertx.setPeriodic(OVERVIEW_MILLIS, _ -> silence()),
            vertx.setPeriodic(COMMENT_MILLIS, _ -> comment()));
  }

  /** Name of the events of a kind. */
  static String name(Change.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Answers a request with a stream that ends with its connection; on its event loop.
   *
   * @throws ApiException when it asks for what there is not, or there are too many
   */
  void open(Query query, HttpServerRequest request) {
    var kinds = new HashSet<String>();
    for (String kind : query.text("of", 128).orElse("").split(",", -1)) {
      if (!kind.isEmpty() && !KINDS.contains(kind)) {
        throw ApiException.invalid("there are no events of " + kind);
      }
      if (!kind.isEmpty()) {
        kinds.add(kind);
      }
    }
    if (streams.size() >= settings.maximumStreams()) {
      throw ApiException.tooMany(
          "api.maximum-streams: " + streams.size() + " streams are open at this worker");
    }
    HttpServerResponse response = request.response();
    var stream =
        new EventStream(
            query.asker(), response, kinds, query.text("job", 128), settings.streamBuffer());
    response
        .setChunked(true)
        .putHeader("content-type", "text/event-stream")
        .closeHandler(_ -> remove(stream));
    streams.add(stream);
    directory.listen(this);
    changed = true;
    stream.write(RESYNC);
  }

  private void remove(EventStream stream) {
    streams.remove(stream);
    if (streams.isEmpty()) {
      directory.listen(null);
    }
  }

  @Override
  public void changed(Change change) {
    changed = true;
    for (EventStream stream : streams) {
      stream.note(change);
    }
  }

  private void flush(EventStream stream) {
    Optional<List<Change>> taken = stream.take();
    if (taken.isEmpty()) {
      return;
    }
    String first = stream.takeOverflown() ? RESYNC : "";
    executor
        .executeBlocking(() -> first + render(stream, taken.get()), false)
        // What was taken is lost with a failure: the lists are to be read again.
        .onFailure(this::missed)
        .otherwise(RESYNC)
        .onSuccess(stream::write)
        .onComplete(_ -> stream.written());
  }

  private void missed(Throwable failure) {
    if (closed) {
      LOG.debug("events came too late", failure);
    } else {
      LOG.error("events could not be made", failure);
    }
  }

  private String render(EventStream stream, List<Change> changes) {
    var text = new StringBuilder();
    boolean gone = false;
    for (Change change : changes) {
      Optional<JsonObject> now = now(stream.asker(), change);
      now.ifPresent(json -> event(text, name(change.kind()), json));
      gone |= now.isEmpty() && mayBeGone(stream.asker(), change);
    }
    return gone ? RESYNC + text : text.toString();
  }

  private static void event(StringBuilder text, String name, JsonObject data) {
    text.append("event: ").append(name).append("\ndata: ").append(data.encode()).append("\n\n");
  }

  /** Whether that there is nothing to show means that a list has one thing less. */
  private static boolean mayBeGone(Principal asker, Change change) {
    return change.kind() == Change.Kind.WORKER
        || (change.kind() == Change.Kind.GRAPH && asker.seesGraph(change.id()));
  }

  /** Its present state; empty when it is gone, or not theirs to see. */
  private Optional<JsonObject> now(Principal asker, Change change) {
    return switch (change.kind()) {
      case JOB ->
          directory
              .job(change.id())
              .filter(job -> asker.seesTenant(job.job().tenant()))
              .map(job -> JobJson.job(job.job()));
      case STANDING ->
          directory
              .job(change.id())
              .filter(job -> asker.seesTenant(job.job().tenant()))
              .flatMap(JobRecord::standing)
              .map(JobJson::standing);
      case GRAPH ->
          directory
              .graph(change.id())
              .filter(graph -> asker.seesGraph(graph.id()))
              .map(GraphResources::summary);
      case DEAD_LETTER ->
          directory
              .deadLetter(change.id())
              .filter(letter -> DeadLetterResources.sees(asker, letter))
              .map(DeadLetterResources::summary);
      case ALERT ->
          directory
              .alert(change.id())
              .filter(alert -> asker.seesTenant(alert.alert().getTenant()))
              .map(AlertJson::write);
      case WORKER -> {
        long now = System.currentTimeMillis();
        yield directory.workers(now).stream()
            .filter(worker -> worker.id().equals(change.id()))
            .findFirst()
            .map(worker -> GroupResources.worker(worker, now));
      }
    };
  }

  /** What an asker's view depends on. */
  private record Sight(Optional<Set<String>> tenants, List<String> graphs) {
    static Sight of(EventStream stream) {
      return new Sight(stream.asker().tenants(), stream.asker().graphs());
    }
  }

  /** Once a second while something happens; made once for all who see the same. */
  private void overview() {
    List<EventStream> told =
        streams.stream().filter(s -> s.wants(OVERVIEW) && !s.isSlow()).toList();
    if (!changed || told.isEmpty()) {
      return;
    }
    changed = false;
    executor
        .executeBlocking(
            () -> {
              Map<Sight, String> made = new HashMap<>();
              for (EventStream stream : told) {
                made.computeIfAbsent(
                    Sight.of(stream),
                    _ -> {
                      var text = new StringBuilder();
                      event(text, OVERVIEW, group.overview(stream.asker()));
                      return text.toString();
                    });
              }
              return made;
            },
            false)
        .onSuccess(made -> told.forEach(stream -> stream.write(made.get(Sight.of(stream)))));
  }

  /** That nothing is heard is in no record, so that somebody has to look at the clock. */
  private void silence() {
    if (!streams.isEmpty()) {
      directory.tellOfSilence(System.currentTimeMillis());
    }
  }

  private void comment() {
    if (!streams.isEmpty()) {
      looking.run();
    }
    for (EventStream stream : streams) {
      // One that takes nothing is closed by the server's idle timeout.
      if (!stream.isSlow()) {
        stream.write(":\n\n");
      }
    }
  }

  /** Ends every stream. */
  void close() {
    closed = true;
    timers.forEach(vertx::cancelTimer);
    directory.listen(null);
    streams.forEach(EventStream::end);
  }
}
