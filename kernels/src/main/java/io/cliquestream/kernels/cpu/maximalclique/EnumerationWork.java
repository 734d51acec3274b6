package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.maxclique.reduction.PagedRows;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.part.RootRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The roots of a maximal clique enumeration, in chunks.
 *
 * <p>While counting, chunks hand branches over to idle threads. While listing they do not: a window
 * of chunks is enumerated at a time, each into a bounded buffer, then the buffers are emptied into
 * the sink in the order of the roots; a chunk that did not fit is enumerated once more, straight
 * into the sink. So the order of the list depends on the graph alone, and memory stays bounded.
 */
final class EnumerationWork implements ChunkedWork<EnumerationWork.State> {
  private final OrientedGraph graph;
  private final PagedRows later;
  private final MaximalCliquePolicy policy;
  private final int minimumSize;
  private final int[] chunkStart;
  private final int chunks;
  private final ConcurrentLinkedQueue<State> idle = new ConcurrentLinkedQueue<>();
  private final MaximalTally total = new MaximalTally();

  private int firstChunk;
  private int endChunk;
  private long listed;
  private ChunkBuffer[] buffers;

  EnumerationWork(
      OrientedGraph graph,
      PagedRows later,
      MaximalCliquePolicy policy,
      int minimumSize,
      RootRange roots,
      StopMeter meter) {
    this.graph = graph;
    this.later = later;
    this.policy = policy;
    this.minimumSize = minimumSize;
    int n = roots.end();
    int[] starts = new int[roots.size() + 1];
    int count = 0;
    long arcs = 0;
    for (int r = roots.first(); r < n; r++) {
      meter.work(2);
      long length = (long) graph.outDegree(r) + later.length(r);
      if (r == roots.first()
          || r - starts[count - 1] == policy.rootsPerChunk()
          || arcs + length > policy.chunkArcs()) {
        starts[count++] = r;
        arcs = 0;
      }
      arcs += length;
    }
    starts[count] = n;
    chunkStart = starts;
    chunks = count;
    endChunk = count;
  }

  /** Cliques of one chunk in order, up to a bound; those beyond the job's limit are left out. */
  private static final class ChunkBuffer implements CliqueOutput {
    private final List<int[]> cliques = new ArrayList<>();
    private final long limit;
    private long room;

    private ChunkBuffer(long room, long limit) {
      this.room = room;
      this.limit = limit;
    }

    @Override
    public void add(int[] clique) {
      if (overflowed() || cliques.size() >= limit) {
        return;
      }
      room -= clique.length;
      if (overflowed()) {
        cliques.clear();
      } else {
        cliques.add(clique);
      }
    }

    private boolean overflowed() {
      return room < 0;
    }
  }

  /** One thread's memory. */
  final class State {
    private final RootEnumeration roots = new RootEnumeration(graph, later, policy, minimumSize);
  }

  /** Most vertices that a chunk's buffer holds when so many cliques are wanted. */
  static long bufferInts(MaximalCliquePolicy policy, long wanted, long largestOutDegree) {
    return wanted > policy.bufferInts()
        ? policy.bufferInts()
        : Math.min(policy.bufferInts(), wanted * (largestOutDegree + 1));
  }

  /** Number of all chunks. */
  int allChunks() {
    return chunks;
  }

  /** Estimated work of all chunks. */
  double allCost() {
    double cost = 0;
    for (int chunk = 0; chunk < chunks; chunk++) {
      cost += costOf(chunk);
    }
    return cost;
  }

  /**
   * The next run does the chunks {@code from} … {@code to}-1, and buffers their cliques if asked.
   *
   * @param wanted most cliques that are still to be listed; 0 to count only
   */
  void window(int from, int to, long wanted) {
    firstChunk = from;
    endChunk = to;
    listed = wanted;
    buffers = wanted > 0 ? new ChunkBuffer[to - from] : null;
  }

  /** What was counted by all runs. */
  MaximalTally total() {
    return total;
  }

