package io.cliquestream.kernels.cuda.change;

import io.cliquestream.kernels.change.device.ChangeQuestion;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.ChangeFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.Pattern;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One evolving graph on a device. Its last batch stays unsettled, so that it can be counted again,
 * until the next one comes. What a batch did is counted by its changes or, where that is expected
 * to be sooner, as the difference of two totals ({@link WholeCount}).
 *
 * <p>A total is known only once it was counted: the first batch for which the whole count is the
 * sooner way is counted both ways, which takes at most twice as long as by its changes alone. Used
 * by the task that has it, one at a time; after a failure other than {@link MoreMemory} it is of no
 * more use.
 */
final class DeviceEvolvingGraph implements AutoCloseable {
  /** Of {@code cliquestream_change.h}. */
  private static final long ERROR_POOL = 1;

  private static final long ERROR_WIDE = 8;

  private static final long UNIT_BYTES = 32;

  /** Sizes are rounded up to this in the books of memory. */
  private static final long GRANULE = 512;

  private static final int MOST_TRIES = 4;

  private final CudaLibrary library;
  private final ChangeFunctions functions;
  private final DeviceChangePolicy policy;
  private final long idBound;
  private final DeviceMemory memory;
  private final NativeRecord record;
  private volatile DeviceMemory pool;
  private long edges;
  private boolean needsRoom;
  private boolean unsettled;
  private long batches;
  private long lastProbes;

  /** Batches, or pieces of them, that were applied. */
  private long applied;

  private final WholeCount whole;
  private final Map<ChangeQuestion, CountWays> ways = new HashMap<>();

  private long wholeCounts;

  /** Questions whose whole count takes more memory than a count may. */
  private final Set<ChangeQuestion> tooWide = new HashSet<>();

  // Sizes that cliques of the last k needed.
  private int lastK;
  private long listIds;
  private long matrixWords;

  private DeviceEvolvingGraph(
      CudaLibrary library,
      DeviceChangePolicy policy,
      GraphSizes sizes,
      DeviceMemory memory,
      DeviceMemory pool) {
    this.library = library;
    this.functions = library.changes();
    this.policy = policy;
    this.idBound = sizes.idBound();
    this.edges = sizes.edges();
    this.memory = memory;
    this.pool = pool;
    this.record = library.allocate("cs_evolving", Arena.ofAuto());
    this.whole = new WholeCount(library, record, idBound);
  }

  /** Loads a graph; it is resident when this returns. */
  static DeviceEvolvingGraph load(
      Lane lane, CudaLibrary library, DeviceChangePolicy policy, Graph host, GraphSizes sizes) {
    DeviceMemory memory = lane.allocate(sizes.bytes());
    DeviceMemory pool = lane.allocate(sizes.poolUnits() * UNIT_BYTES);
    var graph = new DeviceEvolvingGraph(library, policy, sizes, memory, pool);
    try (DeviceMemory offsets = lane.allocate(Long.BYTES * (sizes.idBound() + 1));
        DeviceMemory neighbors = lane.allocate(Math.max(Long.BYTES, 8 * sizes.edges()));
        Arena arena = Arena.ofConfined()) {
      graph.functions.bind(
          memory.address(),
          memory.bytes(),
          sizes.idBound(),
          sizes.mostChanges(),
          sizes.hubRows(),
          sizes.hubDegree(),
          graph.record);
      long rows = host.vertexCount();
      lane.upload(host.offsets().asSlice(0, Long.BYTES * (rows + 1)), offsets, 0);
      MemorySegment rest = arena.allocate(Long.BYTES * (sizes.idBound() - rows), Long.BYTES);
      for (long i = 0; i < sizes.idBound() - rows; i++) {
        rest.setAtIndex(ValueLayout.JAVA_LONG, i, 2 * sizes.edges());
      }
      if (rest.byteSize() > 0) {
        lane.upload(rest, offsets, Long.BYTES * (rows + 1));
      }
      if (sizes.edges() > 0) {
        lane.upload(host.neighbors().asSlice(0, 8 * sizes.edges()), neighbors, 0);
      }
      LaneCalls.enqueue(
          lane,
          () ->
              graph.functions.load(
                  graph.record,
                  pool.address(),
                  sizes.poolUnits(),
                  offsets.address(),
                  neighbors.address(),
                  lane.stream()));
      lane.await();
    }
    memory.keep();
    pool.keep();
    return graph;
  }

  /** Batches that it has taken since it was loaded. */
  long batches() {
    return batches;
  }

  /** Counts of the whole graph since it was loaded. */
  long wholeCounts() {
    return wholeCounts;
  }

  /** Resident bytes. */
  long bytes() {
    return rounded(memory.bytes()) + rounded(pool.bytes());
  }

