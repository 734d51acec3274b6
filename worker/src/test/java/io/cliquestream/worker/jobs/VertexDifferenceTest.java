package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.JobOutcome;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.VertexArrays;
import io.cliquestream.contract.Counts;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.CoreDecomposition;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.ResultScope;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.jobs.exchange.CrashPoint;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Differences by vertex add up to what trying everything gives, while workers are killed. */
@Tag("long")
@Tag("seam")
final class VertexDifferenceTest {
  private static final int VERTICES = 12;
  private static final int CHANGES_PER_ROUND = 4;
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_124L);
  private static final List<CrashPoint> POINTS =
      List.of(
          CrashPoint.INSIDE_TRANSACTION,
          CrashPoint.COMPUTE,
          CrashPoint.AFTER_COMMIT,
          CrashPoint.BEFORE_COMMIT);

  /** A vertex is told of once, and of a difference only with another value than it had. */
  private static void requireNews(VertexArrays known, JobResult run, List<ResultPage> pages) {
    var told = new TreeSet<Long>();
    for (ResultPage page : pages) {
      var some = page.getVertexCounts();
      for (int i = 0; i < some.getVerticesCount(); i++) {
        assertThat(told.add(some.getVertices(i))).isTrue();
        if (run.getDifference().getChangedVerticesOnly()) {
          assertThat(known.counts().getOrDefault(some.getVertices(i), BigInteger.ZERO))
              .as("run %s, vertex %s", run, some.getVertices(i))
              .isNotEqualTo(Counts.toBigInteger(some.getCounts(i)));
        }
      }
    }
  }

  private static JobRequest.Builder job(String jobId) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("graph")
        .setTrigger(Trigger.newBuilder().setEveryVersion(true))
        .setResultScope(ResultScope.RESULT_SCOPE_DIFFERENCE_BY_VERTEX);
  }

  private static Map<Long, BigInteger> counts(EvolvingReference graph, long version, int k) {
    Map<Long, BigInteger> counts = new TreeMap<>();
    for (Set<EvolvingReference.Edge> clique :
        graph.matches(version, Pattern.complete(k), Induced.EDGE)) {
      var ends = new TreeSet<Long>();
      clique.forEach(
          edge -> {
            ends.add(edge.from());
            ends.add(edge.to());
          });
      ends.forEach(vertex -> counts.merge(vertex, BigInteger.ONE, BigInteger::add));
    }
    return counts;
  }

  private static Map<Long, BigInteger> cores(EvolvingReference graph, long version) {
    Map<Long, BigInteger> cores = new TreeMap<>();
    graph
        .coreNumbers(version)
        .forEach((vertex, core) -> cores.put(vertex, BigInteger.valueOf(core)));
    return cores;
  }

  private static Map<Long, Double> coefficients(EvolvingReference graph, long version) {
    Map<Long, Long> degrees = new TreeMap<>();
    for (EvolvingReference.Edge edge : graph.versions.get(version)) {
      degrees.merge(edge.from(), 1L, Long::sum);
      degrees.merge(edge.to(), 1L, Long::sum);
    }
    Map<Long, Double> found = new TreeMap<>();
    counts(graph, version, 3)
        .forEach(
            (vertex, count) -> {
              long degree = degrees.get(vertex);
              found.put(vertex, 2.0 * count.longValueExact() / (degree * (degree - 1)));
            });
    return found;
  }

  private static ChildProcess worker(String bootstrap, List<String> properties) {
    return ChildProcess.start(WorkerProcess.class, properties, List.of(bootstrap));
  }

  @Test
  void differencesByVertexAddUpHoweverOftenTheWorkerIsKilled() {
    String seed = "seed " + SEED;
    var random = new Random(SEED);
    var graph = new EvolvingReference("graph", VERTICES, SEED);
    List<ResultPage> pages = new ArrayList<>();
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, 1);
          var log = new ResultLog(installation.client);
          var _ =
              installation.client.followResults(
                  StartFrom.BEGINNING,
                  record -> {
                    if (record.hasPage()) {
                      synchronized (pages) {
                        pages.add(record.getPage());
                      }
                    }
                  })) {
        graph.snapshot(installation.client, 1, 16);
        try (var worker = worker(bootstrap, List.of())) {
          worker.awaitLine(WorkerProcess.TAKING_JOBS);
          installation.client.submit(
              job("triangles")
                  .setTriangleCount(
                      TriangleCount.newBuilder().setPerVertex(true).setClustering(true))
                  .build());
          installation.client.submit(
              job("cliques")
                  .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4).setPerVertex(true))
                  .build());
          installation.client.submit(
              job("cores")
                  .setCoreDecomposition(CoreDecomposition.newBuilder().setPerVertex(true))
                  .build());
          new CommittedOffsets(installation).awaitAllFinished();
          change(installation, graph, random);
          log.await("triangles", CHANGES_PER_ROUND);
          log.await("cliques", CHANGES_PER_ROUND);
          log.await("cores", CHANGES_PER_ROUND);
        }
        for (CrashPoint point : POINTS) {
          change(installation, graph, random);
          String armed = point + ":" + (1 + random.nextInt(3));
          try (var worker = worker(bootstrap, List.of("-Dcliquestream.crash-point=" + armed))) {
            worker.awaitLine(CrashPoint.ARRIVED);
          }
        }
        int runs = CHANGES_PER_ROUND * (1 + POINTS.size());
        try (var worker = worker(bootstrap, List.of())) {
          worker.awaitLine(WorkerProcess.TAKING_JOBS);
          log.await("triangles", runs);
          log.await("cliques", runs);
          log.await("cores", runs);
          new CommittedOffsets(installation).awaitAllFinished();
        }
        List<ResultPage> all;
        synchronized (pages) {
          all = List.copyOf(pages);
        }
        require(graph, log.of("triangles"), all, version -> counts(graph, version, 3), seed);
        require(graph, log.of("cliques"), all, version -> counts(graph, version, 4), seed);
        require(graph, log.of("cores"), all, version -> cores(graph, version), seed);
      }
    }
  }

  private static void change(Installation installation, EvolvingReference graph, Random random) {
    for (int i = 0; i < CHANGES_PER_ROUND; i++) {
      graph.change(installation.client, 1 + random.nextInt(6));
    }
  }

  private static void require(
      EvolvingReference graph,
      List<JobResult> runs,
      List<ResultPage> pages,
      LongFunction<Map<Long, BigInteger>> wanted,
      String seed) {
    assertThat(runs).hasSize(graph.versions.size() - 1);
    var known = new VertexArrays(VERTICES);
    long version = 1;
    for (JobResult run : runs) {
      assertThat(run.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(run.getGraphVersion()).as(seed).isEqualTo(++version);
      assertThat(run.getDifference().getChangedVerticesOnly()).as(seed).isEqualTo(version > 2);
      List<ResultPage> own =
          pages.stream()
              .filter(p -> p.getJobId().equals(run.getJobId()) && p.getRun() == run.getRun())
              .toList();
      assertThat(own).as(seed).hasSize((int) run.getPageCount());
      requireNews(known, run, own);
      assertThat(known.lay(new JobOutcome(run, own))).isTrue();
      assertThat(known.counts()).as("%s, %s", run, seed).isEqualTo(wanted.apply(version));
      if (run.getJobId().equals("triangles")) {
        assertThat(known.coefficients())
            .as("%s, %s", run, seed)
            .isEqualTo(coefficients(graph, version));
      }
    }
  }
}
