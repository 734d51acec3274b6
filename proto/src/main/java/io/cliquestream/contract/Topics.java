package io.cliquestream.contract;

import java.util.List;

/**
 * The topics of one installation. The prefix, empty by default, lets several installations share a
 * broker: {@code Topics.prefixed("staging.").jobs()} is {@code staging.jobs.v1}.
 *
 * @param prefix put before every name; letters, digits, {@code . _ -} only, at most 128 characters
 */
public record Topics(String prefix) {
  /** The topics without a prefix. */
  public static final Topics UNPREFIXED = new Topics("");

  /** Checks the prefix. */
  public Topics {
    if (!prefix.isEmpty() && !Identifiers.isGraphId(prefix)) {
      throw new IllegalArgumentException("not a topic prefix: '" + prefix + "'");
    }
  }

  /**
   * The topics under a prefix, which may be empty.
   *
   * @return names as {@code PREFIXgraphs.v1}
   */
  public static Topics prefixed(String prefix) {
    return new Topics(prefix);
  }

  /**
   * {@return the topic of snapshots and deltas; compacted; as many partitions as {@link #jobs()}}
   */
  public String graphs() {
    return prefix + "graphs.v1";
  }

  /** {@return the topic of job requests; as many partitions as {@link #graphs()}} */
  public String jobs() {
    return prefix + "jobs.v1";
  }

  /** {@return the topic of cancel requests; every worker reads all of them} */
  public String control() {
    return prefix + "control.v1";
  }

  /**
   * {@return the topic of results and their pages; read with isolation level {@code
   * read_committed}}
   */
  public String results() {
    return prefix + "results.v1";
  }

  /** {@return the topic of jobs' advisory progress} */
  public String progress() {
    return prefix + "progress.v1";
  }

  /**
   * {@return the topic of records that a worker could not use, as they came, with {@link
   * DeadLetterHeaders}}
   */
  public String deadLetters() {
    return prefix + "jobs.dlq.v1";
  }

  /**
   * {@return the topic of matches that appeared and vanished, of standing jobs that ask for it;
   * read with isolation level {@code read_committed}} Where it is missing such jobs are refused,
   * and all others work.
   */
  public String alerts() {
    return prefix + "alerts.v1";
  }

  /**
   * {@return the topic of edge events, in as many partitions as {@link #graphs()}; kept for longer
   * than any window} May be missing: then workers take no events, and all else goes on.
   */
  public String changes() {
    return prefix + "changes.v1";
  }

  /**
   * {@return the topic of what workers tell each other and show people of themselves and their
   * graphs; compacted} No part of the contract: nothing that counts depends on it, and it may be
   * missing.
   */
  public String workers() {
    return prefix + "workers.v1";
  }

  /**
   * {@return the topic of parts of split jobs, to be computed by one worker each} No part of the
   * contract for clients; where it is missing, no job is split.
   */
  public String tasks() {
    return prefix + "tasks.v1";
  }

  /**
   * {@return the topic of answers to {@link #tasks()}; as many partitions as {@link #jobs()}} No
   * part of the contract for clients; where it is missing, no job is split.
   */
  public String partials() {
    return prefix + "partials.v1";
  }

  /** {@return all topics that the service needs, inputs first} */
  public List<String> all() {
    return List.of(graphs(), jobs(), control(), results(), progress(), deadLetters());
  }

  /** {@return topics of the contract without which the service works, but for what they are for} */
  public List<String> optional() {
    return List.of(changes(), alerts());
  }
}
