package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.memory.BinarySearch;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Truss numbers: the truss number of an edge is the largest k such that it lies in a subgraph in
 * which every edge has k - 2 triangles (Cohen, 2008); 2 for an edge without one. Every clique of k
 * vertices lies in the k-truss, so the largest number bounds the largest clique.
 *
 * <p>The support of an edge is the number of its triangles. Edges of least support are taken away
 * level by level, all of one level together, in rounds: each takes one from the support of the two
 * others of every triangle that is still whole; those that fall to the level make the next round
 * (PKT: Kabir and Madduri, 2017). A triangle of which two edges go in one round is taken from the
 * third by the one of smaller index, and no support falls below the level, so the numbers do not
 * depend on the threads.
 *
 * <p>Triangles of an edge are found in the shorter row of its ends, each neighbour searched for in
 * the longer one where that is much longer, else by merging: O(a m log n) in all for a graph of
 * arboricity a. Takes 29 bytes an edge off the heap while it works, of which 4 stay.
 */
public final class Trusses implements AutoCloseable {
  private static final long GRAIN = 256;
  private static final int STAGED = 256;

  /** Rows whose lengths differ by less are merged. */
  private static final int SEARCH_FACTOR = 16;

  private static final byte WHOLE = 0;
  private static final byte GOING = 1;
  private static final byte GONE = 2;

  private static final VarHandle SUPPORT = ValueLayout.JAVA_INT.varHandle();

  private final Graph graph;
  private final Parallelism parallelism;
  private final Arena kept = LargeArena.shared();
  private final int edges;

  /** By edge: its support among the edges that are there, and in the end its truss number. */
  private final MemorySegment support;

  private long[] byNumber = new long[8];

  /** By place in the graph's rows: the edge's index. */
  private MemorySegment edgeOf;

  /** By edge: its end of smaller index, and the other. */
  private MemorySegment ends;

  /** By edge: {@link #WHOLE}, {@link #GOING} in this round, or {@link #GONE}. */
  private MemorySegment states;

  private Trusses(Graph graph, Parallelism parallelism) {
    this.graph = graph;
    this.parallelism = parallelism;
    this.edges = (int) graph.edgeCount();
    this.support = ints(kept, edges);
  }

