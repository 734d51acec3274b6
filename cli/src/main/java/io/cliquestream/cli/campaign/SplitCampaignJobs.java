package io.cliquestream.cli.campaign;

import io.cliquestream.contract.Counts;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.loadgen.load.AnswerText;
import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.Induced;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.MotifCount;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.VersionSelector;
import java.math.BigInteger;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The split jobs by number, and the one value that each must be answered with. Beside it the result
 * has to say that the job was split: otherwise nothing was tried. Answers are asked for by one
 * thread.
 */
final class SplitCampaignJobs implements ResultLedger.ExpectedAnswers {
  /** Kinds of jobs; each of ten in a row is of another one than its neighbors. */
  static final int KINDS = 8;

  private static final int COMPONENT_KINDS = 8;
  private static final int COPIES = 40;

  /** How long a long job is to take, with all workers at it. */
  private static final double LONG_SECONDS = 15;

  /** Most copies of each kind, however fast the machine is: the graph is published, too. */
  private static final int MOST_LONG_COPIES = 10_000;

  private static final int LONG_KINDS = 4;

  /** Times that the machine's rate is measured: the first one is slower. */
  private static final int RUNS = 3;

  private static final int LISTED = 60_000;
  private static final int LONG_MOTIF = 6;
  private static final int CYCLE = 6;

  private final SplitCampaignPlan plan;
  private final KnownUnion graph;
  private final KnownUnion longGraph;
  private final Map<String, String> known = new HashMap<>();

  SplitCampaignJobs(SplitCampaignPlan plan) {
    this.plan = plan;
    List<KnownGraph> kinds = KnownUnion.kinds(plan.seed(), COMPONENT_KINDS);
    this.graph = new KnownUnion("split", kinds, COPIES);
    List<KnownGraph> longKinds = kinds.subList(0, LONG_KINDS);
    int longCopies =
        plan.longJobs() == 0
            ? 1
            : longCopies(
                new KnownUnion("one", longKinds, 1).connectedSets(LONG_MOTIF),
                setsASecond(longKinds),
                Math.min(plan.workers(), Runtime.getRuntime().availableProcessors()));
    this.longGraph = new KnownUnion("split-long", longKinds, longCopies);
  }

