package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.kernels.pattern.InducedConversion;
import io.cliquestream.kernels.pattern.LocalSum;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifFormulas;
import java.math.BigInteger;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;

/**
 * Counts motifs of 3, 4 or 5 vertices by formula.
 *
 * <p>No motif of five vertices is enumerated except 5-cliques and, in pairs of wedges, 5-cycles.
 * Each motif asks for some {@link LocalSum}s, each sum belongs to a {@link MotifPass}, and only the
 * passes that are asked for run. Time is bounded by the wedges (Σ C(d, 2)), each as many words as a
 * row of bits has, the edge-induced diamonds between hubs, the 5-cliques and n·m / 8 at worst for
 * 5-cycles; memory by 16 bytes an edge, some words a vertex and thread, rows of bits of one
 * neighbourhood a thread, and where there are hubs one page of neighbourhoods.
 */
public final class MotifCounter {
  /** What {@link FourCyclePass} and {@link FourCliquePass} add up between them. */
  private static final Set<LocalSum> SMALL =
      EnumSet.of(
          LocalSum.PAIRS_AT_VERTEX,
          LocalSum.TRIPLES_AT_VERTEX,
          LocalSum.WALKS_3,
          LocalSum.TRIANGLES_AT_VERTEX,
          LocalSum.TAILS,
          LocalSum.TRIANGLE_PAIRS_AT_ARC,
          LocalSum.CLIQUES_4,
          LocalSum.CYCLES_4);

  private final CpuJobRun run;
  private final MotifPolicy policy;
  private final SumTable table = new SumTable();

  /** Passes whose sums are final. */
  private final Set<MotifPass> done = EnumSet.noneOf(MotifPass.class);

  /** A counter for one run. */
  public MotifCounter(CpuJobRun run) {
    this(run, MotifPolicy.DEFAULT);
  }

  MotifCounter(CpuJobRun run, MotifPolicy policy) {
    this.run = run;
    this.policy = policy;
  }

  /**
   * Counts motifs of one size.
   *
   * @throws ComputeException GRAPH_TOO_LARGE when largest degree times edges is 2^61 or more
   */
  public Map<Motif, BigInteger> count(Collection<Motif> motifs, Induced induced) {
    return counts(motifs, induced, sums(motifs, induced));
  }

  /**
   * The sums over the run's roots that motifs of one size are counted by, by name.
   *
   * @throws ComputeException GRAPH_TOO_LARGE when largest degree times edges is 2^61 or more
   */
  public SortedMap<String, BigInteger> sums(Collection<Motif> motifs, Induced induced) {
    Set<LocalSum> wanted = wanted(motifs, induced);
    try (RankedGraph graph = RankedGraph.of(run)) {
      new Passes(graph, wanted, table).run();
    }
    SortedMap<String, BigInteger> named = new TreeMap<>();
    wanted.forEach(sum -> named.put(sum.name(), table.value(sum)));
    return named;
  }

  /** After a stop of {@link #count}: those of its counts that only need sums that were final. */
  Map<Motif, BigInteger> counted(Collection<Motif> motifs, Induced induced) {
    List<Motif> known =
        motifs.stream()
            .filter(motif -> needed(List.of(motif), induced).stream().allMatch(this::isFinal))
            .toList();
    return known.isEmpty()
        ? Map.of()
        : counts(known, induced, name -> table.value(LocalSum.valueOf(name)));
  }

  private boolean isFinal(Motif motif) {
    return MotifFormulas.needs(motif).stream().allMatch(sum -> done.contains(MotifPass.of(sum)));
  }

