package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.driver.LaunchShape;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.EnumerateFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.library.RecordLayout;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning.Choice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * One enumeration on a device, as a sequence of time slices. After every slice the lane waits, so
 * that other lanes get their turn, a stop is heeded and progress is told; between two slices the
 * search rests in the warps' slots.
 *
 * <p>Listed matches are copied to the lane's page behind the slice that found them. The next slice
 * is enqueued behind the copy, and runs while the sink takes the page. A sink that is slower than
 * the device lets it rest after that one slice: two lists of matches are all that waits.
 */
final class EnumerationRun implements AutoCloseable {
  /** Takes the matches that slices have listed. */
  interface Matches {
    /** For runs that list nothing. */
    Matches NONE =
        new Matches() {
          @Override
          public boolean wantsMoreThan(long fetched) {
            return true;
          }

          @Override
          public void take(MemorySegment ids, long count, int vertices) {}
        };

    /** Whether matches are still wanted when so many more have been taken. */
    boolean wantsMoreThan(long fetched);

    /** Takes matches, each {@code vertices} ids in the pattern's order. */
    void take(MemorySegment ids, long count, int vertices);
  }

  /** Enqueues one slice. */
  @FunctionalInterface
  interface Slice {
    /** Enqueues it; the header lies in pinned memory. */
    void enqueue(NativeRecord graph, NativeRecord work, NativeRecord header);
  }

  private static final int WARP = 32;

  private final Lane lane;
  private final EnumerateFunctions functions;
  private final NativeRecord graph;
  private final NativeRecord plan;
  private final NativeRecord work;
  private final RecordLayout sliceOptions;

  /** Of two slices in turn: one is read while the next one's arrives. */
  private final NativeRecord[] headers = new NativeRecord[2];

  private final DeviceMemory memory;
  private final int vertices;
  private NativeRecord header;

  /**
   * Allocates a run, whose memory was {@link GraphUse#require required}.
   *
   * @param plan the C library's {@code cs_enumerate_plan}
   * @param limit most matches that are wanted, of a plan that lists
   * @param tuning what the job forces
   */
  EnumerationRun(
      Lane lane,
      CudaLibrary library,
      EnumerationGraph symmetric,
      NativeRecord plan,
      long limit,
      EnumerationTuning tuning) {
    this.lane = lane;
    this.functions = library.enumerate();
    this.graph = symmetric.record();
    this.plan = plan;
    this.vertices = (int) plan.get("vertices");
    NativeRecord options = options(library, plan, limit, tuning);
    if (options.get("list_capacity") > 0) {
      lane.page().reserve(options.get("list_capacity") * vertices * Integer.BYTES);
    }
    int degree = symmetric.degrees().maximumDegree();
    long bytes = fitted(lane, library, symmetric, plan, options);
    this.work = library.allocate("cs_enumerate_work", Arena.ofAuto());
    this.sliceOptions = options.layout();
    var layout = library.layout("cs_enumerate_header");
    for (int i = 0; i < headers.length; i++) {
      headers[i] = new NativeRecord(layout, lane.host(layout.bytes()));
    }
    this.header = headers[0];
    this.memory = lane.allocate(bytes);
    functions.bind(memory.address(), bytes, graph, degree, plan, options, work);
  }

  private static NativeRecord options(
      CudaLibrary library, NativeRecord plan, long limit, EnumerationTuning tuning) {
    NativeRecord options =
        library
            .allocate("cs_enumerate_options", Arena.ofAuto())
            .set("balance", tuning.forced(Choice.BALANCE).orElse(EnumeratePolicy.DONATE))
            .set("idle_percent", tuning.forced(Choice.IDLE_PERCENT).orElse(0))
            .set("donations", tuning.forced(Choice.DONATIONS).orElse(0))
            .set("lists_only", tuning.forced(Choice.LISTS_ONLY).orElse(0));
    if (plan.get("kind") == EnumeratePolicy.PATTERN && plan.get("term_count") == 0) {
      // One more than wanted tells whether there are more.
      long most = EnumeratePolicy.LIST_BYTES / Integer.BYTES / plan.get("vertices");
      long capacity = limit < most ? Math.max(limit + 1, EnumeratePolicy.LEAST_LISTED) : most;
      options.set("list_capacity", capacity);
    }
    return options;
  }

