package io.cliquestream.worker.changes;

import java.util.List;

/**
 * The streams of a worker at one moment.
 *
 * @param detail what keeps events from being taken in; empty when nothing does
 * @param partitions those that are followed, ascending
 */
public record ChangeHealth(String detail, List<Partition> partitions) {
  /**
   * A partition of changes.
   *
   * @param open whether events have come since it was followed
   * @param streams graphs whose streams are in memory
   * @param broken of these, streams that miss a version
   * @param windowEvents events in their windows
   * @param lag records not yet taken in
   */
  public record Partition(
      int partition, boolean open, int streams, int broken, int windowEvents, long lag) {}

  /** Streams that miss a version. */
  public int broken() {
    return partitions.stream().mapToInt(Partition::broken).sum();
  }
}
