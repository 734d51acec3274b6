package io.cliquestream.worker.health;

import io.cliquestream.worker.config.KafkaSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/**
 * Asks the broker who it is, twice a second, and remembers when it answered last.
 *
 * <p>A client that polls or sends does not say that its broker is gone: it waits and tries again,
 * for minutes if need be. So the truth about the broker is asked for, on a connection of its own,
 * whether jobs come or not. It counts as gone when no answer came for {@link #PATIENCE}, within
 * which the client asks again; so one lost answer does not count, and a busy broker does not flap.
 */
public final class BrokerWatch implements HealthPart, AutoCloseable {
  /** The broker is gone when it has not answered for this long. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Admin admin;
  private final BackgroundWatch watch;

  /** Starts to ask, whether the broker is there or not. Makes a client, which takes a while. */
  public BrokerWatch(KafkaSettings settings) {
    Map<String, Object> properties = settings.clientProperties();
    int patience = (int) PATIENCE.toMillis();
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, settings.clientId() + "-health");
    properties.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, patience);
    properties.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, patience);
    properties.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
    admin = Admin.create(properties);
    watch = new BackgroundWatch("broker", PATIENCE, this::look).start();
  }

  private PartHealth look() throws InterruptedException {
    try {
      var _ = admin.describeCluster().nodes().get();
      return PartHealth.up(Duration.ZERO, "answered");
    } catch (ExecutionException e) {
      return PartHealth.down(Duration.ZERO, "does not answer");
    }
  }

  @Override
  public PartHealth now() {
    return watch.now();
  }

  /** Stops asking. */
  @Override
  public void close() {
    watch.close();
    admin.close(Duration.ZERO);
  }
}
