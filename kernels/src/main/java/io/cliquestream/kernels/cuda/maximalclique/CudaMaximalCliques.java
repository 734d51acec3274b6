package io.cliquestream.kernels.cuda.maximalclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
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
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.part.PartialAnswer;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One maximal clique job on a device: Bron–Kerbosch with pivot below every root of the degree order
 * (Almasri et al., PACT 2023, on bit matrices; see {@code src/main/cuda/maximalclique}).
 *
 * <p>Listed cliques come in the order of their root's rank and, below one root, of the search; that
 * depends on the graph alone. Where the limit ends the list before the last root, the graph is
 * enumerated again for the counts.
 *
 * <p>Memory beside the graph is bounded and set aside before the start: about 50 bytes a vertex and
 * 4 an edge, and up to 1 GiB of matrices and stacks; with less the enumeration takes more rounds
 * and fewer warps. The largest root must fit: a bit for each of its candidates and neighbours.
 */
public final class CudaMaximalCliques extends PlannedJob<Answer.Maximal> implements SharedJob {
  private final CudaLibrary library;
  private final Graph host;
  private final MaximalCliques job;
  private final ListingSink sink;
  private final long budgetBytes;

  /**
   * An enumeration.
   *
   * @param budgetBytes the device's memory budget
   * @param sink takes the cliques, if the job asks for them, on the lane's thread
   */
  public CudaMaximalCliques(
      CudaLibrary library, long budgetBytes, Graph host, MaximalCliques job, ListingSink sink) {
    this.library = library;
    this.host = host;
    this.job = job;
    this.sink = sink;
    this.budgetBytes = budgetBytes;
  }

  /**
   * Whether the host is likely to answer sooner: the graph is smaller than a few launches, or it is
   * a join, whose cliques the host need not meet one by one.
   */
  public static boolean isForTheHost(Graph graph) {
    double vertices = graph.vertexCount();
    double density = graph.edgeCount() / Math.max(1, vertices * (vertices - 1) / 2);
    return graph.edgeCount() < DeviceMaximalPolicy.LEAST_DEVICE_EDGES
        || (density > DeviceMaximalPolicy.DENSE && ComplementParts.larger(graph) > 1);
  }

  /** Host memory of a list while it is given out, at most. */
  public static JobBytes listBytes() {
    long bytes = DeviceMaximalPolicy.LIST_BYTES;
    return new JobBytes(CliqueRecords.heapBytes(bytes), bytes);
  }

  private long workingBytes() {
    return workingBytes(host.vertexCount(), host.edgeCount());
  }

  private long workingBytes(long vertices, long edges) {
    long growing = 64 * vertices + 4 * edges + DeviceGraphMemory.SMALL;
    long sort = DeviceGraphMemory.sortScratch(vertices);
    long list = job.list() ? DeviceMaximalPolicy.LIST_BYTES : 0;
    return Math.min(
        DeviceMaximalPolicy.MOST_WORKING_BYTES + growing + sort + list,
        budgetBytes / DeviceMaximalPolicy.BUDGET_SHARE);
  }

  @Override
  public long bytes(GraphKnowledge known) {
    return workingBytes(known.vertices(), known.edges())
        + DeviceGraphMemory.SMALL
        + SearchGraph.bytes(known);
  }

  /**
   * Enumerates.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED or GRAPH_TOO_LARGE before anything was listed
   */
  @Override
  public Answer.Maximal run(Lane lane, GraphUse use) {
    if (!job.list()) {
      return answer(part(lane, use, Share.alone()).sums());
    }
    begin(use);
    plan("method", "pivoting");
    if (host.edgeCount() == 0) {
      return answer(new TreeMap<>());
    }
    DeviceGraph graph = searchGraph(lane, use);
    return answer(bySize(listed(lane, graph).orElseGet(() -> counted(lane, graph, Share.alone()))));
  }

  /**
   * Counts the maximal cliques of a part; {@link #answer} makes an answer of the sum.
   *
   * @throws IllegalStateException for a job that lists
   */
  @Override
  public PartialAnswer part(Lane lane, GraphUse use, Share share) {
    if (job.list()) {
      throw new IllegalStateException("a listing is not shared");
    }
    begin(use);
    plan("method", "pivoting");
    if (host.edgeCount() == 0) {
      return PartialAnswer.NOTHING;
    }
    DeviceGraph graph = searchGraph(lane, use);
    return PartialAnswer.ofSums(bySize(counted(lane, graph, share)));
  }

  /** The answer that the sum of all parts of a count makes; needs no device. */
  public static Answer.Maximal answer(SortedMap<String, BigInteger> sums) {
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    sums.forEach((size, cliques) -> counts.put(Integer.parseInt(size), cliques));
    BigInteger count = counts.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    return new Answer.Maximal(count, counts);
  }

  /** Sums of a part are named by the cliques' size. */
  private static SortedMap<String, BigInteger> bySize(SortedMap<Integer, BigInteger> counts) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    counts.forEach((size, cliques) -> sums.put(Integer.toString(size), cliques));
    return sums;
  }

  private DeviceGraph searchGraph(Lane lane, GraphUse use) {
    long start = System.nanoTime();
    DeviceGraph graph =
        SearchGraph.of(lane, library, use, workingBytes() + DeviceGraphMemory.SMALL, this::plan);
    prepared(System.nanoTime() - start);
    return graph;
  }

  private Optional<SortedMap<Integer, BigInteger>> listed(Lane lane, DeviceGraph graph) {
    try (var enumeration = open(lane, graph, true)) {
      var bySize = enumeration.list(sink, job.limit());
      describe(enumeration);
      return bySize;
    }
  }

  private SortedMap<Integer, BigInteger> counted(Lane lane, DeviceGraph graph, Share share) {
    try (var enumeration = open(lane, graph, false)) {
      var bySize = enumeration.count(share);
      describe(enumeration);
      return bySize;
    }
  }

  private DeviceEnumeration open(Lane lane, DeviceGraph graph, boolean list) {
    return new DeviceEnumeration(
        lane, library, graph, maximumDegree(), job.minimumSize(), list, workingBytes());
  }

  private long maximumDegree() {
    int most = 0;
    for (int vertex = 0; vertex < host.vertexCount(); vertex++) {
      most = Math.max(most, host.degree(vertex));
    }
    return most;
  }

  private void describe(DeviceEnumeration enumeration) {
    plan("working-bytes", enumeration.workingBytes());
    plan("rounds", enumeration.rounds());
    plan("nodes", enumeration.nodes());
    plan("splits", enumeration.splits());
  }
}
