package io.cliquestream.client;

import java.time.Duration;

/**
 * How topics are created.
 *
 * @param graphPartitions partitions of graphs and of jobs, which must be equal; never to be changed
 *     later, since that would part jobs from their graphs
 * @param resultPartitions partitions of results, of alerts and of progress
 * @param controlPartitions partitions of control, which every worker reads in full
 * @param replicationFactor copies of each partition; -1 for the broker's default
 * @param jobRetention how long jobs and control records are kept
 * @param resultRetention how long results, alerts and dead letters are kept
 * @param progressRetention how long progress is kept
 * @param graphCompactionLag how long a graphs record stays untouched by compaction, at least: a
 *     reader that is behind by less sees every version whole
 * @param tombstoneRetention how long a tombstone outlives what it retired: a reader that is behind
 *     by less learns of every retirement
 */
public record TopicSettings(
    int graphPartitions,
    int resultPartitions,
    int controlPartitions,
    short replicationFactor,
    Duration jobRetention,
    Duration resultRetention,
    Duration progressRetention,
    Duration graphCompactionLag,
    Duration tombstoneRetention) {
  /**
   * {@return settings of 6 partitions each, 1 for control; 7 days of jobs and results, 1 hour of
   * progress}
   */
  public static TopicSettings defaults() {
    return new TopicSettings(
        6,
        6,
        1,
        (short) -1,
        Duration.ofDays(7),
        Duration.ofDays(7),
        Duration.ofHours(1),
        Duration.ofHours(1),
        Duration.ofDays(1));
  }

  /**
   * The same with other numbers of partitions.
   *
   * @param graphs of graphs, jobs and what must be equal to them
   * @param results of results, alerts and progress
   * @param control of control, which every worker reads in full
   * @return these settings otherwise
   */
  public TopicSettings withPartitions(int graphs, int results, int control) {
    return new TopicSettings(
        graphs,
        results,
        control,
        replicationFactor,
        jobRetention,
        resultRetention,
        progressRetention,
        graphCompactionLag,
        tombstoneRetention);
  }

  /**
   * The same with another number of copies.
   *
   * @param copies of each partition; -1 for the broker's default
   * @return these settings otherwise
   */
  public TopicSettings withReplicationFactor(int copies) {
    return new TopicSettings(
        graphPartitions,
        resultPartitions,
        controlPartitions,
        (short) copies,
        jobRetention,
        resultRetention,
        progressRetention,
        graphCompactionLag,
        tombstoneRetention);
  }
}
