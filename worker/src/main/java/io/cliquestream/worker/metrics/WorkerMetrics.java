package io.cliquestream.worker.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Makes the meters of the {@link Metric} catalogue, so that name, unit and meaning always agree.
 */
public record WorkerMetrics(MeterRegistry registry) {
  /** A histogram of durations of up to ten minutes. */
  public Timer timer(Metric metric, String... tags) {
    return timer(metric, Duration.ofMinutes(10), tags);
  }

  /** A histogram of durations. */
  public Timer timer(Metric metric, Duration longest, String... tags) {
    return Timer.builder(metric.text())
        .description(metric.description())
        .publishPercentileHistogram()
        .minimumExpectedValue(Duration.ofMillis(1))
        .maximumExpectedValue(longest)
        .tags(tags)
        .register(registry);
  }

  /** Durations of which number, sum and largest are kept. */
  public Timer sum(Metric metric, String... tags) {
    return Timer.builder(metric.text())
        .description(metric.description())
        .tags(tags)
        .register(registry);
  }

  /** The same of anything else. */
  public DistributionSummary summary(Metric metric, String... tags) {
    return DistributionSummary.builder(metric.text())
        .description(metric.description())
        .tags(tags)
        .register(registry);
  }

  /** A counter. */
  public Counter counter(Metric metric, String... tags) {
    return Counter.builder(metric.text())
        .description(metric.description())
        .baseUnit(metric.unit())
        .tags(tags)
        .register(registry);
  }

  /**
   * A value that is read when somebody looks.
   *
   * @return the meter, for {@link #remove} when there is no such value any more
   */
  public <T> Gauge gauge(Metric metric, T source, ToDoubleFunction<T> value, String... tags) {
    return Gauge.builder(metric.text(), source, value)
        .description(metric.description())
        .baseUnit(metric.unit())
        .tags(tags)
        .strongReference(true)
        .register(registry);
  }

  /** Takes a meter away: what it measured is gone, and its last value would mislead. */
  public void remove(Meter meter) {
    var _ = registry.remove(meter);
  }

  /** A count that somebody else keeps. */
  public <T> void count(Metric metric, T source, ToDoubleFunction<T> value, String... tags) {
    FunctionCounter.builder(metric.text(), source, value)
        .description(metric.description())
        .baseUnit(metric.unit())
        .tags(tags)
        .register(registry);
  }
}
