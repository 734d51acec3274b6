package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.assembly.CliquesBySize;
import io.cliquestream.kernels.assembly.LocalCliqueAnswer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.kclique.local.LocalOrientationSearch;
import io.cliquestream.kernels.cpu.kclique.local.LocalPivotSearch;
import io.cliquestream.kernels.cpu.kclique.local.LocalTotals;
import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.cpu.kclique.plan.KCliquePlanner;
import io.cliquestream.kernels.cpu.kclique.plan.RootCost;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.cpu.kclique.search.LeafHistogram;
import io.cliquestream.kernels.cpu.kclique.search.OrientationSearch;
import io.cliquestream.kernels.cpu.kclique.search.PivotSearch;
import io.cliquestream.kernels.cpu.kclique.search.RootSearch;
import io.cliquestream.kernels.cpu.ranked.EdgeCounts;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.SchedulePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Counts k-cliques on the CPU: for one k, a range or every k, and through each vertex or edge for
 * one k.
 *
 * <p>Every clique is counted below its vertex of largest rank, the root, inside the subgraph
 * induced on the root's out-neighbours, held as a bit matrix. Roots are the unit of work; large
 * subtrees are handed to idle threads. Whether cliques are extended one by one ({@link
 * OrientationSearch}) or by pivoting ({@link PivotSearch}) is sampled by {@link KCliquePlanner}.
 *
 * <p>Memory for each thread with n vertices and largest out-degree D: 4·n bytes for local ids, D²/8
 * for the matrix, at most 3·D²/8 for masks, the leaf histogram (at most 4·(D+2)² bytes), and D²/8
 * for each root with handed-over subtrees, at most 1,024 of which wait. Counts by edge take 8 bytes
 * an edge beside the answer, and at most 4·(D+1)² bytes and 4 MiB for each thread. Answers are
 * exact and the same for any number of threads.
 */
public final class CpuKCliqueCount {
  private final KCliqueCount job;
  private final CpuJobRun run;

  /** By size from 3 on, so far. */
  private final SortedMap<Integer, BigInteger> counts = new TreeMap<>();

  /** Counts of sizes up to this one are exact; those of larger ones may be lower bounds. */
  private int exactTo = 2;

  /** Steps of a search too long for its sample; 0 when the sample told all there is to know. */
  private double predictedSteps;

  private CpuKCliqueCount(KCliqueCount job, CpuJobRun run) {
    this.job = job;
    this.run = run;
  }

  /**
   * Runs the job. A stop leaves the counts of the sizes that were counted, and lower bounds of
   * those under way; so does a range whose larger sizes are hopeless ({@link SmallSizesFirst}). Of
   * counts by vertex or edge it leaves a lower bound of the total.
   *
   * @throws ComputeException OPTION_INVALID when a bounded range spans more than 2^20 sizes, or the
   *     job asks for the paper's kernels; HOPELESS, with the estimate, when ten years would not do
   */
  public static Answer run(KCliqueCount job, CpuJobRun run) {
    check(job);
    CpuKCliqueCount count = new CpuKCliqueCount(job, run);
    return job.local() ? count.local() : count.totals();
  }

  /**
   * Refuses jobs that are not this engine's.
   *
   * @throws ComputeException OPTION_INVALID
   */
  public static void check(KCliqueCount job) {
    Options.require(
        job.largest() == KCliqueCount.ALL
            || job.largest() - job.smallest() < KCliquePolicy.MAXIMUM_RANGE,
        "a range of k may span at most " + KCliquePolicy.MAXIMUM_RANGE + " sizes");
    Options.require(
        !job.tuning().paper(),
        "paper, edges, binary, group and blocks choose among the CUDA engine's kernels");
  }

  /** The time of one thread that a plan's method is predicted to take. */
  public static double nanos(KCliquePlanner.Plan plan) {
    return plan.steps() * KCliquePolicy.STEP_NANOS;
  }

  /**
   * Most memory of a job; the class description says what it is made of. The matrix may be twice as
   * large as needed, as it grows by doubling; the leaf histogram and the pairs of a root half as
   * large again. Waiting parts hold a copy of their root's matrix each where they are wide.
   */
  public static JobBytes bytes(KCliqueCount job, GraphShape graph, int threads) {
    if (job.largest() <= 2) {
      return localBytes(job, graph);
    }
    return localBytes(job, graph).plus(searchBytes(graph, threads, job.perEdge()));
  }

