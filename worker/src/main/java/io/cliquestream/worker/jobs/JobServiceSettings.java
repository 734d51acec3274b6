package io.cliquestream.worker.jobs;

import io.cliquestream.contract.Topics;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.DrainSettings;
import io.cliquestream.worker.config.KafkaSettings;
import java.time.Duration;
import java.util.Map;

/**
 * Everything the job service can be told. Every queue, cache, wait and retry interval is bounded by
 * one of these.
 */
public record JobServiceSettings(KafkaSettings kafka, DrainSettings drain, JobSettings jobs) {

  /** The documented defaults but for some settings, by property name. */
  public static JobServiceSettings of(Map<String, String> settings) {
    Configuration configuration =
        ConfigurationSchema.of(KafkaSettings.class, DrainSettings.class, JobSettings.class)
            .load(null, Map.of(), settings);
    return new JobServiceSettings(
        configuration.get(KafkaSettings.class),
        configuration.get(DrainSettings.class),
        configuration.get(JobSettings.class));
  }

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

  /** Bytes of results that wait for their transaction, at least one whole result. */
  public long pendingBytes() {
    return Math.max(jobs.publishBytes().bytes(), jobs.resultBytes().bytes());
  }
}
