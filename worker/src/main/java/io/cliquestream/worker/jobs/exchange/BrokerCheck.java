package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.contract.Topics;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.out.RecordLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Looks at the broker before the first job: is it new enough, are the topics there? */
public final class BrokerCheck {
  private static final String TRANSACTION_VERSION = "transaction.version";
  private static final short NEEDED = 2;

  private BrokerCheck() {}

  /**
   * Checks the broker.
   *
   * @return partitions of the jobs topic
   * @throws WorkerException BROKER_UNAVAILABLE when it does not answer or topics are missing, which
   *     may pass; OPTION_INVALID when it is too old or the topics are laid out wrongly
   */
  public static int jobPartitions(Admin admin, Topics topics, Duration limit)
      throws InterruptedException {
    FeatureMetadata features = get(admin.describeFeatures().featureMetadata(), limit, "features");
    FinalizedVersionRange range = features.finalizedFeatures().get(TRANSACTION_VERSION);
    int level = range == null ? 0 : range.maxVersionLevel();
    if (level < NEEDED) {
      throw WorkerException.optionInvalid(
          "the broker's "
              + TRANSACTION_VERSION
              + " is "
              + level
              + "; exactly-once answers need "
              + NEEDED
              + ", which brokers have from 4.0 on (kafka-features.sh upgrade --feature "
              + TRANSACTION_VERSION
              + "="
              + NEEDED
              + ")");
    }
    Map<String, Integer> partitions = new HashMap<>();
    var described = admin.describeTopics(topics.all()).topicNameValues();
    for (var topic : described.entrySet()) {
      TopicDescription description = get(topic.getValue(), limit, "topic " + topic.getKey());
      partitions.put(topic.getKey(), description.partitions().size());
    }
    int jobs = partitions.get(topics.jobs());
    int graphs = partitions.get(topics.graphs());
    if (jobs != graphs) {
      throw WorkerException.optionInvalid(
          topics.jobs()
              + " has "
              + jobs
              + " partitions and "
              + topics.graphs()
              + " "
              + graphs
              + "; they must have equally many, so that jobs meet their graphs");
    }
    return jobs;
  }

  /**
   * What the topics that the worker writes to take in one record. A topic whose settings it may not
   * read counts as one with the broker's default; if it takes less, results fail one by one.
   *
   * @throws WorkerException BROKER_UNAVAILABLE when the broker does not answer; OPTION_INVALID when
   *     a topic takes so little that not even a failure fits
   */
  public static RecordLimits recordLimits(Admin admin, JobServiceSettings settings)
      throws InterruptedException {
    Topics topics = settings.topics();
    int _ = topicBytes(admin, topics.progress(), settings.requestTimeout());
    return RecordLimits.within(
        topicBytes(admin, topics.results(), settings.requestTimeout()),
        topicBytes(admin, topics.deadLetters(), settings.requestTimeout()),
        topicBytes(admin, settings.stateTopic(), settings.requestTimeout()));
  }

  /**
   * Whether there is a topic of alerts, which an installation may be without.
   *
   * @throws WorkerException BROKER_UNAVAILABLE when the broker does not answer
   */
  public static boolean hasAlerts(Admin admin, JobServiceSettings settings)
      throws InterruptedException {
    String topic = settings.topics().alerts();
    try {
      var _ =
          get(
              admin.describeTopics(List.of(topic)).allTopicNames(),
              settings.requestTimeout(),
              "topic " + topic);
      return true;
    } catch (WorkerException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException
          || e.getCause() instanceof AuthorizationException) {
        return false;
      }
      throw e;
    }
  }

  private static int topicBytes(Admin admin, String topic, Duration limit)
      throws InterruptedException {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Config config;
    try {
      config = get(admin.describeConfigs(List.of(resource)).values().get(resource), limit, topic);
    } catch (WorkerException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return RecordLimits.DEFAULT_TOPIC_BYTES;
      }
      throw e;
    }
    int bytes = Integer.parseInt(config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value());
    requireRoom(topic, bytes);
    return bytes;
  }

  private static void requireRoom(String topic, int bytes) {
    if (bytes < RecordLimits.LEAST_TOPIC_BYTES) {
      throw WorkerException.optionInvalid(
          topic
              + " takes records of at most "
              + bytes
              + " bytes; its max.message.bytes must be at least "
              + RecordLimits.LEAST_TOPIC_BYTES);
    }
  }

  private static <T> T get(KafkaFuture<T> answer, Duration limit, String what)
      throws InterruptedException {
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnsupportedVersionException) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_OPTION_INVALID,
            "the broker is too old to tell its " + what + "; it must be of 4.0 or newer",
            e.getCause());
      }
      throw unavailable(what, e.getCause());
    } catch (TimeoutException e) {
      throw unavailable(what, e);
    }
  }

  private static WorkerException unavailable(String what, Throwable cause) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
        "the broker does not tell its " + what + ": " + cause,
        cause);
  }
}
