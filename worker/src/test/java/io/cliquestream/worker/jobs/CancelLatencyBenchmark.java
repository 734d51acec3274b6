package io.cliquestream.worker.jobs;

import io.cliquestream.client.JobOutcome;
import io.cliquestream.client.StartFrom;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.metrics.Metric;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How soon a cancel ends a running job, for every kind of job: inside the worker, from the moment
 * the control record is acted on to the moment the engine has let go; and at the client, from the
 * call of cancel to the committed result. Each job would run for much longer; it is cancelled at a
 * random moment of its computation. Not a test: run its main. Arguments: cancels of each kind, and
 * optionally a DIMACS graph file for the maximum clique.
 */
final class CancelLatencyBenchmark {
  private static final long SEED = 20_260_729L;
  private static final int WARM_UP = 3;
  private static final int LONGEST_RUN_MILLIS = 150;

  /** Dense: cliques and patterns without end. */
  private static final String HARD = "hard";

  /** Dense and larger: seconds of triangles. */
  private static final String LARGE = "large";

  private static final String DIMACS = "dimacs";

  private CancelLatencyBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int cancels = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
    Path dimacs = arguments.length > 1 ? Path.of(arguments[1]) : null;
    try (var installation = Installation.open(1);
        var worker =
            TestWorker.start(
                installation.settings("cancels", Map.of("jobs.progress-interval", "10ms")),
                store -> {
                  store.put(HARD, 1, random(400, 0.87));
                  store.put(LARGE, 1, random(6_000, 0.5));
                  store.put(DIMACS, 1, dimacs == null ? random(400, 0.87) : read(dimacs));
                })) {
      var random = new SplittableRandom(SEED);
      System.out.println("| job | p50 | p99 | largest | at the client, p50 | p99 |");
      System.out.println("|---|---|---|---|---|---|");
      for (var kind : kinds().entrySet()) {
        for (int run = 0; run < WARM_UP; run++) {
          cancel(installation, worker, kind.getValue(), random);
        }
        long[] inside = new long[cancels];
        long[] outside = new long[cancels];
        int done = 0;
        for (int run = 0; run < cancels; run++) {
          long[] nanos = cancel(installation, worker, kind.getValue(), random);
          if (nanos.length > 0) {
            inside[done] = nanos[0];
            outside[done++] = nanos[1];
          }
        }
        print(kind.getKey(), Arrays.copyOf(inside, done), Arrays.copyOf(outside, done));
      }
    }
    // The shared broker's threads would keep the process alive.
    System.exit(0);
  }

  private static Map<String, JobRequest.Builder> kinds() {
    var kinds = new LinkedHashMap<String, JobRequest.Builder>();
    kinds.put(
        "triangles, per vertex and edge",
        on(LARGE).setTriangleCount(TriangleCount.newBuilder().setPerVertex(true).setPerEdge(true)));
    kinds.put(
        "k-cliques, every k", on(HARD).setKCliqueCount(KCliqueCount.newBuilder().setAllK(true)));
    kinds.put(
        "k-cliques, k = 9, orientation",
        on(HARD)
            .setKCliqueCount(
                KCliqueCount.newBuilder()
                    .setSmallestK(9)
                    .setMethod(io.cliquestream.v1.KCliqueMethod.K_CLIQUE_METHOD_ORIENTATION)));
    kinds.put("maximum clique", on(DIMACS).setMaximumClique(MaximumClique.getDefaultInstance()));
    kinds.put(
        "maximum cliques, all",
        on(DIMACS).setMaximumClique(MaximumClique.newBuilder().setAll(true).setLimit(1_000)));
    kinds.put(
        "maximal cliques",
        on(HARD).setMaximalCliques(MaximalCliques.newBuilder().setMinimumSize(1)));
    kinds.put(
        "motifs of 5 vertices", on(LARGE).setMotifCensus(MotifCensus.newBuilder().setSize(5)));
    PatternMatch.Builder cycle = PatternMatch.newBuilder();
    for (int vertex = 0; vertex < 7; vertex++) {
      cycle.addEdges(PatternEdge.newBuilder().setFrom(vertex).setTo((vertex + 1) % 7));
    }
    kinds.put("match, cycle of 7", on(HARD).setPatternMatch(cycle));
    kinds.put(
        "list-cliques, k = 30",
        on(HARD).setCliqueListing(CliqueListing.newBuilder().setK(30).setLimit(1_000)));
    return kinds;
  }

  private static JobRequest.Builder on(String graphId) {
    return JobRequest.newBuilder().setGraphId(graphId);
  }

  /** One job, cancelled; nanoseconds inside and at the client, or nothing if it ended before. */
  private static long[] cancel(
      Installation installation,
      TestWorker worker,
      JobRequest.Builder kind,
      SplittableRandom random)
      throws Exception {
    String jobId = "cancel-" + random.nextLong(Long.MAX_VALUE);
    var timer = worker.registry.get(Metric.JOBS_CANCEL.text()).timer();
    double before = timer.totalTime(TimeUnit.NANOSECONDS);
    var computing = new CompletableFuture<Void>();
    CompletableFuture<JobOutcome> outcome = installation.client.expect(jobId);
    try (var _ =
        installation.client.followProgress(
            jobId,
            StartFrom.BEGINNING,
            progress -> {
              if (progress.getPhase() == JobPhase.JOB_PHASE_COMPUTING
                  || progress.getPhase() == JobPhase.JOB_PHASE_ENDED) {
                computing.complete(null);
              }
            })) {
      installation.client.submit(kind.setJobId(jobId).build());
      computing.get(60, TimeUnit.SECONDS);
    }
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(LONGEST_RUN_MILLIS)));
    long start = System.nanoTime();
    installation.client.cancel(jobId, "measured");
    JobStatus status = outcome.get(60, TimeUnit.SECONDS).result().getStatus();
    long outside = System.nanoTime() - start;
    double inside = timer.totalTime(TimeUnit.NANOSECONDS) - before;
    return status == JobStatus.JOB_STATUS_CANCELLED && inside > 0
        ? new long[] {(long) inside, outside}
        : new long[0];
  }

  private static void print(String kind, long[] inside, long[] outside) {
    Arrays.sort(inside);
    Arrays.sort(outside);
    if (inside.length == 0) {
      System.out.printf("| %s | ended before it was cancelled | | | | |%n", kind);
      return;
    }
    System.out.printf(
        "| %s (%d) | %.1f ms | %.1f ms | %.1f ms | %.1f ms | %.1f ms |%n",
        kind,
        inside.length,
        at(inside, 0.5),
        at(inside, 0.99),
        at(inside, 1),
        at(outside, 0.5),
        at(outside, 0.99));
  }

  private static double at(long[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1, Math.round(share * (sorted.length - 1)))] / 1e6;
  }

  private static long[] random(int vertices, double density) {
    var random = new SplittableRandom(SEED);
    long[] ends = new long[(int) (vertices * (long) vertices)];
    int used = 0;
    for (int v = 0; v < vertices; v++) {
      for (int w = 0; w < v; w++) {
        if (random.nextDouble() < density) {
          ends[used++] = v;
          ends[used++] = w;
        }
      }
    }
    return Arrays.copyOf(ends, used);
  }

  private static long[] read(Path file) {
    try (EdgeArray edges =
        GraphFiles.read(
            file, GraphFileFormat.AUTO, ReadLimits.defaults(), JobControl.unbounded())) {
      long[] ends = new long[Math.toIntExact(2 * edges.size())];
      for (int edge = 0; edge < edges.size(); edge++) {
        ends[2 * edge] = edges.from(edge);
        ends[2 * edge + 1] = edges.to(edge);
      }
      return ends;
    }
  }
}
