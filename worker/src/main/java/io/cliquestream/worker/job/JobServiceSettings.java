package io.cliquestream.worker.job;

import io.cliquestream.contract.Topics;
import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.DrainSettings;
import io.cliquestream.worker.config.KafkaSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Everything the job service can be told. Every queue, cache, wait and retry interval is bounded by
 * one of these.
 */
public record JobServiceSettings(
    KafkaSettings kafka,
    DrainSettings drain,
    JobSettings jobs,
    CommitSettings commit,
    ResultSettings results) {

  /** The sections of the configuration that the job service reads. */
  public static final List<Class<? extends Record>> SECTIONS =
      List.of(
          KafkaSettings.class,
          DrainSettings.class,
          JobSettings.class,
          CommitSettings.class,
          ResultSettings.class);

  /** What a loaded configuration says. */
  public static JobServiceSettings of(Configuration configuration) {
    return new JobServiceSettings(
        configuration.get(KafkaSettings.class),
        configuration.get(DrainSettings.class),
        configuration.get(JobSettings.class),
        configuration.get(CommitSettings.class),
        configuration.get(ResultSettings.class));
  }

  /** The documented defaults against a broker. */
  public static JobServiceSettings of(String bootstrapServers) {
    return of(Map.of("kafka.bootstrap", bootstrapServers));
  }

  /** The documented defaults but for some settings, by property name. */
  public static JobServiceSettings of(Map<String, String> settings) {
    return of(
        ConfigurationSchema.of(
                KafkaSettings.class,
                DrainSettings.class,
                JobSettings.class,
                CommitSettings.class,
                ResultSettings.class)
            .load(null, Map.of(), settings));
  }

  /** Names of the public topics. */
  Topics topics() {
    return kafka.topics();
  }

  /** The internal topic that remembers answered job ids and standing jobs. */
  String stateTopic() {
    return kafka.topicPrefix() + "job-state.v1";
  }

  String groupId() {
    return kafka.groupId();
  }

  Duration requestTimeout() {
    return kafka.requestTimeout();
  }

  Duration maximumBackoff() {
    return commit.maximumBackoff();
  }

  /** Bytes of results that wait for their transaction, at least one whole result. */
  ByteSize pendingBytes() {
    return results.pendingBytes().compareTo(results.maximumBytes()) >= 0
        ? results.pendingBytes()
        : results.maximumBytes();
  }
}
