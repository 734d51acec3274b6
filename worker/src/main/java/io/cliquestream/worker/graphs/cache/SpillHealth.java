package io.cliquestream.worker.graphs.cache;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the disk keeps graphs: one line when it begins to fail and one when it does again, and
 * one for every graph that it gives back damaged.
 */
final class SpillHealth {
  private static final Logger LOG = LoggerFactory.getLogger(SpillHealth.class);

  private final AtomicBoolean degraded = new AtomicBoolean();
  private final LongAdder failures = new LongAdder();

  boolean isDegraded() {
    return degraded.get();
  }

  long failures() {
    return failures.sum();
  }

  /** The disk did not take a graph. */
  void notWritten(String graph, Exception cause) {
    failures.increment();
    if (degraded.compareAndSet(false, true)) {
      LOG.warn(
          "{} cannot be written to disk ({}): it is read from the topic when it is needed, and so"
              + " are others until the disk works again",
          graph,
          cause.toString());
    } else {
      LOG.debug("{} cannot be written to disk", graph, cause);
    }
  }

  /** The disk did not give a graph back as it was. */
  void notRead(String graph, Exception cause) {
    failures.increment();
    LOG.warn("{} cannot be read back from disk: {}", graph, cause.toString());
  }

  /** The disk took a graph. */
  void written(String graph) {
    if (degraded.compareAndSet(true, false)) {
      LOG.info("the disk takes evicted graphs again, first {}", graph);
    }
  }
}
