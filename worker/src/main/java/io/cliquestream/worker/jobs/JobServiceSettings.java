package io.cliquestream.worker.jobs;

import io.cliquestream.contract.Topics;
import io.cliquestream.worker.access.RecordPrincipals;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.config.DrainSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.config.RightsSettings;
import io.cliquestream.worker.memory.MemorySettings;
import io.cliquestream.worker.quota.QuotaSettings;
import java.time.Duration;

/**
 * Everything the job service can be told. Every queue, cache, wait and retry interval is bounded by
 * one of these.
 *
 * @param principals who may sign cancels
 */
public record JobServiceSettings(
    KafkaSettings kafka,
    DrainSettings drain,
    JobSettings jobs,
    QuotaSettings quotas,
    MemorySettings memory,
    SplitSettings split,
    RecordPrincipals principals) {

  /** The settings of a whole worker, or a part of them that has these sections. */
  public static JobServiceSettings of(Configuration configuration) {
    return new JobServiceSettings(
        configuration.get(KafkaSettings.class),
        configuration.get(DrainSettings.class),
        configuration.get(JobSettings.class),
        configuration.get(QuotaSettings.class),
        configuration.get(MemorySettings.class),
        configuration.get(SplitSettings.class),
        RecordPrincipals.read(configuration.get(RightsSettings.class).principalsFile()));
  }

  private static final Duration LONGEST_STEP = Duration.ofSeconds(3);

  /** Names of the public topics. */
  public Topics topics() {
    return kafka.topics();
  }

  /** The internal topic that remembers answered job ids and standing jobs. */
  public String stateTopic() {
    return kafka.topicPrefix() + "job-state.v1";
  }

  public String groupId() {
    return kafka.groupId();
  }

  public Duration requestTimeout() {
    return kafka.requestTimeout();
  }

  /** How long one step of a transaction is waited for before it is tried again. */
  public Duration transactionStep() {
    return requestTimeout().compareTo(LONGEST_STEP) < 0 ? requestTimeout() : LONGEST_STEP;
  }

  /** How long to ask what became of a commit: unknown, it costs every job that runs. */
  public Duration commitPatience() {
    return requestTimeout().multipliedBy(3);
  }

  /**
   * The same when the worker leaves or gives partitions away, which holds others up; no further
   * commit is begun after it either.
   */
  public Duration leavingPatience() {
    return transactionStep();
  }

  /**
   * The longest way out of the exchange: a commit begun at the last moment (offsets, commit, the
   * last question about it, abort), closing the producer, leaving the group.
   */
  public Duration leavingLimit() {
    return leavingPatience().plus(transactionStep().multipliedBy(4)).plusSeconds(3);
  }

  /** Bytes of results that wait for their transaction, at least one whole result. */
  public long pendingBytes() {
    return Math.max(jobs.publishBytes().bytes(), jobs.resultBytes().bytes());
  }
}