  /**
   * Counts motifs of one size from the sums that parts have found.
   *
   * @param sums over all roots, by name
   * @throws ComputeException INTERNAL when they are not the motifs' sums: parts of another release
   */
  public static Map<Motif, BigInteger> counts(
      Collection<Motif> motifs, Induced induced, SortedMap<String, BigInteger> sums) {
    Set<String> wanted = new TreeSet<>();
    wanted(motifs, induced).forEach(sum -> wanted.add(sum.name()));
    if (!sums.keySet().equals(wanted)) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "parts have found the sums " + sums.keySet() + ", where the motifs need " + wanted);
    }
    return counts(motifs, induced, name -> sums.get(name));
  }

  private static Map<Motif, BigInteger> counts(
      Collection<Motif> motifs, Induced induced, Function<String, BigInteger> sums) {
    MotifFormulas formulas = new MotifFormulas(sum -> sums.apply(sum.name()));
    Map<Motif, BigInteger> counts = new EnumMap<>(Motif.class);
    needed(motifs, induced).forEach(motif -> counts.put(motif, formulas.count(motif)));
    Map<Motif, BigInteger> answer = new EnumMap<>(Motif.class);
    answer.putAll(
        induced == Induced.VERTEX
            ? InducedConversion.ofMotifs(motifs.iterator().next().size()).induced(counts)
            : counts);
    answer.keySet().retainAll(motifs);
    return answer;
  }

  private static Set<LocalSum> wanted(Collection<Motif> motifs, Induced induced) {
    Set<LocalSum> wanted = EnumSet.noneOf(LocalSum.class);
    needed(motifs, induced).forEach(motif -> wanted.addAll(MotifFormulas.needs(motif)));
    return wanted;
  }

  /** The motifs whose edge-induced counts tell those of others. */
  private static Set<Motif> needed(Collection<Motif> motifs, Induced induced) {
    Set<Motif> needed = EnumSet.copyOf(motifs);
    if (induced == Induced.VERTEX) {
      var conversion = InducedConversion.ofMotifs(motifs.iterator().next().size());
      motifs.forEach(motif -> needed.addAll(conversion.neededFor(motif)));
    }
    return needed;
  }

  /** Vertices met in two steps from a root, the work that most passes share. */
  public static IntToDoubleFunction twoSteps(RankedGraph graph, StopMeter meter) {
    int n = graph.vertexCount();
    float[] steps = new float[n];
    for (int v = 0; v < n; v++) {
      meter.work(1 + 2L * graph.degree(v));
      double sum = 0;
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        sum += graph.degree(graph.neighbor(i));
      }
      steps[v] = (float) sum;
    }
    return v -> steps[v];
  }

  /**
   * Steps of a census of up to four vertices on a graph ordered by degree: the wedges below their
   * hub, and for each arc the neighbours before its end. Exact but for the 4-cliques.
   */
  public static double stepsOfFour(Graph graph, OrientedGraph oriented, StopMeter meter) {
    double steps = 0;
    for (int rank = 0; rank < oriented.vertexCount(); rank++) {
      meter.work(2);
      double out = oriented.outDegree(rank);
      double degree = graph.degree(oriented.vertex(rank));
      steps += out * degree - out * (out + 1) / 2 + out * (degree - out);
    }
    return steps;
  }

  /**
   * Most memory of a count: the ranked graph, triangles of each arc, and, where two vertices may be
   * hubs, one page of neighbourhoods off the heap; on it the steps of each root, the pass's row
   * ends, and what each thread has: of all passes one after the other the wedges of eight hubs, or
   * counts and rows of bits with their triangles.
   */
  public static JobBytes bytes(GraphShape graph, int threads, long pageBytes) {
    long n = graph.vertices();
    long m = graph.edges();
    long degree = graph.degeneracyBound();
    long ranked = 8 * (n + 1) + 8 * m;
    long arcs = 8 * m;
    // Triangles are at most m·d/2, and stand on six arcs; a page has one vertex at least, whose
    // neighbours have at most all edges among them.
    double positions = 3.0 * m * degree;
    long most = Math.max(2 * m, pagePositions(MotifPolicy.DEFAULT, pageBytes));
    boolean hubs = graph.maximumDegree() > MotifPolicy.DEFAULT.hubDegree();
    long page = hubs ? (long) Math.min(4 * positions, 4.0 * most) + 16 * m + 8 : 0;
    // |N⁺| rows over the whole neighbourhood, which is at most m/4 bytes; twice as it grows.
    long rows = Math.min(m / 2, degree * (graph.maximumDegree() / 4 + 16)) + 128;
    long triangles = 48 * Math.min(m, degree * degree / 2 + 64);
    long pairs =
        PairPass.bytes(n, Math.min(graph.maximumDegree(), MotifPolicy.DEFAULT.hubDegree()));
    long thread =
        20 * n + 16 * graph.maximumDegree() + rows + triangles + FiveCyclePass.bytes(n) + pairs;
    return new JobBytes(28 * n + (1L << 20) + (threads + 1) * thread, ranked + arcs + page);
  }

  /** Positions of a page of at most so many bytes, or as many as the policy says. */
  private static long pagePositions(MotifPolicy policy, long pageBytes) {
    return Math.max(1, Math.min(policy.pagePositions(), pageBytes / Integer.BYTES));
  }

  /** The passes over one graph. */
  private final class Passes {
    private final RankedGraph graph;
    private final Set<LocalSum> wanted;
    private final SumTable sums;
    private final Set<MotifPass> passes = EnumSet.noneOf(MotifPass.class);
    private final boolean needsTriangles;
    private final IntToDoubleFunction twoSteps;
    private final RootRange roots;
    private final RootChunks chunks;

    Passes(RankedGraph graph, Set<LocalSum> wanted, SumTable sums) {
      this.graph = graph;
      this.wanted = wanted;
      this.sums = sums;
      wanted.forEach(sum -> passes.add(MotifPass.of(sum)));
      this.needsTriangles =
          passes.contains(MotifPass.TRIANGLES)
              || passes.stream().anyMatch(MotifPass::needsTriangles);
      this.twoSteps = twoSteps(graph, run.meter());
      this.roots = run.roots(graph.vertexCount());
      this.chunks = RootChunks.of(roots, twoSteps, run.meter());
      requireSumsFit();
    }

    /** Per-root sums of degree · degree, triangles · degree and walks are kept in 64 bits. */
    private void requireSumsFit() {
      if ((double) graph.maximumDegree() * graph.edgeCount() >= 0x1p61) {
        throw new ComputeException(
            FailureCode.GRAPH_TOO_LARGE,
            "motifs need largest degree times edges below 2^61, not "
                + graph.maximumDegree()
                + " times "
                + graph.edgeCount());
      }
    }

    void run() {
      run.plan("passes", passes.toString().toLowerCase(Locale.ROOT));
      if (isSmall()) {
        runSmall();
      } else {
        runAll();
      }
    }

    /**
     * Whether what is wanted of triangles adds up without the triangles of every arc. Parts have
     * those all the same: what one root adds to a sum must be the same on every engine.
     */
    private boolean isSmall() {
      return passes.contains(MotifPass.TRIANGLES)
          && SMALL.containsAll(wanted)
          && roots.equals(new RootRange(0, graph.vertexCount()));
    }

    /** Two passes beside that over degrees, each over all wedges or arcs once. */
    private void runSmall() {
      boolean edges =
          wanted.contains(LocalSum.TAILS) || wanted.contains(LocalSum.TRIANGLE_PAIRS_AT_ARC);
      boolean cycles = edges || passes.contains(MotifPass.CYCLES);
      boolean degrees = passes.contains(MotifPass.DEGREES);
      run.control()
          .beginPhase(Phase.COMPUTING, chunks.total() * (1 + (cycles ? 1 : 0) + (degrees ? 1 : 0)));
      sumDegrees();
      try (ArcTriangles triangles =
          new ArcTriangles(edges ? graph.arcCount() : 0, run.control().memory())) {
        ArcTriangles arcs = edges ? triangles : null;
        if (cycles) {
          execute(new FourCyclePass(graph, arcs, policy.largestCount(), chunks, sums));
          done.add(MotifPass.CYCLES);
        }
        execute(new FourCliquePass(graph, wanted, arcs, chunks, sums));
        done.addAll(List.of(MotifPass.TRIANGLES, MotifPass.CLIQUES_4));
      }
    }

    private void sumDegrees() {
      if (passes.contains(MotifPass.DEGREES)) {
        execute(new DegreePass(graph, wanted.contains(LocalSum.WALKS_4), chunks, sums));
        done.add(MotifPass.DEGREES);
      }
    }

    private void runAll() {
      CpuJobRun job = MotifCounter.this.run;
      boolean corners = passes.contains(MotifPass.CYCLES_WITH_TRIANGLES);
      boolean fiveCycles = passes.contains(MotifPass.CYCLES_5);
      boolean neighborhoods = passes.contains(MotifPass.PAIR_NEIGHBORHOODS);
      boolean pairs = passes.contains(MotifPass.PAIRS);
      boolean cliques = passes.contains(MotifPass.CLIQUES);
      boolean fourCliques = passes.contains(MotifPass.CLIQUES_4);
      int hubs =
          neighborhoods
              ? PairPass.hubs(graph, policy.hubDegree(), MotifCounter.this.run.meter())
              : 0;
      int rounds =
          (passes.contains(MotifPass.DEGREES) ? 1 : 0)
              + (needsTriangles ? 2 : 0)
              + (fourCliques ? 1 : 0)
              + (cliques ? 1 : 0)
              + (corners ? 1 : 0)
              + (passes.contains(MotifPass.CYCLES) && !corners ? 1 : 0)
              + (fiveCycles ? 1 : 0)
              + (neighborhoods || pairs ? 1 : 0)
              + (hubs > 1 ? 1 : 0);
      job.control().beginPhase(Phase.COMPUTING, chunks.total() * rounds);
      sumDegrees();
      try (ArcTriangles triangles =
          new ArcTriangles(needsTriangles ? graph.arcCount() : 0, job.control().memory())) {
        if (needsTriangles) {
          findTriangles(triangles);
          done.add(MotifPass.TRIANGLES);
        }
        if (fourCliques) {
          execute(new FourCliquePass(graph, EnumSet.of(LocalSum.CLIQUES_4), null, chunks, sums));
          done.add(MotifPass.CLIQUES_4);
        }
        if (cliques) {
          boolean fiveCliques = wanted.contains(LocalSum.CLIQUES_5);
          execute(new CliquePass(graph, triangles, fiveCliques, chunks, sums));
          done.add(MotifPass.CLIQUES);
        }
        if (corners) {
          execute(new CyclePass(graph, triangles, chunks, sums));
          done.addAll(EnumSet.range(MotifPass.CYCLES, MotifPass.CYCLES_WITH_TRIANGLES));
        } else if (passes.contains(MotifPass.CYCLES)) {
          execute(new FourCyclePass(graph, null, policy.largestCount(), chunks, sums));
          done.add(MotifPass.CYCLES);
        }
        if (fiveCycles) {
          execute(new FiveCyclePass(graph, roots, twoSteps, sums, job.meter()));
          done.add(MotifPass.CYCLES_5);
        }
        if (neighborhoods || pairs) {
          ArcTriangles edges = neighborhoods ? triangles : null;
          execute(new PairPass(graph, pairs, edges, hubs, chunks, sums, job.meter()));
          done.add(MotifPass.PAIRS);
        }
        if (hubs > 1) {
          lookBetweenHubs(triangles, hubs);
        }
      }
    }

    /** Any arc's triangles may be those of another part's root, whose sums are the other part's. */
    private void findTriangles(ArcTriangles triangles) {
      RootRange all = new RootRange(0, graph.vertexCount());
      RootChunks every = roots.equals(all) ? chunks : RootChunks.of(all, twoSteps, run.meter());
      execute(new TriangleCountPass(graph, triangles, every));
      execute(new TrianglePass(graph, triangles, chunks, sums));
      if (passes.stream().anyMatch(MotifPass::needsTriangles)) {
        SumTable others = new SumTable();
        for (RootRange range :
            List.of(
                new RootRange(0, roots.first()), new RootRange(roots.end(), graph.vertexCount()))) {
          RootChunks rest = RootChunks.of(range, twoSteps, run.meter());
          execute(new TrianglePass(graph, triangles, rest, others));
        }
      }
    }

    private void lookBetweenHubs(ArcTriangles triangles, int hubs) {
      RootRange own = new RootRange(Math.min(roots.first(), hubs), Math.min(roots.end(), hubs));
      RootChunks first = RootChunks.of(own, twoSteps, run.meter());
      int next = 0;
      while (next < graph.vertexCount()) {
        run.control().checkStopped();
        try (var page =
            new NeighborhoodPage(
                graph,
                triangles,
                next,
                pagePositions(policy, run.control().pageBytes()),
                run.meter(),
                run.control().memory())) {
          int start = next;
          next = page.end();
          RootChunks part =
              RootChunks.of(
                  new RootRange(0, next - start),
                  root -> graph.degree(start + root) * 64.0,
                  run.meter());
          execute(new NeighborhoodPage.Fill(page, part));
          execute(new HubPairPass(graph, hubs, page, first, sums, run.meter()));
        }
      }
    }

    private <S extends RootPass.State> void execute(RootPass<S> pass) {
      run.scheduler().run(run.control(), pass);
    }
  }
}