  /**
   * Empties the buffers of the window into a sink, in order.
   *
   * @param stopped throws when the job was stopped
   * @return cliques listed, at most {@code limit}
   */
  long drain(ListingSink sink, long limit, Runnable stopped) {
    long listed = 0;
    for (int i = 0; i < buffers.length && listed < limit; i++) {
      stopped.run();
      if (buffers[i].overflowed()) {
        listed += again(firstChunk + i, sink, limit - listed, stopped);
      } else {
        for (int[] clique : buffers[i].cliques) {
          if (listed == limit) {
            break;
          }
          sink.accept(clique);
          listed++;
        }
      }
    }
    buffers = null;
    return listed;
  }

  /** Ends an enumeration when the list is full. */
  private static final class ListFull extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private ListFull() {
      super(null, null, false, false);
    }
  }

  private long again(int chunk, ListingSink sink, long room, Runnable stopped) {
    RootEnumeration roots = new RootEnumeration(graph, later, policy, minimumSize);
    long[] listed = new long[1];
    roots.enumeration().pause(stopped::run);
    roots
        .enumeration()
        .output(
            clique -> {
              sink.accept(clique);
              if (++listed[0] == room) {
                throw new ListFull();
              }
            });
    try {
      for (int r = chunkStart[chunk]; r < chunkStart[chunk + 1]; r++) {
        roots.run(r);
      }
    } catch (ListFull full) {
      return listed[0];
    }
    return listed[0];
  }

  @Override
  public long chunkCount() {
    return (long) endChunk - firstChunk;
  }

  @Override
  public double cost(long chunk) {
    return costOf(firstChunk + (int) chunk);
  }

  /** Estimated work of a root with so many candidates and so many earlier neighbours. */
  static double cost(double candidates, double earlier) {
    return 1 + candidates * (candidates + earlier);
  }

  private double costOf(int chunk) {
    double cost = 0;
    for (int r = chunkStart[chunk]; r < chunkStart[chunk + 1]; r++) {
      cost += cost(graph.outDegree(r), later.length(r));
    }
    return cost;
  }

  @Override
  public State newState() {
    State state = idle.poll();
    return state == null ? new State() : state;
  }

  @Override
  public void process(long chunk, State state, Slice<State> slice) {
    Enumeration enumeration = state.roots.enumeration();
    ChunkBuffer buffer = null;
    if (buffers == null) {
      enumeration.pause(() -> pause(state, slice));
    } else {
      buffer = new ChunkBuffer(bufferInts(policy, listed, graph.maximumOutDegree()), listed);
      enumeration.pause(slice::checkStopped);
    }
    enumeration.output(buffer);
    int at = firstChunk + (int) chunk;
    for (int r = chunkStart[at]; r < chunkStart[at + 1]; r++) {
      state.roots.run(r);
    }
    if (buffer != null) {
      buffers[(int) chunk] = buffer;
    }
  }

  private void pause(State state, Slice<State> slice) {
    slice.checkStopped();
    if (!slice.shouldSplit()) {
      return;
    }
    LargeEnumeration.Handover wide = state.roots.large().handOver();
    if (wide != null) {
      if (!slice.offer((other, turn) -> resumeLarge(wide, other, turn))) {
        state.roots.large().takeBack(wide);
      }
      return;
    }
    SmallEnumeration.Handover narrow = state.roots.small().handOver();
    if (narrow != null && !slice.offer((other, turn) -> resumeSmall(narrow, other, turn))) {
      state.roots.small().takeBack(narrow);
    }
  }

  private void resumeLarge(LargeEnumeration.Handover part, State state, Slice<State> slice) {
    state.roots.enumeration().pause(() -> pause(state, slice));
    state.roots.enumeration().output(null);
    state.roots.large().resume(part);
  }

  private void resumeSmall(SmallEnumeration.Handover part, State state, Slice<State> slice) {
    state.roots.enumeration().pause(() -> pause(state, slice));
    state.roots.enumeration().output(null);
    state.roots.small().resume(part);
  }

  @Override
  public void merge(State state) {
    Enumeration enumeration = state.roots.enumeration();
    total.addAll(enumeration.tally(), 0);
    enumeration.tally(new MaximalTally());
    idle.add(state);
  }

  @Override
  public void mergeStopped(State state) {
    merge(state);
  }
}
