package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker something small every second, so that its death is known within {@value
 * #TIMEOUT_MILLIS} ms and a second, also when no job passes. The poll of a consumer would not tell:
 * it returns nothing, broker or not.
 */
public final class BrokerPulse implements WatchedThread.Work {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerPulse.class);
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final int TIMEOUT_MILLIS = 2_000;

  private final Admin admin;
  private final String optionalTopic;
  private volatile boolean found;
  private volatile boolean answers = true;
  private volatile long answeredNanos = System.nanoTime();

  /**
   * @param admin has just been answered
   * @param optionalTopic looked for until it is found
   * @param found whether it was found already
   */
  public BrokerPulse(Admin admin, String optionalTopic, boolean found) {
    this.admin = admin;
    this.optionalTopic = optionalTopic;
    this.found = found;
  }

  /** Whether the topic that may be missing is there. */
  public boolean hasOptionalTopic() {
    return found;
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
      if (!found) {
        look();
      }
      self.progressed();
      TimeUnit.NANOSECONDS.sleep(PERIOD.toNanos());
    }
  }

  private void look() throws InterruptedException {
    try {
      var _ =
          admin
              .describeTopics(
                  List.of(optionalTopic), new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS))
              .allTopicNames()
              .get(2L * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      found = true;
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("{} is not there", optionalTopic, e);
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
