package io.cliquestream.worker.log;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of records, versions, jobs and partitions, one line each. Fields: {@code job},
 * {@code graph}, {@code version}, {@code tenant}, {@code partition}, {@code code}.
 */
public final class WorkerLog {
  private static final Logger LOG = LoggerFactory.getLogger("io.cliquestream.worker");

  private WorkerLog() {}

  /** A record became a dead letter. */
  public static void deadLetter(
      String topic, int partition, long offset, String code, String message) {
    LOG.atWarn()
        .addKeyValue("topic", topic)
        .addKeyValue("partition", partition)
        .addKeyValue("offset", offset)
        .addKeyValue("code", code)
        .log("a record became a dead letter: {}", message);
  }

  /** A version will not be usable. */
  public static void rejected(
      int partition, String graph, long version, String code, String message) {
    LOG.atWarn()
        .addKeyValue("partition", partition)
        .addKeyValue("graph", graph)
        .addKeyValue("version", Long.toUnsignedString(version))
        .addKeyValue("code", code)
        .log("a version was rejected: {}", message);
  }

  /** A run did not succeed. */
  public static void failed(
      String job, String graph, long version, String tenant, String code, String message) {
    LOG.atWarn()
        .addKeyValue("job", job)
        .addKeyValue("graph", graph)
        .addKeyValue("version", Long.toUnsignedString(version))
        .addKeyValue("tenant", tenant)
        .addKeyValue("code", code)
        .log("a job failed: {}", message);
  }

  /** A partition is this worker's from now on. */
  public static void assigned(int partition) {
    LOG.atInfo().addKeyValue("partition", partition).log("a partition was assigned");
  }

  /** A partition is no longer this worker's. */
  public static void revoked(int partition) {
    LOG.atInfo().addKeyValue("partition", partition).log("a partition was given up");
  }

  /** A partition's state and graphs are there; its jobs run. */
  public static void restored(int partition, Duration took) {
    LOG.atInfo()
        .addKeyValue("partition", partition)
        .addKeyValue("millis", took.toMillis())
        .log("a partition was restored");
  }
}
