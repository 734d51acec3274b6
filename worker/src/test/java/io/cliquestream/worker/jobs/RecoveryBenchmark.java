package io.cliquestream.worker.jobs;

import io.cliquestream.contract.Partitions;
import io.cliquestream.worker.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/**
 * How long jobs wait for their answers when something is killed or moves: the broker (for two
 * seconds), the partitions that a second worker takes over, both workers replaced one after the
 * other as by an upgrade, one of two workers that comes back under the same instance id, and one
 * that does not. At the end the answers are held against the jobs. Broker and workers are processes
 * of their own with the documented defaults; a small job on a graph of every partition is sent
 * every 20 ms. Not a test: run its main. Arguments: rounds, graphs, and {@code restart} for the
 * worker that comes back alone, or {@code join} for the second worker that comes, alone. With
 * {@code -Dcliquestream.launcher=FILE} the workers are {@code FILE serve}, with the start-up that
 * users have, instead of this class path.
 */
final class RecoveryBenchmark {
  private static final int PARTITIONS = 6;
  private static final int GRAPHS = 200;

  /** Until whatever was disturbed runs evenly again. */
  private static final int SETTLE_MILLIS = 10_000;

  /** Longer than a session. */
  private static final int SESSION_MILLIS = 25_000;

  /** As {@link Installation} names the group where topics have no prefix. */
  private static final String GROUP = "workers";

  private static final String LAUNCHER = System.getProperty("cliquestream.launcher", "");
  private static final long PERIOD_MILLIS = 20;
  private static final long AWAY_MILLIS = 2_000;

  /** A committed result, seen by a read_committed reader. */
  private record Seen(String job, int partition, long nanos) {}

  private final ConcurrentLinkedQueue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final Map<String, Sent> sent = new ConcurrentHashMap<>();

  /** A job on its way to the broker. */
  private record Sent(int partition, long nanos) {}

  private final Path folder;
  private final int port;
  private final int graphs;
  private int jobs;

  private RecoveryBenchmark(Path folder, int port, int graphs) {
    this.folder = folder;
    this.port = port;
    this.graphs = graphs;
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    int graphs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : GRAPHS;
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String only = arguments.length > 2 ? arguments[2] : "";
    var benchmark =
        new RecoveryBenchmark(Files.createTempDirectory("cliquestream-recovery"), port, graphs);
    switch (only) {
      case "restart" -> benchmark.run(0, 1, rounds);
      case "join" -> benchmark.run(0, rounds, 0);
      default -> benchmark.run(rounds, 1, rounds);
    }
    System.exit(0);
  }

  /**
   * @param rounds of what happens to the broker and of upgrades
   * @param joins of a second worker, 1 or more; each but the last ends again
   * @param restarts of a worker
   */
  private void run(int rounds, int joins, int restarts) throws Exception {
    ChildProcess broker = broker();
    String bootstrap = "localhost:" + port;
    try (var installation = Installation.on(bootstrap, PARTITIONS);
        var store = new TestGraphs(installation.settings("graphs"));
        var sender = Executors.newSingleThreadScheduledExecutor()) {
      WorkerProcess.putGraphs(store, graphs);
      var _ =
          installation.client.followResults(
              io.cliquestream.client.StartFrom.BEGINNING,
              record -> {
                if (record.hasResult()) {
                  seen.add(
                      new Seen(
                          record.getResult().getJobId(),
                          Partitions.partitionOf(record.getResult().getGraphId(), PARTITIONS),
                          System.nanoTime()));
                }
              });
      ChildProcess one = worker(bootstrap, "one");
      var _ =
          sender.scheduleAtFixedRate(
              () -> submit(installation), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
      Thread.sleep(SETTLE_MILLIS);
      for (int round = 0; round < rounds; round++) {
        broker = restartBroker(broker);
      }
      for (int round = 1; round < joins; round++) {
        join(bootstrap, "two-" + round).terminate();
        // Its partitions are the first's again.
        Thread.sleep(SESSION_MILLIS);
      }
      ChildProcess two = join(bootstrap, "two");
      for (int round = 0; round < rounds; round++) {
        one = replace(bootstrap, one, "one");
        two = replace(bootstrap, two, "two");
      }
      for (int round = 0; round < restarts; round++) {
        one = restartWorker(bootstrap, one);
        Thread.sleep(SETTLE_MILLIS);
      }
      one.kill();
      long killed = System.nanoTime();
      Thread.sleep(SESSION_MILLIS);
      System.out.printf(
          "worker killed for good: longest wait for any result %.2f s%n",
          longestWait(Set.of(), killed, System.nanoTime()));
      sender.shutdown();
      Thread.sleep(SETTLE_MILLIS);
      var answered = new HashSet<String>();
      seen.forEach(result -> answered.add(result.job()));
      System.out.printf(
          "%,d jobs: %d lost, %d doubled%n",
          jobs, jobs - answered.size(), seen.size() - answered.size());
      two.kill();
    } finally {
      broker.kill();
    }
  }

  private ChildProcess join(String bootstrap, String instance) throws Exception {
    long starts = System.nanoTime();
    ChildProcess second = worker(bootstrap, instance);
    Thread.sleep(2 * SETTLE_MILLIS);
    System.out.printf(
        "worker %s joined, %d graphs, its partitions %s: longest wait for any result %.2f s%n",
        instance,
        graphs,
        partitionsOf(bootstrap, instance),
        longestWait(Set.of(), starts, System.nanoTime()));
    return second;
  }

  private ChildProcess broker() {
    var process =
        ChildProcess.start(
            BrokerProcess.class, List.of(), List.of(folder.toString(), Integer.toString(port)));
    process.awaitLine(BrokerProcess.LISTENING);
    return process;
  }

  private static ChildProcess worker(String bootstrap, String instance) {
    if (!LAUNCHER.isEmpty()) {
      var process =
          ChildProcess.ofCommand(
              List.of(
                  LAUNCHER,
                  "serve",
                  "--bootstrap",
                  bootstrap,
                  "--set",
                  "http.port=0",
                  "--set",
                  // A GPU would be opened first.
                  "engine.kind=cpu",
                  "--set",
                  "kafka.group-id=" + GROUP,
                  "--set",
                  "jobs.instance-id=" + instance));
      process.awaitLineWith("taking jobs");
      return process;
    }
    var process = ChildProcess.start(WorkerProcess.class, List.of(), List.of(bootstrap, instance));
    process.awaitLine(WorkerProcess.TAKING_JOBS);
    return process;
  }

  private void submit(Installation installation) {
    int job = jobs++;
    String graph = "complete-" + job % graphs;
    sent.put(
        "recovery-" + job, new Sent(Partitions.partitionOf(graph, PARTITIONS), System.nanoTime()));
    var _ =
        installation.client.submitAsync(Installation.triangles("recovery-" + job, graph).build());
  }

  private ChildProcess restartBroker(ChildProcess broker) throws Exception {
    broker.kill();
    long killed = System.nanoTime();
    Thread.sleep(AWAY_MILLIS);
    ChildProcess again = broker();
    awaitAnswer();
    long answers = System.nanoTime();
    Thread.sleep(SETTLE_MILLIS);
    long first =
        seen.stream()
            .mapToLong(Seen::nanos)
            .filter(nanos -> nanos > killed + TimeUnit.MILLISECONDS.toNanos(AWAY_MILLIS))
            .min()
            .orElse(Long.MAX_VALUE);
    System.out.printf(
        "broker killed and back: answers %.2f s after the kill, first result %.2f s after that%n",
        (answers - killed) / 1e9, (first - answers) / 1e9);
    return again;
  }

  private void awaitAnswer() throws InterruptedException {
    while (true) {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", "localhost:" + port))) {
        var _ =
            admin
                .describeCluster(new DescribeClusterOptions().timeoutMs(200))
                .clusterId()
                .get(1, TimeUnit.SECONDS);
        return;
      } catch (ExecutionException | java.util.concurrent.TimeoutException notYet) {
        Thread.sleep(10);
      }
    }
  }