  /** The same for the search alone. */
  static JobBytes searchBytes(GraphShape graph, int threads, boolean pairs) {
    long n = graph.vertices();
    long degree = graph.degeneracyBound();
    long words = degree / Long.SIZE + 1;
    long matrix = Long.BYTES * degree * words;
    long histogram = 6 * (degree + 2) * (degree + 2);
    long thread = 4 * n + 2 * matrix + 3 * matrix + histogram + 256 * degree;
    if (pairs) {
      long paired = Math.min(degree, KCliquePolicy.MOST_PAIRED);
      thread += 8 * paired * paired + 8 * histogram / 6 + (4L << 20);
    }
    long part = 1_024 + (degree > Long.SIZE ? matrix + Long.BYTES * words : 0);
    long chunks = 48L * KCliquePolicy.MAXIMUM_CHUNKS;
    return new JobBytes(
        4 * n + chunks + (threads + 1) * thread + SchedulePolicy.DEFAULT.maximumParts() * part, 0);
  }

  private static JobBytes localBytes(KCliqueCount job, GraphShape graph) {
    long n = graph.vertices();
    long m = graph.edges();
    long offHeap = (job.perEdge() ? 16 * m : 0) + (job.perVertex() ? 16 * n : 0);
    return new JobBytes(job.perEdge() ? 8 * (n + 1) : 0, offHeap);
  }

  /** The cliques of the run's roots, by size from 3 on. The job is for totals. */
  public static SortedMap<Integer, BigInteger> sums(KCliqueCount job, CpuJobRun run) {
    CpuKCliqueCount count = new CpuKCliqueCount(job, run);
    count.count();
    return count.counts;
  }

  private Answer totals() {
    Graph graph = run.graph();
    try {
      if (job.largest() <= 2) {
        run.plan("method", "sizes");
      } else if (graph.vertexCount() > 0) {
        count();
      }
    } catch (StoppedException e) {
      throw CliquesBySize.stopped(e, job, graph, counts, exactTo);
    } catch (ComputeException e) {
      throw counts.isEmpty()
          ? e
          : CliquesBySize.stopped(
              new StoppedException(e.code(), e.getMessage()), job, graph, counts, exactTo);
    }
    return CliquesBySize.answer(job, graph, counts);
  }

  private void count() {
    OrientedGraph graph = run.oriented(job.ordering().orElse(Ordering.DEGENERACY));
    int highest = Math.min(job.largest(), graph.maximumOutDegree() + 1);
    int smallest = Math.max(3, job.smallest());
    if (smallest > highest) {
      run.plan("method", "sizes");
      return;
    }
    KCliqueMethod method = job.method().orElse(null);
    if (method == null) {
      KCliquePlanner planner = new KCliquePlanner(graph, run.control());
      if (smallest < highest) {
        smallest =
            new SmallSizesFirst(planner, run)
                .count(smallest, highest, (k, by) -> count(graph, k, k, by));
        if (smallest > highest) {
          return;
        }
      }
      method = method(planner.plan(smallest, job.largest()));
    }
    run.plan("method", method.name().toLowerCase(Locale.ROOT));
    count(graph, smallest, highest, method);
  }

  /** Whether larger cliques than these may exist. */
  private boolean count(OrientedGraph graph, int smallest, int largest, KCliqueMethod method) {
    switch (method) {
      case PIVOTING -> pivoting(graph, smallest, largest);
      case ORIENTATION -> {
        for (int k = smallest;
            k <= largest && counts.getOrDefault(k - 1, BigInteger.ONE).signum() > 0;
            k++) {
          orientation(graph, k);
        }
      }
    }
    return counts.getOrDefault(largest, BigInteger.ZERO).signum() > 0;
  }

  private void pivoting(OrientedGraph graph, int smallest, int largest) {
    search(
            graph,
            () -> new PivotSearch(graph, smallest, largest),
            search -> addBounds(search.leaves(), smallest, largest))
        .ifPresent(search -> add(search.leaves(), smallest, largest, run.control()));
    exactTo = largest;
  }

  private void add(LeafHistogram leaves, int smallest, int largest, JobControl control) {
    BigInteger[] found = leaves.counts(largest, control);
    for (int k = smallest; k < found.length; k++) {
      counts.put(k, found[k]);
    }
  }

  /** What a pass that was stopped has proven, unless that takes too long to say. */
  private void addBounds(LeafHistogram leaves, int smallest, int largest) {
    try {
      add(leaves, smallest, largest, JobControl.within(KCliquePolicy.BOUNDS_TIME));
    } catch (StoppedException late) {
      counts.tailMap(smallest).clear();
    }
    counts.tailMap(smallest).values().removeIf(count -> count.signum() == 0);
  }

