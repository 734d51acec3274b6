package io.cliquestream.worker.api;

import io.cliquestream.contract.RecordSigner;
import io.cliquestream.contract.Topics;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.config.RightsSettings;
import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.feed.DirectoryFeed;
import io.cliquestream.worker.directory.feed.GroupLag;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/**
 * The API with all that it stands on: directory, feed, readers, writer, reporter. Starting talks to
 * nobody; the broker is looked for in the background, and what is missing is said in the overview.
 */
public final class ApiService {
  private static final int THREADS = 4;
  private static final int ANSWER_MILLIS = 5_000;
  private static final Duration GOOD_BYE = Duration.ofSeconds(2);

  private final WorkerExecutor executor;
  private final Admin admin;
  private final TopicReader reader;
  private final RecordWriter writer;
  private final DirectoryFeed feed;
  private final GroupLag lag;
  private final WorkerReporter reporter;
  private final NeighborhoodReader neighborhoods;
  private final NeighborhoodExchange exchange;
  private final EventStreams events;
  private final Api api;
  private volatile boolean closed;

  private ApiService(
      Vertx vertx,
      Configuration configuration,
      OwnWorker own,
      WorkerExecutor executor,
      Admin admin,
      RecordWriter writer) {
    this.executor = executor;
    this.admin = admin;
    this.writer = writer;
    KafkaSettings kafka = configuration.get(KafkaSettings.class);
    ApiSettings settings = configuration.get(ApiSettings.class);
    String stateTopic = JobServiceSettings.of(configuration).stateTopic();
    Topics topics = kafka.topics();
    long heap = Runtime.getRuntime().maxMemory();
    var directory = new GroupDirectory(topics, stateTopic, settings, heap);
    this.reader = new TopicReader(kafka);
    this.feed =
        new DirectoryFeed(
            vertx,
            kafka,
            stateTopic,
            settings,
            directory,
            executor,
            admin,
            settings.jobsWithin(heap));
    this.lag = new GroupLag(vertx, kafka, feed, directory, admin);
    this.reporter =
        new WorkerReporter(vertx, executor, own, directory, feed, writer, topics.workers());
    var jobs = new JobResources(directory, reader, topics);
    var graphs = new GraphResources(directory);
    this.neighborhoods = new NeighborhoodReader(vertx, own);
    this.exchange =
        new NeighborhoodExchange(
            vertx,
            own.id(),
            settings.neighborhoodWait(),
            feed,
            writer,
            neighborhoods,
            topics.workers());
    directory.onExchange(exchange);
    var letters = new DeadLetterResources(directory, reader, topics);
    var group = new GroupResources(directory, feed, lag, own, topics, kafka.groupId());
    this.events =
        new EventStreams(
            vertx,
            settings,
            directory,
            group,
            executor,
            () -> {
              var _ = feed.asked();
            });
    this.api =
        new Api(
            vertx,
            settings,
            executor,
            feed::asked,
            events,
            group,
            graphs,
            new NeighborhoodResources(
                directory,
                graphs,
                own.id(),
                settings.neighborhoodWait(),
                neighborhoods,
                exchange,
                executor),
            jobs,
            letters,
            new Actions(topics, directory, jobs, graphs, letters, reader, writer, executor, own));
  }

  /**
   * Starts the API; completes without any broker.
   *
   * @param settled nothing is read or told before this is done
   */
  public static Future<ApiService> start(
      Vertx vertx, Configuration configuration, OwnWorker own, Future<Void> settled) {
    KafkaSettings kafka = configuration.get(KafkaSettings.class);
    Optional<RecordSigner> signer = configuration.get(RightsSettings.class).signer();
    WorkerExecutor executor =
        vertx.createSharedWorkerExecutor("cliquestream-api", THREADS, 1, TimeUnit.MINUTES);
    Map<String, Object> properties = kafka.clientProperties();
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, kafka.clientId() + "-api-admin");
    properties.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    properties.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    return executor
        .executeBlocking(() -> Admin.create(properties), false)
        .compose(
            admin ->
                RecordWriter.open(vertx, kafka, own.id(), signer)
                    .compose(
                        writer -> {
                          var service =
                              new ApiService(vertx, configuration, own, executor, admin, writer);
                          Duration interval = configuration.get(ApiSettings.class).reportInterval();
                          return service
                              .feed
                              .start(settled)
                              .map(
                                  _ -> {
                                    service.exchange.start();
                                    Context here = vertx.getOrCreateContext();
                                    var _ =
                                        settled.onComplete(
                                            _ -> here.runOnContext(_ -> service.begin(interval)));
                                    return service;
                                  });
                        }));
  }

  private void begin(Duration reportInterval) {
    if (!closed) {
      lag.start();
      reporter.start(reportInterval);
    }
  }

  /** What the HTTP server serves below {@code /api/}. */
  public Api api() {
    return api;
  }

  /** Says good-bye to the others, ends streams and clients. */
  public Future<Void> close() {
    closed = true;
    api.end();
    events.close();
    lag.close();
    exchange.close();
    return reporter
        .close()
        .timeout(GOOD_BYE.toMillis(), TimeUnit.MILLISECONDS)
        .eventually(feed::close)
        .eventually(writer::close)
        .eventually(
            () ->
                executor.executeBlocking(
                    () -> {
                      reader.close();
                      admin.close(GOOD_BYE);
                      return null;
                    },
                    false))
        .eventually(neighborhoods::close)
        .eventually(executor::close)
        .recover(_ -> Future.succeededFuture());
  }
}