  /** Sets of vertices that one thread counts in a second, measured in the smallest of graphs. */
  private static double setsASecond(List<KnownGraph> kinds) {
    KnownGraph smallest =
        Collections.min(kinds, Comparator.comparingInt(kind -> kind.edges().size()));
    var one = new KnownUnion("one", List.of(smallest), 1);
    try (EdgeArray edges = EdgeArray.narrow()) {
      one.forEachEdge(edges::add);
      try (var engine = new CpuEngine(1);
          var graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        double least = Double.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
          long start = System.nanoTime();
          var _ = engine.run(graph, new io.cliquestream.kernels.job.MotifCensus(LONG_MOTIF));
          least = Math.min(least, (System.nanoTime() - start) / 1e9);
        }
        return one.connectedSets(LONG_MOTIF) / least;
      }
    }
  }

  /**
   * Copies of each kind that take as long as a long job is to take.
   *
   * @param sets in one copy of each
   * @param setsASecond that a thread counts
   * @param threads that count at a time
   */
  static int longCopies(long sets, double setsASecond, int threads) {
    return (int) Math.clamp(LONG_SECONDS * threads * setsASecond / sets, 1, MOST_LONG_COPIES);
  }

  /** Sets of vertices that a long job counts. */
  long longSets() {
    return longGraph.connectedSets(LONG_MOTIF);
  }

  /** What the jobs are about; the second one is for long jobs. */
  List<KnownUnion> graphs() {
    return plan.longJobs() == 0 ? List.of(graph) : List.of(graph, longGraph);
  }

  /** Number of all jobs, long ones included, which come last. */
  int count() {
    return plan.jobs() + 2 * plan.longJobs();
  }

  boolean isLong(int number) {
    return number >= plan.jobs();
  }

  /**
   * The kind of a job: the tenth of ten, which loses a worker, is of the kind of the one before it,
   * which does not, and of another one in each ten.
   */
  int kind(int number) {
    int place = number % SplitCampaignPlan.KILL_EVERY;
    return place >= SplitCampaignPlan.KILL_EVERY - 2
        ? number / SplitCampaignPlan.KILL_EVERY % KINDS
        : place % KINDS;
  }

  JobRequest request(int number) {
    JobRequest.Builder request =
        JobRequest.newBuilder()
            .setJobId(PREFIX + number)
            .setGraphId(isLong(number) ? longGraph.id() : graph.id())
            .setVersion(VersionSelector.newBuilder().setAtLeast(1))
            .setSplit(Split.newBuilder().setParts(plan.parts()));
    if (isLong(number)) {
      return request.setMotifCensus(MotifCensus.newBuilder().setSize(LONG_MOTIF)).build();
    }
    switch (kind(number)) {
      case 0 -> request.setTriangleCount(TriangleCount.newBuilder().setPerVertex(true));
      case 1 -> request.setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(size(number)));
      case 2 -> request.setMaximumClique(MaximumClique.newBuilder().setAll(true).setLimit(3));
      case 3 -> request.setMaximalCliques(MaximalCliques.getDefaultInstance());
      case 4 -> request.setMotifCensus(MotifCensus.newBuilder().setSize(4));
      case 5 -> request.setMotifCensus(MotifCensus.newBuilder().setSize(5));
      case 6 -> request.setPatternMatch(cycle());
      default -> request.setCliqueListing(CliqueListing.newBuilder().setK(3).setLimit(LISTED));
    }
    return request.build();
  }

  private static PatternMatch cycle() {
    PatternMatch.Builder pattern =
        PatternMatch.newBuilder().setInduced(Induced.INDUCED_BY_VERTICES);
    for (int vertex = 0; vertex < CYCLE; vertex++) {
      pattern.addEdges(PatternEdge.newBuilder().setFrom(vertex).setTo((vertex + 1) % CYCLE));
    }
    return pattern.build();
  }

  @Override
  public String fault(int number, JobResult result) {
    String wanted =
        known.computeIfAbsent(
            isLong(number) ? "long" : kind(number) + " " + size(number), _ -> wanted(number));
    String fault = ResultLedger.ExpectedAnswers.fault(result, wanted, found(result));
    if (!fault.isEmpty()) {
      return fault;
    }
    boolean split = result.getPlanMap().containsKey("split-parts");
    return split || result.getStatus() != JobStatus.JOB_STATUS_SUCCEEDED
        ? ""
        : result.getJobId() + ": answered, but not split: " + result.getPlanMap();
  }

  private String wanted(int number) {
    if (isLong(number)) {
      return Long.toString(longSets());
    }
    return switch (kind(number)) {
      case 0 -> Long.toString(graph.cliques(3));
      case 1 -> Long.toString(graph.cliques(size(number)));
      case 2 -> graph.cliqueNumber() + " of " + graph.cliques(graph.cliqueNumber());
      case 3 -> Long.toString(graph.maximalCliques());
      case 4 -> Long.toString(graph.connectedSets(4));
      case 5 -> Long.toString(graph.connectedSets(5));
      case 6 -> Long.toString(graph.chordlessCycles(CYCLE));
      default -> Long.toString(Math.min(LISTED, graph.cliques(3)));
    };
  }

  private static String found(JobResult result) {
    return switch (result.getAnswerCase()) {
      case MAXIMUM_CLIQUE ->
          result.getMaximumClique().getCliqueNumber()
              + " of "
              + Counts.toDecimal(result.getMaximumClique().getMaximumCliqueCount());
      // A set of vertices that hangs together is of one motif.
      case MOTIFS ->
          result.getMotifs().getMotifsList().stream()
              .map(MotifCount::getCount)
              .map(Counts::toBigInteger)
              .reduce(BigInteger.ZERO, BigInteger::add)
              .toString();
      default -> AnswerText.of(result);
    };
  }

  private static int size(int number) {
    return 4 + number % 4;
  }
}
