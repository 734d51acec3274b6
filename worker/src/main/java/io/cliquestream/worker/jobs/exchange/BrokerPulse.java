package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
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
  private volatile boolean answers = true;
  private volatile long answeredNanos = System.nanoTime();

  /**
   * @param admin has just been answered
   */
  public BrokerPulse(Admin admin) {
    this.admin = admin;
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
      self.progressed();
      TimeUnit.NANOSECONDS.sleep(PERIOD.toNanos());
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