  private ChildProcess restartWorker(String bootstrap, ChildProcess one) throws Exception {
    Set<Integer> ofOne = partitionsOf(bootstrap, "one");
    Set<Integer> others = new HashSet<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      if (!ofOne.contains(partition)) {
        others.add(partition);
      }
    }
    one.kill();
    long killed = System.nanoTime();
    ChildProcess again = worker(bootstrap, "one");
    long taking = System.nanoTime();
    Thread.sleep(SETTLE_MILLIS);
    long first =
        seen.stream()
            .filter(result -> ofOne.contains(result.partition()) && result.nanos() > killed)
            .mapToLong(Seen::nanos)
            .filter(nanos -> nanos > killed + TimeUnit.MILLISECONDS.toNanos(200))
            .min()
            .orElse(Long.MAX_VALUE);
    System.out.printf(
        "worker killed and back: taking jobs %.2f s after the kill, its partitions %s answered"
            + " after %.2f s; longest wait on the other's %s %.2f s%n",
        (taking - killed) / 1e9,
        ofOne,
        (first - killed) / 1e9,
        others,
        longestWait(others, killed, killed + TimeUnit.SECONDS.toNanos(10)));
    return again;
  }

  /** Ends a worker as an upgrade does, and starts the next in its place. */
  private ChildProcess replace(String bootstrap, ChildProcess worker, String instance)
      throws InterruptedException {
    long told = System.nanoTime();
    worker.terminate();
    long ended = System.nanoTime();
    ChildProcess next = worker(bootstrap, instance);
    long taking = System.nanoTime();
    Thread.sleep(SETTLE_MILLIS);
    System.out.printf(
        "worker %s replaced: ended %.2f s after SIGTERM, the next takes jobs %.2f s after its start;"
            + " longest wait for any result %.2f s%n",
        instance,
        (ended - told) / 1e9,
        (taking - ended) / 1e9,
        longestWait(Set.of(), told, System.nanoTime()));
    return next;
  }

  /**
   * The longest time that a job on some partition, of all when none is named, waited for its
   * committed result, of those that waited for a part of the time given.
   */
  private double longestWait(Set<Integer> partitions, long from, long to) {
    Map<String, Long> answered = new HashMap<>();
    seen.forEach(result -> answered.putIfAbsent(result.job(), result.nanos()));
    double longest = 0;
    for (Map.Entry<String, Sent> job : sent.entrySet()) {
      long end = Math.min(to, answered.getOrDefault(job.getKey(), to));
      if ((partitions.isEmpty() || partitions.contains(job.getValue().partition()))
          && job.getValue().nanos() < to
          && end > from) {
        longest = Math.max(longest, (end - job.getValue().nanos()) / 1e9);
      }
    }
    return longest;
  }

  private static Set<Integer> partitionsOf(String bootstrap, String instance)
      throws IOException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      var partitions = new HashSet<Integer>();
      admin
          .describeConsumerGroups(List.of(GROUP))
          .all()
          .get(30, TimeUnit.SECONDS)
          .get(GROUP)
          .members()
          .stream()
          .filter(member -> member.groupInstanceId().orElse("").equals(instance))
          .forEach(
              member ->
                  member
                      .assignment()
                      .topicPartitions()
                      .forEach(source -> partitions.add(source.partition())));
      return partitions;
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IOException(e);
    }
  }
}