  static long rounded(long bytes) {
    return (Math.max(bytes, 1) + GRANULE - 1) / GRANULE * GRANULE;
  }

  /** What a step is begun with; it may turn out to be too little. */
  long firstBytes(StepProgress step) {
    long room = needsRoom ? poolBytes(step.mostLeft()) : 0;
    return changeBytes(step.mostLeft()) + room + GRANULE;
  }

  private static long changeBytes(long changes) {
    return rounded(Long.BYTES * changes);
  }

  private long poolUnits(long changes) {
    return policy.poolSpare() * functions.units(2 * (edges + changes), idBound);
  }

  private long poolBytes(long changes) {
    return rounded(poolUnits(changes) * UNIT_BYTES);
  }

  /**
   * Takes a step further, to its end unless more memory is needed.
   *
   * @param bytes set aside for the task
   * @throws MoreMemory when the next task must set more aside
   */
  void step(Lane lane, StepProgress step, long bytes) {
    var task = new Task(lane, step, bytes);
    if (step.isAtEnd()) {
      task.count();
      return;
    }
    while (!step.isAtEnd()) {
      boolean counted = step.isCounted();
      if (!step.isApplied()) {
        task.apply();
        step.applied();
      }
      if (counted) {
        task.count();
      }
      step.next();
      lane.control().checkStopped();
    }
  }

  /** The step was made with so many batches. */
  void took(int count) {
    batches += count;
  }

  /** One task of a step. */
  private final class Task {
    private final Lane lane;
    private final StepProgress step;
    private final long set;
    private final NativeRecord header;
    private long kept;

    Task(Lane lane, StepProgress step, long set) {
      this.lane = lane;
      this.step = step;
      this.set = set;
      this.header = pinned("cs_change_header");
    }

    private NativeRecord pinned(String name) {
      var layout = library.layout(name);
      return new NativeRecord(layout, lane.host(layout.bytes()));
    }

    /** That so much can be allocated at a time. */
    private void require(long bytes) {
      if (bytes > set - kept) {
        throw new MoreMemory(bytes + GRANULE);
      }
    }

    void apply() {
      int[] pairs = step.pairs();
      int count = step.changes();
      if (unsettled) {
        settle();
      }
      for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
        if (needsRoom) {
          require(changeBytes(count) + poolBytes(count));
          move(poolUnits(count));
        }
        require(changeBytes(count));
        long error = apply(pairs, count);
        if (error == 0) {
          unsettled = true;
          edges += header.get("inserted") - header.get("deleted");
          lastProbes = header.get("probes");
          applied++;
          return;
        }
        settle();
        if ((error & ERROR_POOL) == 0) {
          throw refused(error);
        }
        needsRoom = true;
      }
      throw refused(ERROR_POOL);
    }

    private long apply(int[] pairs, int count) {
      try (DeviceMemory changes = lane.allocate((long) Long.BYTES * count);
          Arena arena = Arena.ofConfined()) {
        MemorySegment source = arena.allocate((long) Long.BYTES * count, Long.BYTES);
        MemorySegment.copy(pairs, 2 * step.first(), source, ValueLayout.JAVA_INT, 0, 2 * count);
        lane.upload(source, changes, 0);
        LaneCalls.enqueue(
            lane,
            () ->
                functions.apply(
                    record,
                    MemorySegment.ofAddress(changes.address()),
                    count,
                    header,
                    lane.stream()));
        lane.await();
      }
      return header.get("error");
    }

    private void settle() {
      LaneCalls.enqueue(lane, () -> functions.settle(record, lane.stream()));
      unsettled = false;
    }

    /** All rows to a pool that has room behind them. */
    private void move(long units) {
      DeviceMemory wider = lane.allocate(units * UNIT_BYTES);
      LaneCalls.enqueue(lane, () -> functions.move(record, wider.address(), units, lane.stream()));
      lane.await();
      DeviceMemory before = pool;
      pool = wider.keep();
      kept += rounded(wider.bytes());
      needsRoom = false;
      before.close();
    }

    void count() {
      ChangeQuestion question = step.question();
      OptionalDouble wholeNanos = policy.costs().whole().nanos(question, edges);
      if (wholeNanos.isEmpty()) {
        add(changes(question));
        return;
      }
      CountWays known =
          ways.computeIfAbsent(question, asked -> new CountWays(policy.probeNanos(asked)));
      if (known.after(applied).isEmpty()
          && known.isWholeSooner(lastProbes, wholeNanos.getAsDouble())
          && isWithin(question)) {
        OptionalLong before = known.after(applied - 1);
        OptionalLong after = whole(question, known, wholeNanos.getAsDouble());
        if (before.isPresent() && after.isPresent()) {
          long more = after.getAsLong() - before.getAsLong();
          step.add(Math.max(0, more), Math.max(0, -more));
          return;
        }
      }
      long start = System.nanoTime();
      NativeRecord counted = changes(question);
      known.tookChanges(lastProbes, System.nanoTime() - start);
      known.followed(counted.get("appeared") - counted.get("vanished"), applied);
      add(counted);
    }

