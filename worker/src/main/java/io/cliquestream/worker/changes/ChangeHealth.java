package io.cliquestream.worker.changes;

import io.cliquestream.worker.thread.ThreadHealth;
import java.util.List;

/**
 * The streams of a worker at one moment.
 *
 * @param detail what keeps events from being taken in; empty when nothing does
 * @param partitions those that are followed, ascending
 * @param threads what takes them in
 */
public record ChangeHealth(String detail, List<Partition> partitions, List<ThreadHealth> threads) {
  /**
   * A partition of changes.
   *
   * @param streams graphs whose streams are in memory
   * @param broken of these, streams that miss a version
   * @param lag records not yet taken in
   */
  public record Partition(int partition, int streams, int broken, long lag) {}

  /** Streams that miss a version. */
  public int broken() {
    return partitions.stream().mapToInt(Partition::broken).sum();
  }
}
