package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.maxclique.ResidualCliques;
import io.cliquestream.kernels.cpu.maxclique.ResidualCount;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.PlannedJob;
import io.cliquestream.kernels.cuda.graph.SharedJob;
import io.cliquestream.kernels.cuda.graph.derived.SearchGraph;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.part.PartialAnswer;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One maximum clique job on a device, depth first unless the job says otherwise. One clique: greedy
 * cliques in the neighbourhoods with the largest out-degrees, the degree filter and colouring of
 * every root that could still matter, branch and bound over what is left. All of them: the same
 * once more with the clique number as a fixed bound, every clique that reaches it counted and
 * fetched in parts. A dense graph that takes the device long is looked at by the host as a whole:
 * as a vertex cover of its complement where that is sparse, by its orbits where it is symmetric; so
 * are all its maximum cliques, which may be too many to be met one by one.
 *
 * <p>Memory beside the graph is bounded and set aside before the start: with less of it the search
 * takes more rounds. Which of several maximum cliques is the answer for one depends on the order in
 * which the device finds them; all of them are the same on every run.
 */
public final class CudaMaximumClique extends PlannedJob<Answer.Maximum> implements SharedJob {
  /** What the first device chooses; there is no other way. */
  private static final String IN_PARTS = "parts";

  /** Names the sum of all maximum cliques. */
  private static final String CLIQUES = "cliques";

  private final CudaLibrary library;
  private final Graph host;
  private final MaximumClique job;
  private final long workingBytes;

