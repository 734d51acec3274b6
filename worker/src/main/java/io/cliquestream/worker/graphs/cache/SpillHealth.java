package io.cliquestream.worker.graphs.cache;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the disk keeps graphs: one line when it begins to fail and one when it does again. */
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

  /** The disk did not take a graph, or did not give it back as it was. */
  void failed(String graph, String what, Exception cause) {
    failures.increment();
    if (degraded.compareAndSet(false, true)) {
      LOG.warn(
          "{} {} ({}): it is read from the topic when it is needed, and so are others until the"
              + " disk works again",
          graph,
          what,
          cause.toString());
    } else {
      LOG.debug("{} {}", graph, what, cause);
    }
  }

  void worked(String graph) {
    if (degraded.compareAndSet(true, false)) {
      LOG.info("the disk takes evicted graphs again, first {}", graph);
    }
  }
}
