package io.cliquestream.worker.job;

import io.cliquestream.contract.Topics;
import java.time.Duration;
import java.util.Map;

/**
 * Everything the job service can be told. Every queue, cache, wait and retry interval is bounded by
 * one of these.
 *
 * @param bootstrapServers {@code HOST:PORT[,HOST:PORT…]}
 * @param topicPrefix put before every topic's name
 * @param groupId consumer group of the workers that share the jobs
 * @param instanceId name of this worker among them, the same after a restart (a pod's name, say):
 *     it then takes its partitions and its transactional id over at once. Empty: a random one, so
 *     that after a crash the others wait for the session and transaction timeouts
 * @param lanes jobs computed at the same time
 * @param maximumInFlight jobs taken from the topic and not yet answered; partitions pause beyond it
 * @param windowOffsets how far beyond the oldest unanswered job of a partition later ones are
 *     taken; 64 to 16,384, which keeps the offset metadata within 2,800 bytes
 * @param commitJobs most jobs in one transaction
 * @param commitBytes most bytes of results in one transaction, unless a single result is larger
 * @param commitWait how long a finished job waits for others to share its transaction
 * @param transactionTimeout after which the broker aborts a transaction of a worker that died
 * @param sessionTimeout after which the group gives a dead worker's partitions to others
 * @param requestTimeout bound of one request to the broker
 * @param maximumBackoff longest pause between two attempts to reach the broker
 * @param versionWait how long a job waits for a version that is not there yet
 * @param restoreLimit how long restoring a partition may take before the worker reports itself not
 *     ready; the partition stays paused and the restore goes on
 * @param resultBytes most bytes of one run's pages
 * @param publishBytes most bytes of results that wait for their transaction; lanes wait beyond it
 * @param progressInterval between two progress records of a running job
 * @param rememberedJobs answered job ids remembered per partition: a job id repeated within that
 *     many jobs of its partition is answered once
 * @param rememberedCancels cancel requests remembered
 * @param cancelMemory how long a cancel request is remembered, also across restarts
 * @param standingJobs standing jobs per partition
 * @param drainLimit how long running jobs may go on after the service was asked to close
 * @param kafkaProperties anything else for the Kafka clients (security, say); overrides the rest
 */
