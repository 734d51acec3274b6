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
import io.cliquestream.kernels.cuda.share.Share;
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
  /** What the first device chooses; there is no other way. */
  private static final String IN_PIECES = "pieces";

  private final Lane lane;
  private final MaximalFunctions functions;
  private final NativeRecord graph;
  private final NativeRecord options;
  private final NativeRecord work;
  private final NativeRecord header;
  private final MemorySegment histogram;
  private final DeviceMemory memory;
  private final long roots;
  private final long listWords;
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
    this.listWords =
        Math.min(DeviceMaximalPolicy.LIST_BYTES, budget / DeviceMaximalPolicy.LIST_SHARE)
            / Integer.BYTES;
    if (list) {
      options.set("list_words", listWords);
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

  /**
   * Counts the cliques of every size, or those of the pieces that this device has of them. The
   * first device begins alone; an enumeration that takes long begins again in pieces if other
   * devices take part.
   */
  SortedMap<Integer, BigInteger> count(Share share) {
    begin();
    if (share.choice().isPresent() || !countAlone(share)) {
      begin();
      countPieces(share);
    }
    return counts();
  }

  /** Counts below all roots; false as soon as other devices may take part. */
  private boolean countAlone(Share share) {
    long start = System.nanoTime();
    for (long first = 0; first < roots; first = header.get("end")) {
      build(first, roots);
      do {
        search(first);
        long nanos = System.nanoTime() - start;
        // The longer it took, the longer it is expected to take: until it is long enough for all.
        if (!ended()
            && nanos >= share.aloneNanos()
            && share.offer(IN_PIECES, DeviceMaximalPolicy.EXPECTED_TIMES * nanos) > 1) {
          return false;
        }
      } while (header.get("pending") != 0);
      keep();
    }
    share.did(0, roots, roots);
    return true;
  }

  private boolean ended() {
    return header.get("pending") == 0 && header.get("end") == roots;
  }

  private void countPieces(Share share) {
    int pieces =
        (int) Math.clamp((long) share.devices() * DeviceMaximalPolicy.PIECES_PER_DEVICE, 1, roots);
    MemorySegment places = lane.host((long) pieces * Integer.BYTES);
    LaneCalls.enqueue(lane, () -> functions.pieces(graph, work, pieces, places, lane.stream()));
    lane.await();
    long done = 0;
    for (int piece = share.take(0, pieces); piece >= 0; piece = share.take(0, pieces)) {
      long end = piece + 1 < pieces ? place(places, piece + 1) : roots;
      for (long first = place(places, piece); first < end; first = header.get("end")) {
        build(first, end - first);
        do {
          search(done);
        } while (header.get("pending") != 0);
        keep();
        done += header.get("end") - first;
      }
    }
    share.did(0, done, roots);
  }

  private static long place(MemorySegment places, int piece) {
    return Integer.toUnsignedLong(places.getAtIndex(ValueLayout.JAVA_INT, piece));
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
      window = nextWindow();
    }
    return Optional.of(counts());
  }

  /** Twice the roots of the round that has ended, or fewer whose cliques are likely to fit. */
  private long nextWindow() {
    double room = DeviceMaximalPolicy.LIST_FILL * listWords / Math.max(1, header.get("listed"));
    long window = (long) (header.get("tasks") * Math.min(2, room));
    return Math.clamp(window, 1, DeviceMaximalPolicy.MOST_LISTED_ROOTS);
  }

  private void begin() {
    reported = 0;
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

  /** A slice of a round that so many roots were done before. */
  private void search(long before) {
    long begun = System.nanoTime();
    LaneCalls.enqueue(
        lane, () -> functions.search(graph, options, work, lane.stopWord(), header, lane.stream()));
    lane.await();
    long taken = header.get("taken");
    long more = Math.max(0, before + taken - reported);
    lane.control().workDone((double) more);
    lane.control().sliceDone(begun, (double) more);
    reported += more;
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
