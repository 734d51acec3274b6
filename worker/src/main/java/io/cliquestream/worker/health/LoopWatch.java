package io.cliquestream.worker.health;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Whether an event loop still turns: a timer on it writes down the time. */
public final class LoopWatch implements HealthPart {
  private static final long INTERVAL_MILLIS = 500;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Duration patience;
  private volatile long turnedNanos = System.nanoTime();

  /** Watches the loop of a context until Vert.x is closed. */
  public LoopWatch(Vertx vertx, Context context) {
    this(vertx, context, PATIENCE);
  }

  LoopWatch(Vertx vertx, Context context, Duration patience) {
    this.patience = patience;
    context.runOnContext(
        _ -> vertx.setPeriodic(INTERVAL_MILLIS, _ -> turnedNanos = System.nanoTime()));
  }

  @Override
  public PartHealth now() {
    Duration age = PartHealth.since(turnedNanos);
    return new PartHealth(age.compareTo(patience) < 0, age, "turned");
  }
}
