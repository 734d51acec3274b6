package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.maxclique.dense.CoverChoice;
import io.cliquestream.kernels.cpu.maxclique.dense.Incumbent;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.ResidualPolicy;
import io.cliquestream.kernels.cpu.maxclique.reduction.CoreOrder;
import io.cliquestream.kernels.cpu.maxclique.reduction.DegreeDistribution;
import io.cliquestream.kernels.cpu.maxclique.reduction.GreedyCliques;
import io.cliquestream.kernels.cpu.maxclique.reduction.RootBounds;
import io.cliquestream.kernels.cpu.maxclique.reduction.Survivors;
import io.cliquestream.kernels.cpu.maxclique.reduction.TightSeeds;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.SchedulePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.part.RootRange;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds one maximum clique, or all of them, on the CPU: reduce first, search second.
 *
 * <ol>
 *   <li>A greedy heuristic gives a clique (the lower bound), see {@link GreedyCliques}.
 *   <li>{@link Survivors} drops what cannot be in a larger one, {@link CoreOrder} peels the rest.
 *   <li>By default, greedy cliques in the neighbourhoods of the densest roots raise the bound
 *       again.
 *   <li>What is left is looked at as a whole ({@link ResidualSearch}): where its complement is
 *       sparse it is solved as a vertex cover, where it is symmetric by its orbits. What is solved
 *       so is counted so as well ({@link ResidualCount}).
 *   <li>{@link MaximumCliqueRoots} goes through the roots: thinned bit matrix, colours, branch and
 *       bound.
 * </ol>
 *
 * <p>Nothing of the whole graph is ordered or copied but the survivors, so this job asks for no
 * orientation. Memory: 13 bytes a vertex, the survivors' rows twice, and for each thread one bit
 * matrix of the largest surviving neighbourhood with the levels of its search. All maximum cliques
 * are counted exactly and at most {@code limit} are held for each thread.
 *
 * <p>Which one of several maximum cliques is the answer for one: of the smallest seed when a
 * heuristic found it; else that which a thread proved first.
 */
public final class CpuMaximumClique {
  private final MaximumClique job;
  private final CpuJobRun run;
  private final Graph graph;
  private final JobControl control;
  private final MaximumCliquePolicy policy = MaximumCliquePolicy.DEFAULT;
  private final Incumbent incumbent;
  private final DegreeDistribution degrees;
  private CoreOrder order;
  private RootBounds bounds;
  private CoverChoice cover;
  private volatile int upperBound;
  private volatile MaximumCliqueRoots search;

  /** Vertices that the bounds leave. */
  private volatile long vertices;

  private CpuMaximumClique(MaximumClique job, CpuJobRun run) {
    this(job, run, new Incumbent(job.all()));
  }

  private CpuMaximumClique(MaximumClique job, CpuJobRun run, Incumbent incumbent) {
    this.job = job;
    this.run = run;
    this.graph = run.graph();
    this.control = run.control();
    this.incumbent = incumbent;
    this.degrees = DegreeDistribution.of(graph, control);
  }

