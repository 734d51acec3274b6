package io.cliquestream.kernels.cuda.maximalclique;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.MaximalFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One run of the device's enumeration: rounds of roots, each followed by time slices until its
 * subproblems are done. After every slice the lane waits, so that other lanes get their turn and a
 * stop is heeded within a slice.
 *
 * <p>While cliques are listed, a round whose cliques do not fit the list begins again with half the
 * roots; a single root whose cliques do not fit pauses until they are fetched. Either way they
 * reach the sink in the order of their roots and, below one root, of the search.
 */
final class DeviceEnumeration implements AutoCloseable {
  private final Lane lane;
  private final MaximalFunctions functions;
  private final NativeRecord graph;
  private final NativeRecord options;
  private final NativeRecord work;
  private final NativeRecord header;
  private final MemorySegment histogram;
  private final DeviceMemory memory;
  private final long roots;
  private long rounds;

  /** Roots that progress knows of; a round that begins again does not count twice. */
  private long reported;

  /**
   * An enumeration.
   *
   * @param maximumDegree an upper bound of all degrees
   * @param budget most bytes of device memory that it takes
   * @throws ComputeException JOB_MEMORY_EXCEEDED when the budget is too small, GRAPH_TOO_LARGE for
   *     an out-degree past the kernels' bound
   */
  DeviceEnumeration(
      Lane lane,
      CudaLibrary library,
      DeviceGraph graph,
      long maximumDegree,
      int minimumSize,
      boolean list,
      long budget) {
    this.lane = lane;
    this.functions = library.maximal();
    this.graph = graph.record();
    this.roots = this.graph.get("active");
    Arena arena = Arena.ofAuto();
    this.work = library.allocate("cs_maximal_work", arena);
    this.options = library.allocate("cs_maximal_options", arena).set("minimum_size", minimumSize);
    if (list) {
      options.set("list_words", DeviceMaximalPolicy.LIST_BYTES / Integer.BYTES);
    }
    long outDegree = graph.statistics().maximumOutDegree();
    NativeRecord sizes = library.allocate("cs_maximal_sizes", arena);
    if (!functions.plan(this.graph, outDegree, maximumDegree, options, budget, sizes)) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the enumeration of maximal cliques needs more than "
              + budget
              + " bytes of device memory beside the graph");
    }
    var layout = library.layout("cs_maximal_header");
    this.header = new NativeRecord(layout, lane.host(layout.bytes()));
    this.histogram = lane.host((sizes.get("max_out_degree") + 2) * Long.BYTES);
    this.memory = lane.allocate(sizes.get("bytes"));
    functions.bind(memory.address(), this.graph, options, sizes, work);
  }

  /** Counts the cliques of every size. */
  SortedMap<Integer, BigInteger> count() {
    begin();
    for (long first = 0; first < roots; first = header.get("end")) {
      build(first, roots);
      do {
        search(first);
      } while (header.get("pending") != 0);
      keep();
    }
    return counts();
  }

  /**
   * Counts, and gives cliques to a sink.
   *
   * @param limit most cliques given; when it is reached before the end, there are no counts
   * @return the counts, unless the limit ended the enumeration
   */
  Optional<SortedMap<Integer, BigInteger>> list(ListingSink sink, long limit) {
    begin();
    long left = limit;
    long window = DeviceMaximalPolicy.FIRST_LISTED_ROOTS;
    for (long first = 0; first < roots; ) {
      build(first, window);
      boolean again = false;
      do {
        search(first);
        if (header.get("list_full") != 0) {
          if (header.get("tasks") > 1) {
            again = true;
            break;
          }
          left -= give(sink, left);
          if (left == 0) {
            return Optional.empty();
          }
          LaneCalls.enqueue(lane, () -> functions.listTaken(work, lane.stream()));
        }
      } while (header.get("pending") != 0);
      if (again) {
        window = header.get("tasks") / 2;
        continue;
      }
      keep();
      first = header.get("end");
      left -= give(sink, left);
      if (left == 0 && first < roots) {
        return Optional.empty();
      }
      window = Math.min(2 * window, DeviceMaximalPolicy.MOST_LISTED_ROOTS);
    }
    return Optional.of(counts());
  }

  private void begin() {
    LaneCalls.enqueue(lane, () -> functions.start(graph, options, work, lane.stream()));
    lane.control().beginPhase(Phase.COMPUTING, (double) roots);
  }

  private void build(long first, long window) {
    rounds++;
    int place = (int) first;
    int most = (int) Math.min(window, roots - first);
    LaneCalls.enqueue(
        lane,
        () -> functions.build(graph, options, work, place, most, lane.stopWord(), lane.stream()));
  }

  private void search(long first) {
    LaneCalls.enqueue(
        lane, () -> functions.search(graph, options, work, lane.stopWord(), header, lane.stream()));
    lane.await();
    long taken = header.get("taken");
    if (first + taken > reported) {
      lane.control().workDone((double) (first + taken - reported));
      reported = first + taken;
    }
    lane.control().partialCount(BigInteger.valueOf(header.get("found")));
  }

  private void keep() {
    LaneCalls.enqueue(lane, () -> functions.keep(work, lane.stream()));
  }

  private SortedMap<Integer, BigInteger> counts() {
    LaneCalls.enqueue(lane, () -> functions.histogram(work, histogram, lane.stream()));
    lane.await();
    SortedMap<Integer, BigInteger> bySize = new TreeMap<>();
    for (int size = 1; size < histogram.byteSize() / Long.BYTES; size++) {
      long cliques = histogram.getAtIndex(ValueLayout.JAVA_LONG, size);
      if (cliques != 0) {
        bySize.put(size, BigInteger.valueOf(cliques));
      }
    }
    return bySize;
  }

  private long give(ListingSink sink, long limit) {
    long words = header.get("listed");
    if (words == 0) {
      return 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment list = arena.allocate(words * Integer.BYTES, Long.BYTES);
      lane.download(memory, work.get("list") - memory.address(), list);
      CliqueRecords records = new CliqueRecords(list);
      int given = 0;
      for (; given < records.count() && given < limit; given++) {
        lane.control().checkStopped();
        sink.accept(records.clique(given));
      }
      return given;
    }
  }

  /** Rounds of roots, those begun again included. */
  long rounds() {
    return rounds;
  }

  /** Nodes of the search trees. */
  long nodes() {
    return header.get("nodes");
  }

  /** Subtrees handed over between warps. */
  long splits() {
    return header.get("splits");
  }

  /** Device bytes in use. */
  long workingBytes() {
    return memory.bytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