  /**
   * Device bytes of a run; with fewer large stacks, if need be, which warps may then wait for, and
   * with fewer threads where each has a stack of its own.
   */
  private static long fitted(
      Lane lane,
      CudaLibrary library,
      EnumerationGraph symmetric,
      NativeRecord plan,
      NativeRecord options) {
    EnumerateFunctions functions = library.enumerate();
    NativeRecord graph = symmetric.record();
    int degree = symmetric.degrees().maximumDegree();
    long bytes = functions.bytes(graph, degree, plan, options);
    if (bytes == 0) {
      throw new ComputeException(FailureCode.INTERNAL, "the device refuses an enumeration's plan");
    }
    long most = lane.device().memoryUse().budget() / EnumeratePolicy.BUDGET_SHARE;
    for (int stacks = EnumeratePolicy.LARGE_STACKS; bytes > most && stacks > 1; ) {
      stacks /= 2;
      options.set("large_stacks", stacks);
      bytes = functions.bytes(graph, degree, plan, options);
    }
    boolean byThreads = options.get("balance") == EnumeratePolicy.THREADS;
    for (long threads = EnumeratePolicy.MOST_THREADS;
        byThreads && bytes > most && threads > EnumeratePolicy.LEAST_THREADS; ) {
      threads /= 2;
      options.set("warps", threads);
      bytes = functions.bytes(graph, degree, plan, options);
    }
    return bytes;
  }

  /** What a run has to be given before it is allocated. */
  static long bytes(
      Lane lane,
      CudaLibrary library,
      EnumerationGraph symmetric,
      NativeRecord plan,
      long limit,
      EnumerationTuning tuning) {
    return fitted(lane, library, symmetric, plan, options(library, plan, limit, tuning))
        + DeviceGraphMemory.SMALL;
  }

  /** Runs to the end of a search that lists nothing; see {@link #run(double, Matches)}. */
  void run(double share, SearchRoots roots) {
    run(share, roots, Matches.NONE, this::enqueue);
  }

  /**
   * Runs to the end, or until no more matches are wanted.
   *
   * @param share of the work of the job's phase that all roots are
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  void run(double share, Matches sink) {
    run(share, SearchRoots.all(), sink, this::enqueue);
  }

  private void enqueue(NativeRecord of, NativeRecord with, NativeRecord into) {
    with.at("options", sliceOptions).set("slice_microseconds", lane.turn().sliceMicroseconds());
    LaneCalls.enqueue(lane, () -> functions.run(of, with, lane.stopWord(), into, lane.stream()));
  }

  /** The same with slices of the caller's. */
  void run(double share, SearchRoots roots, Matches sink, Slice slice) {
    LaneCalls.enqueue(lane, () -> functions.start(graph, plan, work, lane.stream()));
    long all = functions.roots(graph, work);
    roots.begin(all);
    if (roots.isEmpty()) {
      roots.did(0);
      return;
    }
    if (!roots.isWhole()) {
      handOut(roots);
    }
    double reported = 0;
    int slices = 0;
    long begun = System.nanoTime();
    slice.enqueue(graph, work, headers[0]);
    boolean more;
    do {
      lane.await();
      header = headers[slices % headers.length];
      double done = share * roots.done(header.get("taken")) / Math.max(1, all);
      lane.control().workDone(done - reported);
      lane.control().sliceDone(begun, done - reported);
      reported = done;
      long listed = header.get("listed");
      if (listed > 0) {
        long bytes = listed * vertices * Integer.BYTES;
        lane.page().fetch(memory, work.get("list") - memory.address(), bytes);
      }
      boolean moved = roots.advance(header.get("taken"));
      if (moved) {
        handOut(roots);
      }
      more =
          (header.get("pending") != 0 || (moved && !roots.isEmpty())) && sink.wantsMoreThan(listed);
      if (more) {
        slices++;
        begun = System.nanoTime();
        slice.enqueue(graph, work, headers[slices % headers.length]);
      }
      if (listed > 0) {
        sink.take(lane.page().await(), listed, vertices);
      }
    } while (more);
    roots.did(header.get("taken"));
  }

  private void handOut(SearchRoots roots) {
    LaneCalls.enqueue(
        lane, () -> functions.range(graph, work, roots.first(), roots.end(), lane.stream()));
  }

  /** The sum of the plan's closing formula, or the number of listed matches. */
  BigInteger sum() {
    return new BigInteger(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(header.get("high"))
            .putLong(header.get("low"))
            .array());
  }

  /** Gives a census the dictionary that names its classes. */
  void dictionary(MemorySegment classes) {
    lane.upload(classes, memory, work.get("dictionary") - memory.address());
  }

  /** Gives a plan that asks for labels those of every vertex; see {@link PlanLabels#bits}. */
  void labels(byte[] bits) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocateFrom(ValueLayout.JAVA_BYTE, bits);
      lane.upload(from, memory, work.get("labels_by_id") - memory.address());
    }
  }

  /** The counts of a census or a program by class. */
  long[] classCounts() {
    int classes = (int) work.get("classes");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment counts = arena.allocate((long) classes * Long.BYTES, Long.BYTES);
      lane.download(memory, work.get("class_counts") - memory.address(), counts);
      return counts.toArray(ValueLayout.JAVA_LONG);
    }
  }

  /** Threads of a block, blocks and shared bytes of a slice. */
  LaunchShape shape() {
    int threads = (int) work.get("threads");
    return new LaunchShape(
        (int) (work.get("warps") * WARP / threads), threads, (int) work.get("shared_bytes"));
  }

  @Override
  public void close() {
    memory.close();
  }
}