  /**
   * Runs the job. A graph without edges, hence without vertices, has clique number 0 and no clique.
   *
   * @throws StoppedException with the best clique and the bounds proven so far
   * @throws ComputeException OPTION_INVALID when the job asks for the breadth-first search
   */
  public static Answer run(MaximumClique job, CpuJobRun run) {
    if (job.isBreadthFirst()) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          "the CPU engine searches depth first; the breadth-first search is the CUDA engine's");
    }
    if (run.graph().vertexCount() == 0) {
      return new Answer.Maximum(
          0, 0, job.all() ? Optional.of(BigInteger.ZERO) : Optional.empty(), List.of());
    }
    CpuMaximumClique solver = new CpuMaximumClique(job, run);
    try {
      Answer answer = solver.solve();
      int size = solver.incumbent.size();
      run.control().bounds(new CliqueBounds(size, size, 0));
      return answer;
    } catch (StoppedException e) {
      run.control().bounds(solver.bounds());
      throw e.withPartial(solver.partial());
    }
  }

  /**
   * Most memory of a job. Once: degrees, orders, cores and bounds (at most 22 arrays of n ints at a
   * time), survivors and their rows by core order (each edge twice in ints, twice while they are
   * made). A thread: the neighbourhood's rows (twice as large while they grow), the search's levels
   * (a set and 64 branches for each word), colour classes and conflicts (three sets of as many
   * classes as candidates), compacted copies of the rows. The residual search and the search for
   * covers have the rows of the complement and their trails, too.
   */
  public static JobBytes bytes(MaximumClique job, GraphShape graph, int threads) {
    long n = graph.vertices();
    long m = graph.edges();
    long degree = graph.degeneracyBound();
    long words = degree / Long.SIZE + 1;
    long rows = Long.BYTES * degree * words;
    long levels = (degree + 2) * (Long.BYTES * words + 4L * Long.SIZE * words + 64);
    long thread = 4 * n + 2 * rows + levels + 6 * rows + 4 * rows + 256 * degree + (1L << 16);
    long cover = 8 * (degree + 1) * (degree + 1) + 128 * degree;
    long found =
        job.all() ? 16 * Math.min(job.limit(), 1L << 20) * (degree + 8) : 16 * (degree + 8);
    long part = 2 * rows + 1_024;
    return new JobBytes(
        88 * n
            + 32 * m
            + (threads + 1) * (thread + cover)
            + found
            + Math.min(SchedulePolicy.DEFAULT.maximumParts(), 64L * threads) * part,
        0);
  }

  /**
   * What is left to search when the heuristics and the looks at the whole have found what they can.
   *
   * @param answer the whole answer, where they found it
   * @param size of the largest clique they found
   * @param clique one of that size, ascending
   * @param costs estimated work of each root of the order that {@code size} makes, by rank; 0 for
   *     those that its bound disposes of
   */
  public record Rest(Optional<Answer.Maximum> answer, int size, int[] clique, double[] costs) {}

  /** Does everything but the search below roots. The graph has an edge. */
  public static Rest reduce(MaximumClique job, CpuJobRun run) {
    CpuMaximumClique solver = new CpuMaximumClique(job, run);
    Optional<Answer.Maximum> answer = solver.reduce();
    int size = solver.incumbent.size();
    if (answer.isPresent()) {
      return new Rest(answer, size, new int[0], new double[0]);
    }
    int target = solver.incumbent.target();
    solver.order(target);
    double[] costs = new double[solver.order.count()];
    for (int root : solver.bounds.roots(target)) {
      double length = solver.order.rows().length(root);
      costs[root] = 1 + length * length;
    }
    return new Rest(answer, size, solver.witness(), costs);
  }

  /**
   * Searches below the run's roots for cliques larger than a known one, or as large when all are
   * wanted.
   *
   * @param orderBound size that {@link #reduce} found, which makes the order of the roots
   * @param knownSize of the largest clique known
   * @return the largest found; clique number 0 when there is none
   */
  public static Answer.Maximum searchRoots(
      MaximumClique job, CpuJobRun run, int orderBound, int knownSize) {
    CpuMaximumClique solver =
        new CpuMaximumClique(job, run, new Incumbent(job.all(), Math.max(orderBound, knownSize)));
    solver.order(job.all() ? orderBound : orderBound + 1);
    solver.cover = CoverChoice.of(job, ResidualPolicy.DEFAULT);
    solver.searchRoots();
    if (job.all()) {
      CliqueCollector found = solver.search.found();
      return new Answer.Maximum(
          found.size(), found.size(), Optional.of(found.count()), found.smallest());
    }
    int[] witness = solver.witness();
    return new Answer.Maximum(
        witness.length,
        witness.length,
        Optional.empty(),
        witness.length == 0 ? List.of() : List.of(witness));
  }

  /**
   * What heuristics and bounds leave, for a forecast.
   *
   * @param order the survivors
   * @param incumbent the largest clique found
   */
  record Bounded(CoreOrder order, RootBounds bounds, Incumbent incumbent) {}

  /** Does what comes before any search. The graph has an edge. */
  static Bounded bounded(MaximumClique job, CpuJobRun run) {
    CpuMaximumClique solver = new CpuMaximumClique(job, run);
    solver.bound();
    return new Bounded(solver.order, solver.bounds, solver.incumbent);
  }

  private void order(int target) {
    Survivors survivors = Survivors.of(graph, degrees.of(), target, control);
    order = CoreOrder.of(survivors, target, control);
    bounds = RootBounds.of(order, control);
  }

  private Answer solve() {
    Optional<Answer.Maximum> found = reduce();
    if (found.isPresent()) {
      return found.get();
    }
    searchRoots();
    int size = incumbent.size();
    if (job.all()) {
      CliqueCollector all = search.found();
      return new Answer.Maximum(size, size, Optional.of(all.count()), all.smallest());
    }
    return new Answer.Maximum(size, size, Optional.empty(), List.of(witness()));
  }

  /** Heuristics and bounds; what they leave is in {@link #order}. */
  private void bound() {
    incumbent.offer(new int[] {0, graph.neighbor(0)}, 2);
    upperBound = degrees.largest() + 1;
    vertices = graph.vertexCount();
    control.watchBounds(this::bounds);
    run.plan("search", "depth-first");
    run.plan("heuristic", job.heuristic().map(GreedyHeuristic::name).orElse("CHOSEN"));
    heuristic();
    run.plan("heuristic-clique", incumbent.size());
    order(incumbent.target());
    upperBound = Math.max(incumbent.size(), Math.min(upperBound, bounds.largest()));
    if (job.heuristic().isEmpty()) {
      MaximumCliqueRoots.greedy(order, bounds, policy, incumbent, control);
      run.plan("heuristic-clique", incumbent.size());
    }
    run.plan("survivors", order.count());
    vertices = order.count();
    cover = CoverChoice.of(job, ResidualPolicy.DEFAULT);
  }

  /** The answer, if it needs no search below roots. */
  private Optional<Answer.Maximum> reduce() {
    bound();
    boolean bounded = bounds.candidates(incumbent.size() + 1) == 0;
    boolean asAWhole = !bounded && residual(order, cover).isSolved();
    if (bounded || asAWhole) {
      upperBound = incumbent.size();
      if (!job.all()) {
        cover.describe(run::plan);
        return Optional.of(
            new Answer.Maximum(upperBound, upperBound, Optional.empty(), List.of(witness())));
      }
    }
    if (asAWhole) {
      Optional<CliqueCollector> counted = counted(order);
      if (counted.isPresent()) {
        cover.describe(run::plan);
        return Optional.of(
            new Answer.Maximum(
                upperBound,
                upperBound,
                Optional.of(counted.get().count()),
                counted.get().smallest()));
      }
    }
    return Optional.empty();
  }

  private void searchRoots() {
    RootRange roots = run.roots(order.count());
    search = new MaximumCliqueRoots(order, bounds, policy, incumbent, cover, job.limit(), roots);
    run.plan("roots", search.rootCount());
    double work = 0;
    for (long chunk = 0; chunk < search.chunkCount(); chunk++) {
      work += search.cost(chunk);
    }
    control.beginPhase(Phase.COMPUTING, work);
    if (search.chunkCount() > 0) {
      run.scheduler().run(control, search);
    }
    cover.describe(run::plan);
  }

  private Optional<CliqueCollector> counted(CoreOrder order) {
    return new ResidualCount(
            incumbent.size(), job, control, run::plan, parts -> run.scheduler().run(control, parts))
        .of(order);
  }

  private ResidualSearch residual(CoreOrder order, CoverChoice cover) {
    return new ResidualSearch(
        job,
        order,
        incumbent,
        cover,
        control,
        run::plan,
        parts -> run.scheduler().run(control, parts));
  }

  private void heuristic() {
    if (job.heuristic().isEmpty()) {
      TightSeeds.run(
          graph,
          degrees.of(),
          degrees.ascending(control),
          incumbent,
          graph.edgeCount() / policy.tightSeedDivisor(),
          control);
      run.plan("tight-clique", incumbent.size());
      richClub();
      return;
    }
    switch (job.heuristic().get()) {
      case NONE -> {}
      case SINGLE_RUN_DEGREE -> single(degrees.of());
      case SINGLE_RUN_CORE -> single(cores());
      case MULTI_RUN_DEGREE -> multi(degrees.of());
      case MULTI_RUN_CORE -> multi(cores());
    }
  }

  private void single(int[] keys) {
    int seed = 0;
    for (int v = 1; v < keys.length; v++) {
      if (keys[v] > keys[seed]) {
        seed = v;
      }
    }
    int[] clique = new GreedyCliques(graph, keys).grow(seed, 0);
    incumbent.offer(clique, clique.length);
  }

  private void multi(int[] keys) {
    GreedyCliques greedy = new GreedyCliques(graph, keys);
    control.beginPhase(Phase.COMPUTING, keys.length);
    run.scheduler().run(control, greedy);
    incumbent.offer(greedy.largest(), greedy.largest().length);
  }

  /**
   * Cliques among the vertices of largest degree (the rich club): first of those that have a small
   * share of all arcs, then of a larger one. A large clique has nothing but vertices of large
   * degree, so it is often found after a look at a small part of the graph. Ends when no larger
   * clique can have a vertex outside, or when the club is no small part of what would survive
   * anyhow.
   */
  private void richClub() {
    int above = degrees.largest() + 1;
    for (int divisor : policy.richClubDivisors()) {
      long room = 2 * graph.edgeCount() / divisor;
      if (degrees.arcsFrom(incumbent.target()) < policy.richClubShare() * room) {
        return;
      }
      int least = Math.max(incumbent.target(), degrees.leastWithin(room));
      if (least < above) {
        above = least;
        int target = incumbent.target();
        Survivors club = Survivors.of(graph, degrees.of(), target, least, control);
        CoreOrder order = CoreOrder.of(club, target, control);
        MaximumCliqueRoots.greedy(order, RootBounds.of(order, control), policy, incumbent, control);
      }
      if (incumbent.size() >= above) {
        return;
      }
    }
  }

  private int[] cores() {
    Survivors all = Survivors.of(graph, degrees.of(), 2, control);
    CoreOrder order = CoreOrder.of(all, 2, control);
    int[] cores = new int[graph.vertexCount()];
    for (int r = 0; r < order.count(); r++) {
      cores[order.vertices()[r]] = order.cores()[r];
    }
    return cores;
  }

  private int[] witness() {
    int[] witness = incumbent.witness();
    Arrays.sort(witness);
    return witness;
  }

  /** As proven so far. */
  private CliqueBounds bounds() {
    MaximumCliqueRoots roots = search;
    int size = incumbent.size();
    int upper = roots == null ? upperBound : Math.min(upperBound, roots.upperBound());
    return new CliqueBounds(size, Math.max(size, upper), roots == null ? vertices : roots.left());
  }

  private Answer partial() {
    CliqueBounds proven = bounds();
    return new Answer.Maximum(
        proven.lower(),
        proven.upper(),
        Optional.empty(),
        proven.lower() == 0 ? List.of() : List.of(witness()));
  }
}