  private void orientation(OrientedGraph graph, int k) {
    Optional<OrientationSearch> found =
        search(
            graph,
            () -> new OrientationSearch(graph, k),
            search -> {
              if (search.total().signum() > 0) {
                counts.put(k, search.total());
              }
            });
    counts.put(k, found.map(OrientationSearch::total).orElse(BigInteger.ZERO));
    exactTo = k;
  }

  /** By vertex or edge; the cliques of a vertex also follow from those of its edges. */
  private Answer local() {
    Graph graph = run.graph();
    int k = job.smallest();
    if (k <= 2 || graph.vertexCount() == 0) {
      run.plan("method", "sizes");
      return LocalCliqueAnswer.withoutSearch(job, graph, run.meter());
    }
    OrientedGraph oriented = run.oriented(job.ordering().orElse(Ordering.DEGENERACY));
    boolean byEdge = job.perEdge();
    try (LocalTotals totals =
        new LocalTotals(
            byEdge ? oriented.edgeCount() : oriented.vertexCount(), run.control().memory())) {
      try {
        switch (localMethod(oriented, k)) {
          case PIVOTING ->
              search(
                  oriented, () -> new LocalPivotSearch(oriented, k, byEdge, totals), search -> {});
          case ORIENTATION ->
              search(
                  oriented,
                  () -> new LocalOrientationSearch(oriented, k, byEdge, totals),
                  search -> {});
        }
      } catch (StoppedException e) {
        // A clique is told to each of its vertices, or edges, once.
        long shares = byEdge ? (long) k * (k - 1) / 2 : k;
        BigInteger total = totals.sum().divide(BigInteger.valueOf(shares));
        throw e.withPartial(Answer.KCliques.partial(new TreeMap<>(Map.of(k, total)), 2));
      }
      CountArray edges = byEdge ? EdgeCounts.of(run, oriented, totals::copy) : null;
      CountArray vertices = null;
      if (job.perVertex()) {
        vertices =
            byEdge
                ? LocalCliqueAnswer.byVertex(graph, k, edges, run.meter())
                : byVertex(oriented, totals);
      }
      return LocalCliqueAnswer.of(
          job, vertices, edges, Parallelism.SEQUENTIAL.until(run.control()));
    }
  }

  private CountArray byVertex(OrientedGraph oriented, LocalTotals totals) {
    StopMeter meter = run.meter();
    CountArray counts = new CountArray(oriented.vertexCount());
    for (int rank = 0; rank < oriented.vertexCount(); rank++) {
      meter.work(8);
      totals.copy(rank, counts, oriented.vertex(rank));
    }
    return counts;
  }

  /** Searches below all roots; what was found until a stop goes to {@code proven}. */
  private <S extends RootSearch<S>> Optional<S> search(
      OrientedGraph graph, Supplier<S> searches, Consumer<S> proven) {
    RootChunks chunks = RootCost.chunks(graph, run);
    // One giant root can be nearly all the work: then steps tell the progress, not roots.
    boolean bySteps = predictedSteps > 0;
    RootWork<S> work =
        new RootWork<>(
            chunks,
            searches,
            bySteps
                ? Optional.of(steps -> run.control().workDone((double) steps))
                : Optional.empty());
    run.control().beginPhase(Phase.COMPUTING, bySteps ? predictedSteps : chunks.total());
    try {
      run.scheduler().run(run.control(), work);
    } catch (StoppedException e) {
      work.result().ifPresent(proven);
      throw e;
    }
    work.result().ifPresent(search -> run.plan("steps", search.steps()));
    return work.result();
  }

  private KCliqueMethod localMethod(OrientedGraph graph, int k) {
    KCliqueMethod method =
        job.method().orElseGet(() -> method(new KCliquePlanner(graph, run.control()).plan(k, k)));
    run.plan("method", method.name().toLowerCase(Locale.ROOT));
    return method;
  }

  private KCliqueMethod method(KCliquePlanner.Plan plan) {
    run.plan("predicted-steps-orientation", Math.round(plan.orientationSteps()));
    run.plan("predicted-steps-pivoting", Math.round(plan.pivotSteps()));
    if (plan.beyondBudget() > 0) {
      predict(plan.beyondBudget());
    }
    return plan.method();
  }

  private void predict(double steps) {
    double seconds = steps * KCliquePolicy.STEP_NANOS / 1e9 / run.scheduler().threadCount();
    run.plan("predicted-seconds", Math.round(seconds));
    KCliqueForecast.requireFeasible(steps, seconds, run.scheduler().threadCount() + " threads");
    predictedSteps = steps;
  }
}
