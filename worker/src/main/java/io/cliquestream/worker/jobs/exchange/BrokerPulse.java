package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker something small every second, so that its death is known within {@value
 * #TIMEOUT_MILLIS} ms and a second, also when no job passes. The poll of a consumer would not tell:
 * it returns nothing, broker or not. In the same breath it asks whether some topics are still
 * there.
 */
public final class BrokerPulse implements WatchedThread.Work {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerPulse.class);
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final int TIMEOUT_MILLIS = 2_000;

  /** A broker that starts may not know all of its topics at once. */
  private static final int LOOKS = 3;

  private final Admin admin;
  private final List<String> topics;

  /** Topics that the broker did not have when it was last asked, by how often in a row. */
  private final Map<String, Integer> misses = new ConcurrentHashMap<>();

  private volatile boolean answers = true;
  private volatile long answeredNanos = System.nanoTime();

  /**
   * @param admin has just been answered
   * @param topics that are looked for
   * @param missing those of them that are not there
   */
  public BrokerPulse(Admin admin, List<String> topics, List<String> missing) {
    this.admin = admin;
    this.topics = List.copyOf(topics);
    missing.forEach(topic -> misses.put(topic, LOOKS));
  }

  /** Whether one of the topics is there; one that is not must have been missed more than once. */
  public boolean hasTopic(String topic) {
    return misses.getOrDefault(topic, 0) < LOOKS;
  }

  /** Whether the broker answered when last asked. */
  public boolean answers() {
    return answers;
  }

  /** Since the broker's last answer. */
  public Duration sinceAnswer() {
    return Duration.ofNanos(Math.max(0, System.nanoTime() - answeredNanos));
  }

  @Override
  public void run(WatchedThread self) throws InterruptedException {
    while (!self.isLeaving()) {
      ask();
      look();
      self.progressed();
      TimeUnit.NANOSECONDS.sleep(PERIOD.toNanos());
    }
  }

  private void look() throws InterruptedException {
    if (!answers) {
      return;
    }
    var asked = admin.describeTopics(topics, new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS));
    for (var topic : asked.topicNameValues().entrySet()) {
      try {
        var _ = topic.getValue().get(2L * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        misses.remove(topic.getKey());
      } catch (ExecutionException | TimeoutException e) {
        // Whoever may not see a topic may not use it either.
        if (e.getCause() instanceof UnknownTopicOrPartitionException
            || e.getCause() instanceof AuthorizationException) {
          missed(topic.getKey());
        }
      }
    }
  }

  private void missed(String topic) {
    if (misses.merge(topic, 1, (before, one) -> Math.min(LOOKS + 1, before + one)) == LOOKS) {
      LOG.warn("the broker has no topic {} that this worker may see", topic);
    }
  }

  private void ask() throws InterruptedException {
    boolean before = answers;
    try {
      var _ =
          admin
              .describeCluster(new DescribeClusterOptions().timeoutMs(TIMEOUT_MILLIS))
              .clusterId()
              .get(2L * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      answeredNanos = System.nanoTime();
      answers = true;
      if (!before) {
        LOG.info("the broker answers again");
      }
    } catch (ExecutionException | TimeoutException e) {
      answers = false;
      if (before) {
        LOG.warn("the broker does not answer: {}", e.toString());
      }
    }
  }
}