  /**
   * A search.
   *
   * @param budgetBytes the device's memory budget
   * @throws ComputeException OPTION_INVALID when the job names a heuristic, of which the
   *     depth-first search has only its own
   */
  public CudaMaximumClique(CudaLibrary library, long budgetBytes, Graph host, MaximumClique job) {
    if (job.heuristic().isPresent() && !job.isBreadthFirst()) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          "the CUDA engine's depth-first search has its own heuristic; "
              + job.heuristic().get()
              + " is one of the breadth-first search");
    }
    this.library = library;
    this.host = host;
    this.job = job;
    this.workingBytes =
        Math.min(
            job.isBreadthFirst()
                ? DeviceMaximumPolicy.MOST_BREADTH_BYTES
                : DeviceMaximumPolicy.MOST_WORKING_BYTES,
            budgetBytes / DeviceMaximumPolicy.BUDGET_SHARE);
  }

  @Override
  public long bytes(GraphKnowledge known) {
    return workingBytes
        + DeviceGraphMemory.SMALL
        + (job.isBreadthFirst() ? BreadthInput.bytes(known, job) : SearchGraph.bytes(known));
  }

  @Override
  public Answer.Maximum run(Lane lane, GraphUse use) {
    if (!job.isBreadthFirst()) {
      return answer(job, part(lane, use, Share.alone()));
    }
    begin(use);
    plan("search", "breadth-first");
    if (host.vertexCount() == 0) {
      return answer(job, PartialAnswer.NOTHING);
    }
    return breadthFirst(lane, use);
  }

  /**
   * Searches a part, depth first; {@link #answer(MaximumClique, PartialAnswer)} makes an answer of
   * the largest cliques of all parts.
   *
   * @throws IllegalStateException for a breadth-first job
   */
  @Override
  public PartialAnswer part(Lane lane, GraphUse use, Share share) {
    if (job.isBreadthFirst()) {
      throw new IllegalStateException("only a depth-first search is shared");
    }
    begin(use);
    plan("search", "depth-first");
    if (host.vertexCount() == 0) {
      return PartialAnswer.NOTHING;
    }
    if (job.all()) {
      return all(lane, searchGraph(lane, use), share);
    }
    int[] clique = one(lane, searchGraph(lane, use), share);
    return clique.length == 0 && share.choice().isPresent()
        ? PartialAnswer.NOTHING
        : PartialAnswer.ofMaximum(clique.length, new TreeMap<>(), List.of(clique));
  }

  /**
   * The answer that all parts make; needs no device.
   *
   * @param all the largest cliques of all parts, and how many there are where all are wanted
   */
  public static Answer.Maximum answer(MaximumClique job, PartialAnswer all) {
    if (!job.all()) {
      return answer(all.cliqueNumber(), all.listed());
    }
    CliqueCollector smallest = new CliqueCollector(job.limit());
    all.listed().forEach(clique -> smallest.add(clique, clique.length));
    return new Answer.Maximum(
        all.cliqueNumber(),
        all.cliqueNumber(),
        Optional.of(all.sums().getOrDefault(CLIQUES, BigInteger.ZERO)),
        smallest.smallest());
  }

  /**
   * The answer that all parts make of a search for one clique.
   *
   * @param cliques the first is the answer
   */
  public static Answer.Maximum answer(int cliqueNumber, List<int[]> cliques) {
    return new Answer.Maximum(
        cliqueNumber, cliqueNumber, Optional.empty(), cliques.stream().limit(1).toList());
  }

  private DeviceGraph searchGraph(Lane lane, GraphUse use) {
    long start = System.nanoTime();
    DeviceGraph graph =
        SearchGraph.of(lane, library, use, workingBytes + DeviceGraphMemory.SMALL, this::plan);
    prepared(System.nanoTime() - start);
    return graph;
  }

  /**
   * One of the largest cliques that this device finds; none where others have found larger ones.
   */
  private int[] one(Lane lane, DeviceGraph graph, Share share) {
    try (var search = DeviceSearch.forOne(lane, library, graph, workingBytes)) {
      plan("working-bytes", search.workingBytes());
      int[] clique =
          share.choice().isPresent()
              ? inParts(search, share, new int[0], (int) graph.statistics().maximumOutDegree() + 1)
              : largest(lane, search, share);
      plan("roots", search.roots());
      plan("subproblems", search.subproblems());
      plan("nodes", search.nodes());
      return clique;
    }
  }

  private int[] inParts(DeviceSearch search, Share share, int[] known, int upper) {
    SharedParts parts = new SharedParts(search, share, this::verified, known, upper);
    try {
      parts.run();
    } catch (StoppedException e) {
      parts.keep();
      throw e.withPartial(partial(parts.largest(), parts.upper()));
    }
    return parts.largest();
  }

  /**
   * All maximum cliques: one of them first, then the others below the same bound. What takes long
   * then is offered to other devices, which need not search for the clique number any more.
   */
  private PartialAnswer all(Lane lane, DeviceGraph graph, Share share) {
    if (share.choice().isPresent()) {
      return allInParts(lane, graph, share, Integer.parseInt(share.choice().get()));
    }
    int[] clique = one(lane, graph, Share.alone());
    int size = clique.length;
    CliqueCollector collector = new CliqueCollector(job.limit());
    try (var search = DeviceSearch.forAll(lane, library, graph, workingBytes, size, collector)) {
      long start = System.nanoTime();
      search.start();
      if (!search.run(wantsHost() ? 0 : DeviceMaximumPolicy.DEVICE_FIRST_NANOS)) {
        Optional<CliqueCollector> counted = counted(lane, size);
        if (counted.isPresent()) {
          return ofAll(size, counted.get().count(), counted.get());
        }
      }
      if (ends(search, share, Integer.toString(size), start)) {
        plan("nodes-of-all", search.nodes());
        return ofAll(size, BigInteger.valueOf(search.counted()), collector);
      }
    } catch (StoppedException e) {
      throw e.withPartial(new Answer.Maximum(size, size, Optional.empty(), List.of(clique)));
    }
    return allInParts(lane, graph, share, size);
  }

  private PartialAnswer allInParts(Lane lane, DeviceGraph graph, Share share, int size) {
    CliqueCollector collector = new CliqueCollector(job.limit());
    try (var search = DeviceSearch.forAll(lane, library, graph, workingBytes, size, collector)) {
      BigInteger count = new SharedCount(search, share, size).run();
      plan("nodes-of-all", search.nodes());
      return ofAll(size, count, collector);
    } catch (StoppedException e) {
      throw e.withPartial(new Answer.Maximum(size, size, Optional.empty(), List.of()));
    }
  }

  private static PartialAnswer ofAll(int size, BigInteger count, CliqueCollector first) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    sums.put(CLIQUES, count);
    return PartialAnswer.ofMaximum(size, sums, first.smallest());
  }

  /**
   * Goes on with a search until it ends or other devices may have it. The longer it took, the
   * longer it is expected to take: until it is long enough for all.
   *
   * @param start when it began
   * @return whether it ended
   */
  private static boolean ends(DeviceSearch search, Share share, String choice, long start) {
    while (!search.hasEnded()) {
      double nanos = DeviceMaximumPolicy.EXPECTED_TIMES * (System.nanoTime() - start);
      if (share.offer(choice, nanos) > 1) {
        return false;
      }
      boolean mayBeLater = share.mayDivide(Double.MAX_VALUE) > 1;
      var _ = search.run(mayBeLater ? DeviceMaximumPolicy.DEVICE_FIRST_NANOS : Long.MAX_VALUE);
    }
    return true;
  }

  /** Whether the job names a search of the host. */
  private boolean wantsHost() {
    return job.search().filter(choice -> choice != CliqueSearch.DEPTH_FIRST).isPresent();
  }

  private boolean hostMaySearch() {
    return wantsHost()
        || (job.search().isEmpty() && host.vertexCount() <= DeviceMaximumPolicy.MOST_HOST_VERTICES);
  }

  /** All maximum cliques, where the host, looking at the graph as a whole, can count them. */
  private Optional<CliqueCollector> counted(Lane lane, int size) {
    return hostMaySearch()
        ? ResidualCount.of(host, size, job, lane.control(), this::plan)
        : Optional.empty();
  }

  /**
   * One maximum clique: the device's, unless it takes long and the host, looking at the graph as a
   * whole, proves one sooner. What takes long on both is offered to other devices.
   */
  private int[] largest(Lane lane, DeviceSearch search, Share share) {
    int[] clique;
    try {
      boolean asked = wantsHost();
      long start = System.nanoTime();
      search.start();
      boolean ended = search.run(asked ? 0 : DeviceMaximumPolicy.DEVICE_FIRST_NANOS);
      double nanos = System.nanoTime() - start;
      clique = verified(search.witness());
      if (!ended && hostMaySearch()) {
        ResidualCliques found =
            ResidualCliques.larger(host, clique.length, job, lane.control(), this::plan);
        if (found.solved()) {
          return found.clique().length == 0 ? clique : verified(found.clique());
        }
        if (asked) {
          throw new ComputeException(
              FailureCode.GRAPH_TOO_LARGE,
              "too much of the graph is left for a vertex cover beside the GPU's search; the CPU"
                  + " engine covers it neighbourhood by neighbourhood");
        }
      }
      if (ended) {
        return clique;
      }
      while (share.offer(IN_PARTS, DeviceMaximumPolicy.EXPECTED_TIMES * nanos) <= 1) {
        // The longer it took, the longer it is expected to take: until it is long enough for all.
        boolean mayBeLater = share.mayDivide(Double.MAX_VALUE) > 1;
        ended = search.run(mayBeLater ? DeviceMaximumPolicy.DEVICE_FIRST_NANOS : Long.MAX_VALUE);
        clique = verified(search.witness());
        if (ended) {
          return clique;
        }
        nanos = System.nanoTime() - start;
      }
    } catch (StoppedException e) {
      throw e.withPartial(partial(search));
    }
    return inParts(search, share, clique, search.upperBound());
  }

  private Answer.Maximum breadthFirst(Lane lane, GraphUse use) {
    plan("ordering", "degree");
    plan("maximum-out-degree", use.graph().statistics().maximumOutDegree());
    long start = System.nanoTime();
    BreadthInput input = BreadthInput.of(lane, library, use, job, workingBytes);
    prepared(System.nanoTime() - start);
    input.describe(job, this::plan);
    // The paper's search collects every clique as large as the best so far and keeps those of the
    // last size. Where only colors make a search possible, there are too many of the sizes before.
    boolean sizeFirst = job.all() && job.breadthFirst().colorFrom() != 0;
    int[] known = {};
    if (sizeFirst) {
      known = breadthFirst(lane, input, job.forOne(), known).cliques().getFirst();
    }
    return breadthFirst(lane, input, job, known);
  }

  /** One search; {@code known}: a maximum clique where only the others are left to find. */
  private Answer.Maximum breadthFirst(
      Lane lane, BreadthInput input, MaximumClique part, int[] known) {
    int bound = Math.max(0, known.length - 1);
    CliqueCollector collector = new CliqueCollector(part.limit());
    try (var search =
        new BreadthSearch(lane, library, input, workingBytes, bound, part, collector)) {
      plan("working-bytes", search.workingBytes());
      try {
        search.run();
      } catch (StoppedException e) {
        throw e.withPartial(
            known.length == 0
                ? partial(search.witness(), search.upperBound())
                : partial(known, known.length));
      }
      describe(search);
      int[] clique = verified(search.witness());
      if (!part.all()) {
        return new Answer.Maximum(clique.length, clique.length, Optional.empty(), List.of(clique));
      }
      BigInteger found = BigInteger.valueOf(search.counted("found"));
      if (collector.size() != clique.length || !collector.count().equals(found)) {
        throw new ComputeException(
            FailureCode.INTERNAL,
            "the device counted " + found + " cliques and listed " + collector.count());
      }
      return new Answer.Maximum(
          clique.length, clique.length, Optional.of(found), collector.smallest());
    }
  }

  private void describe(BreadthSearch search) {
    plan("heuristic-clique", search.counted("greedy"));
    plan("levels", search.counted("deepest"));
    plan("entries", search.counted("created"));
    plan("peak-entries", search.counted("peak_entries"));
    plan("steps", search.counted("windows"));
    plan("windows-cut", search.counted("cuts"));
    plan("early-exit", search.counted("early_exit") != 0);
  }

  private Answer.Maximum partial(DeviceSearch search) {
    return partial(search.witness(), search.upperBound());
  }

  private Answer.Maximum partial(int[] clique, int upperBound) {
    List<int[]> cliques = clique.length == 0 ? List.of() : List.of(verified(clique));
    return new Answer.Maximum(
        clique.length, Math.max(clique.length, upperBound), Optional.empty(), cliques);
  }

  /** Every clique that leaves here was checked against the host's graph. */
  private int[] verified(int[] clique) {
    if (!CliqueCheck.isClique(host, clique)) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the device found vertices that are no clique");
    }
    return clique;
  }
}