  /**
   * Those of a graph.
   *
   * @param graph read as it is
   * @param parallelism threads, and what stops them
   * @return a truss number for each edge
   * @throws ComputeException GRAPH_TOO_LARGE beyond 2^31 - 1 edges
   * @throws io.cliquestream.kernels.control.StoppedException when it should stop
   */
  public static Trusses of(Graph graph, Parallelism parallelism) {
    if (graph.edgeCount() > Integer.MAX_VALUE) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "truss numbers are told of up to 2147483647 edges, not of " + graph.edgeCount());
    }
    Trusses trusses = new Trusses(graph, parallelism);
    boolean finished = false;
    try (Arena arena = LargeArena.shared()) {
      trusses.index(arena);
      trusses.count();
      trusses.peel(ints(arena, trusses.edges), ints(arena, trusses.edges));
      finished = true;
    } finally {
      trusses.edgeOf = null;
      trusses.ends = null;
      trusses.states = null;
      if (!finished) {
        trusses.close();
      }
    }
    return trusses;
  }

  /**
   * {@return steps that finding the truss numbers takes about, each some nanoseconds: the length of
   * the shorter row of every edge, twice}
   *
   * @param graph read as it is
   * @param meter counts the steps of looking, and may end it
   */
  public static long steps(Graph graph, StopMeter meter) {
    long steps = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      int degree = graph.degree(v);
      meter.work(degree);
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        // Each edge is met from both its ends.
        steps += Math.min(degree, graph.degree(graph.neighbor(i)));
      }
    }
    return steps;
  }

  private static MemorySegment ints(Arena arena, long count) {
    return arena.allocate(Math.max(1, count) * Integer.BYTES, 64);
  }

  private static int get(MemorySegment ints, long index) {
    return ints.getAtIndex(ValueLayout.JAVA_INT, index);
  }

  private static void set(MemorySegment ints, long index, int value) {
    ints.setAtIndex(ValueLayout.JAVA_INT, index, value);
  }

  /** Numbers the edges in the order of {@link Graph#forEachEdge}. */
  private void index(Arena arena) {
    edgeOf = ints(arena, 2L * edges);
    ends = ints(arena, 2L * edges);
    states = arena.allocate(Math.max(1, edges), 64);
    StopMeter meter = parallelism.meter();
    int n = graph.vertexCount();
    // How much of each row, whose neighbours ascend, was met from the other end.
    int[] met = new int[n];
    int edge = 0;
    for (int v = 0; v < n; v++) {
      meter.work(1 + 2L * graph.degree(v));
      for (long i = graph.offset(v) + met[v]; i < graph.offset(v + 1); i++) {
        int other = graph.neighbor(i);
        set(edgeOf, i, edge);
        set(edgeOf, graph.offset(other) + met[other]++, edge);
        set(ends, 2L * edge, v);
        set(ends, 2L * edge + 1, other);
        edge++;
      }
    }
  }

  /** Takes a triangle of an edge by the indices of its two other edges. */
  @FunctionalInterface
  private interface OtherEdges {
    void accept(int first, int second);
  }

  private void count() {
    parallelism.forRanges(
        edges,
        GRAIN,
        (from, to) -> {
          StopMeter meter = parallelism.meter();
          int[] found = new int[1];
          for (int edge = (int) from; edge < to; edge++) {
            found[0] = 0;
            forTriangles(edge, meter, (_, _) -> found[0]++);
            set(support, edge, found[0]);
          }
        });
  }

  private void forTriangles(int edge, StopMeter meter, OtherEdges visitor) {
    int first = get(ends, 2L * edge);
    int second = get(ends, 2L * edge + 1);
    boolean swap = graph.degree(first) > graph.degree(second);
    int shorter = swap ? second : first;
    int longer = swap ? first : second;
    long at = graph.offset(shorter);
    long end = graph.offset(shorter + 1);
    long low = graph.offset(longer);
    long high = graph.offset(longer + 1);
    boolean search = (high - low) / SEARCH_FACTOR > end - at;
    meter.work(search ? 8 * (end - at) : end - at + (high - low));
    for (; at < end && low < high; at++) {
      int wanted = graph.neighbor(at);
      low =
          search
              ? BinarySearch.firstInt(graph.neighbors(), low, high, wanted)
              : nextFrom(wanted, low, high);
      if (low < high && graph.neighbor(low) == wanted) {
        visitor.accept(get(edgeOf, at), get(edgeOf, low));
      }
    }
  }

  private long nextFrom(int least, long from, long end) {
    long at = from;
    while (at < end && graph.neighbor(at) < least) {
      at++;
    }
    return at;
  }

  private void peel(MemorySegment round, MemorySegment left) {
    StopMeter meter = parallelism.meter();
    for (int edge = 0; edge < edges; edge++) {
      set(left, edge, edge);
    }
    int count = edges;
    MemorySegment going = round;
    while (count > 0) {
      // Those left, and the least support of one.
      int level = Integer.MAX_VALUE;
      int stay = 0;
      for (int i = 0; i < count; i++) {
        meter.work(1);
        int edge = get(left, i);
        if (states.get(ValueLayout.JAVA_BYTE, edge) == WHOLE) {
          set(left, stay++, edge);
          level = Math.min(level, get(support, edge));
        }
      }
      count = stay;
      int length = 0;
      for (int i = 0; i < count; i++) {
        meter.work(1);
        int edge = get(left, i);
        if (get(support, edge) == level) {
          states.set(ValueLayout.JAVA_BYTE, edge, GOING);
          set(going, length++, edge);
        }
      }
      takeLevel(going, length, level);
    }
    for (int edge = 0; edge < edges; edge++) {
      int number = get(support, edge) + 2;
      set(support, edge, number);
      if (number >= byNumber.length) {
        byNumber = Arrays.copyOf(byNumber, 2 * number);
      }
      byNumber[number]++;
    }
  }

  /**
   * Takes the edges of a level away, round after round.
   *
   * @param going the edges of the first round at [0, length); those of the rounds behind it follow,
   *     which all fit since no edge goes twice
   */
  private void takeLevel(MemorySegment going, int length, int level) {
    int from = 0;
    int to = length;
    AtomicInteger filled = new AtomicInteger(length);
    while (from < to) {
      int first = from;
      parallelism.forRanges(
          to - from,
          GRAIN,
          (begin, end) -> {
            Falling falling = new Falling(going, filled, level);
            StopMeter meter = parallelism.meter();
            for (long i = begin; i < end; i++) {
              falling.edge = get(going, first + i);
              forTriangles(falling.edge, meter, falling);
            }
            falling.flush();
          });
      for (int i = from; i < to; i++) {
        states.set(ValueLayout.JAVA_BYTE, get(going, i), GONE);
      }
      from = to;
      to = filled.get();
      for (int i = from; i < to; i++) {
        states.set(ValueLayout.JAVA_BYTE, get(going, i), GOING);
      }
    }
  }

  /** Takes the triangles of one edge after the other from their other edges, on one thread. */
  private final class Falling implements OtherEdges {
    private final MemorySegment going;
    private final AtomicInteger filled;
    private final int level;
    private final int[] staged = new int[STAGED];
    private int stagedEdges;
    private int edge;

    Falling(MemorySegment going, AtomicInteger filled, int level) {
      this.going = going;
      this.filled = filled;
      this.level = level;
    }

    @Override
    public void accept(int first, int second) {
      byte firstState = states.get(ValueLayout.JAVA_BYTE, first);
      byte secondState = states.get(ValueLayout.JAVA_BYTE, second);
      if (firstState == GONE || secondState == GONE) {
        return;
      }
      if (firstState == WHOLE && (secondState == WHOLE || edge < second)) {
        fall(first);
      }
      if (secondState == WHOLE && (firstState == WHOLE || edge < first)) {
        fall(second);
      }
    }

    private void fall(int other) {
      long at = (long) other * Integer.BYTES;
      while (true) {
        int before = (int) SUPPORT.getVolatile(support, at);
        if (before <= level) {
          // It goes in the next round of this level already.
          return;
        }
        if (SUPPORT.compareAndSet(support, at, before, before - 1)) {
          if (before - 1 == level) {
            if (stagedEdges == STAGED) {
              flush();
            }
            staged[stagedEdges++] = other;
          }
          return;
        }
      }
    }

    void flush() {
      int to = filled.getAndAdd(stagedEdges);
      for (int i = 0; i < stagedEdges; i++) {
        set(going, (long) to + i, staged[i]);
      }
      stagedEdges = 0;
    }
  }

  /**
   * The truss number of an edge by its index in the order of {@link Graph#forEachEdge}.
   *
   * @param edge 0 to m - 1
   * @return 2 or more
   */
  public int of(long edge) {
    return get(support, edge);
  }

  /** {@return the largest truss number; 0 for a graph without an edge} */
  public int largest() {
    int number = byNumber.length - 1;
    while (number > 0 && byNumber[number] == 0) {
      number--;
    }
    return number;
  }

  /**
   * Edges of each truss number, by the number, 0 to {@link #largest}.
   *
   * @return a new array
   */
  public long[] histogram() {
    return Arrays.copyOf(byNumber, largest() + 1);
  }

  /** Frees the memory; nothing may be asked of an edge any more. */
  @Override
  public void close() {
    kept.close();
  }
}
