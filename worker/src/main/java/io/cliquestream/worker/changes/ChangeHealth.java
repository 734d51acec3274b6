package io.cliquestream.worker.changes;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

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
   * @param streams graphs whose streams are in memory, at most {@value #LISTED}
   * @param count of all of them
   * @param broken of these, streams that miss a version
   * @param windowEvents events in their windows
   * @param lag records not yet taken in
   */
  public record Partition(
      int partition,
      boolean open,
      List<Stream> streams,
      int count,
      int broken,
      int windowEvents,
      long lag) {}

  /** Streams of a partition that are listed one by one. */
  static final int LISTED = 200;

  /**
   * A stream in memory.
   *
   * @param state beginning, running, ending or broken
   * @param reason why it is broken; empty when it is not
   * @param version newest one that it made
   * @param events that its versions have, from its beginning
   * @param pending events that are in no version yet
   * @param unconfirmed versions that are not usable yet
   * @param windowEvents insertions in its window; empty when it has none
   * @param watermarkMicros latest event time less the allowed lateness; empty before the first event
   * @param late events that came behind the watermark, since this worker has it
   * @param refused events that became dead letters, since this worker has it
   */
  public record Stream(
      String graphId,
      String state,
      String reason,
      long version,
      long events,
      int pending,
      int unconfirmed,
      OptionalInt windowEvents,
      OptionalLong watermarkMicros,
      long late,
      long refused) {}

  /** Streams that miss a version. */
  public int broken() {
    return partitions.stream().mapToInt(Partition::broken).sum();
  }
}
