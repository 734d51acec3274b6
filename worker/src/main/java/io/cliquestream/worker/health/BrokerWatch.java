package io.cliquestream.worker.health;

import io.cliquestream.worker.config.KafkaSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.admin.KafkaAdminClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Asks the broker who it is, once a second, and remembers when it answered last.
 *
 * <p>A client that polls or sends does not say that its broker is gone: it waits and tries again,
 * for minutes if need be. So the truth about the broker is asked for, on a connection of its own,
 * whether jobs come or not. It counts as gone when no answer came for {@link #PATIENCE}; one lost
 * answer does not count, so that a busy broker does not flap.
 */
public final class BrokerWatch implements HealthPart {
  /** The broker is gone when it has not answered for this long. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final long INTERVAL_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 2_000;

  private final Vertx vertx;
  private final KafkaSettings settings;
  private final long startNanos = System.nanoTime();
  private KafkaAdminClient admin;
  private long timer = -1;
  private boolean asking;
  private volatile long answeredNanos;
  private volatile boolean everAnswered;

  /** A watch that asks nothing before {@link #start}. */
  public BrokerWatch(Vertx vertx, KafkaSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
  }

  /** Starts to ask; completes when the client is there, whether the broker is or not. */
  public Future<Void> start() {
    Map<String, String> properties = new HashMap<>(settings.connection().values());
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrap());
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, settings.clientId() + "-health");
    properties.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, "" + ANSWER_MILLIS);
    properties.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, "" + ANSWER_MILLIS);
    properties.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, "500");
    // Making a client loads classes and resolves names.
    return vertx
        .executeBlocking(() -> KafkaAdminClient.create(vertx, properties), false)
        .map(
            made -> {
              admin = made;
              ask();
              timer = vertx.setPeriodic(INTERVAL_MILLIS, _ -> ask());
              return null;
            });
  }

  private void ask() {
    if (asking) {
      return;
    }
    asking = true;
    admin
        .describeCluster()
        .onComplete(
            answer -> {
              asking = false;
              if (answer.succeeded()) {
                answeredNanos = System.nanoTime();
                everAnswered = true;
              }
            });
  }

  @Override
  public PartHealth now() {
    if (!everAnswered) {
      return PartHealth.down(PartHealth.since(startNanos), "has not answered yet");
    }
    Duration age = PartHealth.since(answeredNanos);
    return age.compareTo(PATIENCE) < 0
        ? PartHealth.up(age, "answered")
        : PartHealth.down(age, "does not answer");
  }

  /** Stops asking. */
  public Future<Void> close() {
    if (admin == null) {
      return Future.succeededFuture();
    }
    vertx.cancelTimer(timer);
    return admin.close();
  }
}
