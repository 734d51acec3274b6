package io.cliquestream.worker.broker;

import io.cliquestream.contract.Topics;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes the topics of an installation; those that exist stay as they are. */
public final class TopicCreation {
  private TopicCreation() {}

  /**
   * Makes every topic that is missing.
   *
   * @param partitions of graphs, jobs, results and progress, 1 or more
   * @param replicationFactor copies of every partition
   * @return the names of the topics that were made
   * @throws WorkerException BROKER_UNAVAILABLE when the broker does not answer within the limit
   */
  public static List<String> create(
      Admin admin, Topics topics, int partitions, short replicationFactor, Duration limit) {
    var wanted =
        List.of(
            topic(topics.graphs(), partitions, replicationFactor, true),
            topic(topics.jobs(), partitions, replicationFactor, false),
            // One partition: every worker reads all of it.
            topic(topics.control(), 1, replicationFactor, false),
            topic(topics.results(), partitions, replicationFactor, false),
            topic(topics.progress(), partitions, replicationFactor, false),
            topic(topics.deadLetters(), 1, replicationFactor, false));
    var made = new ArrayList<String>();
    var answers = admin.createTopics(wanted).values();
    for (NewTopic topic : wanted) {
      try {
        answers.get(topic.name()).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        made.add(topic.name());
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw unavailable(topic, e.getCause());
        }
      } catch (TimeoutException e) {
        throw unavailable(topic, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw unavailable(topic, e);
      }
    }
    return made;
  }

  private static NewTopic topic(
      String name, int partitions, short replicationFactor, boolean compacted) {
    return new NewTopic(name, partitions, replicationFactor)
        .configs(
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                compacted
                    ? TopicConfig.CLEANUP_POLICY_COMPACT
                    : TopicConfig.CLEANUP_POLICY_DELETE));
  }

  private static WorkerException unavailable(NewTopic topic, Throwable cause) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
        "the topic " + topic.name() + " could not be made: " + cause,
        cause);
  }
}
