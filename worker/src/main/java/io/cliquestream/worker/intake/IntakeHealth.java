package io.cliquestream.worker.intake;

import io.cliquestream.worker.thread.ThreadHealth;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The state of graph intake at one moment, immutable.
 *
 * @param isBrokerReachable whether the broker answered within the last seconds
 * @param sinceAnswer time since the broker's last answer, or since the start if there was none
 * @param broken why intake ended by itself, if it did
 * @param partitions the partitions that are followed, by number
 * @param threads what reads the topic
 */
public record IntakeHealth(
    boolean isBrokerReachable,
    Duration sinceAnswer,
    Optional<String> broken,
    List<Partition> partitions,
    List<ThreadHealth> threads) {
  /**
   * A partition that is followed.
   *
   * @param partition its number
   * @param isRestored whether everything that lay in it when it was asked for has been taken in
   * @param since how long that has been so
   * @param lag records not yet polled
   */
  public record Partition(int partition, boolean isRestored, Duration since, long lag) {}

  /** Whether every partition that is followed has been restored. */
  public boolean isRestored() {
    return partitions.stream().allMatch(Partition::isRestored);
  }
}