    private boolean isWithin(ChangeQuestion question) {
      return !tooWide.contains(question) && whole.bytes(question, edges) <= mostBytes();
    }

    /** The total after the batch, kept for the next one; empty when it takes 63 bits or more. */
    private OptionalLong whole(ChangeQuestion question, CountWays known, double expectedNanos) {
      long start = System.nanoTime();
      BigInteger total = whole.count(lane, question, edges, bytes -> requireWhole(question, bytes));
      known.tookWhole(expectedNanos, System.nanoTime() - start);
      if (total.bitLength() >= Long.SIZE - 1) {
        tooWide.add(question);
        return OptionalLong.empty();
      }
      known.counted(total.longValueExact(), applied);
      wholeCounts++;
      return OptionalLong.of(total.longValueExact());
    }

    private void requireWhole(ChangeQuestion question, long bytes) {
      if (bytes > mostBytes()) {
        tooWide.add(question);
        throw new MoreMemory(set);
      }
      require(rounded(bytes));
    }

    /** Counts what the last batch did by its changes. */
    private NativeRecord changes(ChangeQuestion question) {
      NativeRecord counted =
          switch (question) {
            case ChangeQuestion.Triangles _ -> {
              LaneCalls.enqueue(lane, () -> functions.triangles(record, 0, header, lane.stream()));
              lane.await();
              yield header;
            }
            case ChangeQuestion.Cliques(int k) -> cliques(k);
            case ChangeQuestion.Matches(var pattern) -> matches(pattern);
          };
      if (counted.get("error") != 0) {
        throw refused(counted.get("error"));
      }
      return counted;
    }

    private void add(NativeRecord counted) {
      step.add(counted.get("appeared"), counted.get("vanished"));
    }

    private NativeRecord cliques(int k) {
      NativeRecord found = pinned("cs_change_clique_header");
      if (k != lastK) {
        lastK = k;
        matrixWords = 0;
      }
      listIds = lastProbes;
      for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
        long ids = listIds;
        long words = matrixWords;
        long bytes = functions.cliquesBytes(record, k, ids, words);
        require(within(bytes));
        try (DeviceMemory working = lane.allocate(bytes)) {
          LaneCalls.enqueue(
              lane,
              () ->
                  functions.cliques(
                      record, k, ids, words, working.address(), bytes, found, lane.stream()));
          lane.await();
        }
        if ((found.get("error") & ERROR_WIDE) == 0) {
          return found;
        }
        listIds = Math.max(ids, found.get("list_ids"));
        matrixWords = Math.max(words, found.get("matrix_words"));
      }
      throw refused(ERROR_WIDE);
    }

    private NativeRecord matches(Pattern pattern) {
      NativeRecord found = pinned("cs_change_pattern_header");
      long bytes = functions.patternBytes(record);
      require(within(bytes));
      try (DeviceMemory working = lane.allocate(bytes);
          Arena arena = Arena.ofConfined()) {
        NativeRecord plan = library.allocate("cs_change_pattern", arena);
        MemorySegment adjacency = arena.allocate(ValueLayout.JAVA_INT, pattern.vertexCount());
        for (int v = 0; v < pattern.vertexCount(); v++) {
          adjacency.setAtIndex(ValueLayout.JAVA_INT, v, pattern.row(v));
        }
        functions.planPattern(pattern.vertexCount(), adjacency, plan);
        LaneCalls.enqueue(
            lane,
            () -> functions.pattern(record, plan, working.address(), bytes, found, lane.stream()));
        lane.await();
      }
      return found;
    }

    private long mostBytes() {
      return lane.device().memoryUse().budget() / policy.stepShare();
    }

    /** What a count may work in, rounded; 0 stands for sizes past the library's bounds. */
    private long within(long bytes) {
      long most = mostBytes();
      if (bytes <= 0 || bytes > most) {
        throw new ComputeException(
            FailureCode.JOB_MEMORY_EXCEEDED,
            "counting what changed takes "
                + bytes
                + " bytes of device memory, "
                + most
                + " at most");
      }
      return rounded(bytes);
    }
  }

  private static ComputeException refused(long error) {
    return new ComputeException(
        FailureCode.INTERNAL, "the GPU refused a batch of changes (error " + error + ")");
  }

  /** Gives its memory back; no task may have it any more. */
  @Override
  public void close() {
    memory.close();
    pool.close();
  }
}
