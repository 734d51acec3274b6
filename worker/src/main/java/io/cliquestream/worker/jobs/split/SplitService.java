package io.cliquestream.worker.jobs.split;

import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything by which this worker splits jobs and computes parts of others', put together; empty
 * where it does not.
 *
 * @param splitter splits the jobs of this worker
 * @param threads to be started and ended with the others; a job to be split starts them, too
 */
public record SplitService(
    JobSplitter splitter,
    SplitPublisher publisher,
    List<TaskComputation> computations,
    List<WatchedThread> threads) {
  private static final Logger LOG = LoggerFactory.getLogger(SplitService.class);

  /**
   * Looks for the topics and an engine that cuts jobs.
   *
   * @param engines the preferred one first
   * @param stuckAfter longer than any call of Kafka's
   * @param lost told when a thread was lost
   * @return empty when this worker splits no jobs, for a reason that is logged
   */
  public static Optional<SplitService> of(
      SplitMeans means,
      Admin admin,
      List<Engine> engines,
      Duration stuckAfter,
      Consumer<Throwable> lost)
      throws InterruptedException {
    JobServiceSettings settings = means.settings();
    if (!settings.split().enabled()) {
      return Optional.empty();
    }
    List<PartKind> kinds = PartKind.of(engines);
    if (kinds.isEmpty()) {
      LOG.info("this worker splits no jobs: its engine does not cut them");
      return Optional.empty();
    }
    String tasks = settings.topics().tasks();
    String partials = settings.topics().partials();
    Map<String, TopicDescription> found;
    try {
      found =
          admin
              .describeTopics(List.of(tasks, partials))
              .allTopicNames()
              .get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.info(
          "this worker splits no jobs: {} and {} are not to be found: {}",
          tasks,
          partials,
          e.toString());
      return Optional.empty();
    }
    if (found.get(partials).partitions().size() != means.jobPartitions()) {
      LOG.warn(
          "this worker splits no jobs: {} has {} partitions, the jobs have {}",
          partials,
          found.get(partials).partitions().size(),
          means.jobPartitions());
      return Optional.empty();
    }
    int taskPartitions = found.get(tasks).partitions().size();
    return Optional.of(open(means, kinds, taskPartitions, stuckAfter, lost));
  }

  private static SplitService open(
      SplitMeans means,
      List<PartKind> kinds,
      int taskPartitions,
      Duration stuckAfter,
      Consumer<Throwable> lost) {
    JobServiceSettings settings = means.settings();
    var notices = new PlanNotices();
    var feed = new SplitFeed(settings, means.clients(), notices, means.metrics());
    var publisher = new SplitPublisher(settings.topics(), means.clients(), taskPartitions);
    var hosts = new ArrayList<TaskRunner>();
    var devices = new ArrayList<TaskRunner>();
    var threads = new ArrayList<WatchedThread>();
    var splitter =
        new JobSplitter(
            means,
            feed,
            publisher,
            () -> hosts.stream().allMatch(TaskRunner::isAlone),
            () -> devices.stream().anyMatch(TaskRunner::isShared),
            () -> threads.forEach(WatchedThread::start));
    threads.add(new WatchedThread("cliquestream-split-feed", stuckAfter, feed, lost));
    var computations = new ArrayList<TaskComputation>();
    for (PartKind kind : kinds) {
      var computation = new TaskComputation(means, kind, notices, splitter::isOwn);
      var runner = new TaskRunner(means, notices, kind, computation, taskPartitions);
      computations.add(computation);
      (kind.device().isEmpty() ? hosts : devices).add(runner);
      String name = kind.device().isEmpty() ? "cliquestream-tasks" : "cliquestream-device-tasks";
      threads.add(new WatchedThread(name, stuckAfter, runner, lost));
    }
    return new SplitService(splitter, publisher, List.copyOf(computations), List.copyOf(threads));
  }

  /** Ends what computes, after the threads were told to leave. */
  public void close() {
    computations.forEach(TaskComputation::close);
    publisher.close();
  }
}
