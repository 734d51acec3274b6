package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Some vertices of a graph of any size: a bit for each vertex, and once {@link #rank ranked} the
 * number of members before each word. Off the heap, a quarter byte a vertex; meant to be used again
 * and again. Any number of threads may add members; the other changes are one thread's.
 */
final class VertexSubset implements AutoCloseable {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final VarHandle WORD = LONG.varHandle();
  private static final long GRAIN_WORDS = 1 << 12;

  private final Arena arena = LargeArena.shared();
  private final long words;
  private final MemorySegment bits;
  private final MemorySegment before;

  /**
   * The empty set of 0 … vertices-1.
   *
   * @param vertices how many there are to choose from; a bit each
   */
  VertexSubset(long vertices) {
    this.words = (vertices + Long.SIZE - 1) / Long.SIZE;
    try {
      bits = arena.allocate(Math.max(1, words) * Long.BYTES, 64);
      before = arena.allocate((words + 1) * Long.BYTES, 64);
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  /**
   * {@return whether a vertex is a member}
   *
   * @param vertex 0 to the number of vertices - 1
   */
  boolean contains(long vertex) {
    return (bits.getAtIndex(LONG, vertex >>> 6) >>> vertex & 1) != 0;
  }

  /**
   * Adds a vertex.
   *
   * @param vertex 0 to the number of vertices - 1
   * @return false when it was a member
   */
  boolean add(long vertex) {
    long bit = 1L << vertex;
    // Looking first keeps the cache line shared.
    return !contains(vertex)
        && ((long) WORD.getAndBitwiseOr(bits, (vertex >>> 6) * Long.BYTES, bit) & bit) == 0;
  }

  /** Takes a vertex out; not while another thread changes the set. */
  void remove(long vertex) {
    long word = vertex >>> 6;
    bits.setAtIndex(LONG, word, bits.getAtIndex(LONG, word) & ~(1L << vertex));
  }

  /**
   * Takes every vertex out.
   *
   * @param parallelism threads, and what stops them
   */
  void clear(Parallelism parallelism) {
    parallelism.forRanges(
        words,
        GRAIN_WORDS,
        (from, to) -> bits.asSlice(from * Long.BYTES, (to - from) * Long.BYTES).fill((byte) 0));
  }

  /**
   * Counts the members; {@link #rank(long)} holds until the next change.
   *
   * @param meter counts the steps, and may end the work
   * @return how many there are
   */
  long rank(StopMeter meter) {
    long count = 0;
    for (long word = 0; word < words; word++) {
      meter.work(1);
      before.setAtIndex(LONG, word, count);
      count += Long.bitCount(bits.getAtIndex(LONG, word));
    }
    return count;
  }

  /**
   * The number of members below a vertex.
   *
   * @param vertex 0 to the number of vertices
   * @return as {@link #rank(StopMeter)} found it
   */
  long rank(long vertex) {
    long word = vertex >>> 6;
    long below = bits.getAtIndex(LONG, word) & ((1L << vertex) - 1);
    return before.getAtIndex(LONG, word) + Long.bitCount(below);
  }

  /** Takes a member. */
  @FunctionalInterface
  interface MemberTask {
    /**
     * Works on one member.
     *
     * @param vertex the member
     * @param meter for the task's own loops
     */
    void member(long vertex, StopMeter meter);
  }

  /**
   * Gives every member to a task: in parallel, and on one thread in ascending order. A task on one
   * thread may take its member out.
   *
   * @param parallelism threads, and what stops them
   * @param task safe for use by all of them
   */
  void forEach(Parallelism parallelism, MemberTask task) {
    parallelism.forRanges(
        words,
        Math.clamp(words / (64L * parallelism.threads()), 1, GRAIN_WORDS),
        (from, to) -> {
          StopMeter meter = parallelism.meter();
          for (long word = from; word < to; word++) {
            meter.work(1);
            for (long left = bits.getAtIndex(LONG, word); left != 0; left &= left - 1) {
              task.member((word << 6) + Long.numberOfTrailingZeros(left), meter);
            }
          }
        });
  }

  @Override
  public void close() {
    arena.close();
  }
}