public record JobServiceSettings(
    String bootstrapServers,
    String topicPrefix,
    String groupId,
    String instanceId,
    int lanes,
    int maximumInFlight,
    int windowOffsets,
    int commitJobs,
    long commitBytes,
    Duration commitWait,
    Duration transactionTimeout,
    Duration sessionTimeout,
    Duration requestTimeout,
    Duration maximumBackoff,
    Duration versionWait,
    Duration restoreLimit,
    long resultBytes,
    long publishBytes,
    Duration progressInterval,
    int rememberedJobs,
    int rememberedCancels,
    Duration cancelMemory,
    int standingJobs,
    Duration drainLimit,
    Map<String, String> kafkaProperties) {

  public JobServiceSettings {
    kafkaProperties = Map.copyOf(kafkaProperties);
    require(lanes >= 1, "lanes must be 1 or more");
    require(maximumInFlight >= 1, "maximumInFlight must be 1 or more");
    require(windowOffsets >= 64 && windowOffsets <= 16_384, "windowOffsets must be 64 to 16,384");
    require(commitJobs >= 1 && commitBytes >= 1, "a transaction must hold something");
    require(resultBytes >= 1 && publishBytes >= resultBytes, "publishBytes is below resultBytes");
    require(rememberedJobs >= 1 && rememberedCancels >= 1, "something must be remembered");
    require(standingJobs >= 0, "standingJobs must be 0 or more");
    for (Duration bound :
        new Duration[] {
          transactionTimeout,
          sessionTimeout,
          requestTimeout,
          maximumBackoff,
          restoreLimit,
          progressInterval,
          cancelMemory
        }) {
      require(bound.isPositive(), "a time bound must be positive: " + bound);
    }
    for (Duration wait : new Duration[] {commitWait, versionWait, drainLimit}) {
      require(!wait.isNegative(), "a wait must not be negative: " + wait);
    }
  }

  /** The documented defaults against a broker. */
  public static JobServiceSettings of(String bootstrapServers) {
    return new JobServiceSettings(
        bootstrapServers,
        "",
        "cliquestream",
        "",
        4,
        1_000,
        4_096,
        500,
        8L << 20,
        Duration.ofMillis(2),
        Duration.ofSeconds(15),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        Duration.ofMinutes(10),
        64L << 20,
        256L << 20,
        Duration.ofMillis(500),
        100_000,
        100_000,
        Duration.ofHours(1),
        1_000,
        Duration.ofSeconds(30),
        Map.of());
  }

  /** The names of the topics. */
  public Topics topics() {
    return Topics.prefixed(topicPrefix);
  }

  /**
   * The internal topic that remembers answered job ids and standing jobs; see {@link StateTopic}.
   */
  public String stateTopic() {
    return topicPrefix + "job-state.v1";
  }

  /** The same as another group and instance. */
  public JobServiceSettings as(String group, String instance) {
    return new JobServiceSettings(
        bootstrapServers,
        topicPrefix,
        group,
        instance,
        lanes,
        maximumInFlight,
        windowOffsets,
        commitJobs,
        commitBytes,
        commitWait,
        transactionTimeout,
        sessionTimeout,
        requestTimeout,
        maximumBackoff,
        versionWait,
        restoreLimit,
        resultBytes,
        publishBytes,
        progressInterval,
        rememberedJobs,
        rememberedCancels,
        cancelMemory,
        standingJobs,
        drainLimit,
        kafkaProperties);
  }

  /** The same with other bounds on concurrency. */
  public JobServiceSettings withConcurrency(int newLanes, int newInFlight, int newWindow) {
    return new JobServiceSettings(
        bootstrapServers,
        topicPrefix,
        groupId,
        instanceId,
        newLanes,
        newInFlight,
        newWindow,
        commitJobs,
        commitBytes,
        commitWait,
        transactionTimeout,
        sessionTimeout,
        requestTimeout,
        maximumBackoff,
        versionWait,
        restoreLimit,
        resultBytes,
        publishBytes,
        progressInterval,
        rememberedJobs,
        rememberedCancels,
        cancelMemory,
        standingJobs,
        drainLimit,
        kafkaProperties);
  }

  /** The same with other waits. */
  public JobServiceSettings withWaits(Duration newVersionWait, Duration newDrainLimit) {
    return new JobServiceSettings(
        bootstrapServers,
        topicPrefix,
        groupId,
        instanceId,
        lanes,
        maximumInFlight,
        windowOffsets,
        commitJobs,
        commitBytes,
        commitWait,
        transactionTimeout,
        sessionTimeout,
        requestTimeout,
        maximumBackoff,
        newVersionWait,
        restoreLimit,
        resultBytes,
        publishBytes,
        progressInterval,
        rememberedJobs,
        rememberedCancels,
        cancelMemory,
        standingJobs,
        newDrainLimit,
        kafkaProperties);
  }

  /** The same with other bounds on results. */
  public JobServiceSettings withResultBounds(long newResultBytes, long newPublishBytes) {
    return new JobServiceSettings(
        bootstrapServers,
        topicPrefix,
        groupId,
        instanceId,
        lanes,
        maximumInFlight,
        windowOffsets,
        commitJobs,
        commitBytes,
        commitWait,
        transactionTimeout,
        sessionTimeout,
        requestTimeout,
        maximumBackoff,
        versionWait,
        restoreLimit,
        newResultBytes,
        newPublishBytes,
        progressInterval,
        rememberedJobs,
        rememberedCancels,
        cancelMemory,
        standingJobs,
        drainLimit,
        kafkaProperties);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
