package io.cliquestream.kernels.cpu.kclique.local;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.memory.MemoryMeter;
import io.cliquestream.kernels.memory.ScratchArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Exact counts that all threads add to, by rank or by the oriented graph's edge: a long each, off
 * the heap, and a big integer beside it for the few that outgrow it.
 */
public final class LocalTotals implements AutoCloseable {
  private static final long SPILL = 1L << 61;
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final Arena arena;
  private final MemorySegment small;
  private final Map<Long, BigInteger> large = new ConcurrentHashMap<>();

  /** So many zeros. */
  public LocalTotals(long size, MemoryMeter memory) {
    arena = ScratchArena.open(memory);
    small = arena.allocate(Math.max(1, size) * Long.BYTES, 64);
  }

  /** Adds 0 ≤ count &lt; 2^61. */
  void add(long index, long count) {
    while (true) {
      long old = (long) LONG.getVolatile(small, index << 3);
      long sum = old + count;
      if (sum < SPILL) {
        if (LONG.compareAndSet(small, index << 3, old, sum)) {
          return;
        }
      } else if (LONG.compareAndSet(small, index << 3, old, 0L)) {
        add(index, BigInteger.valueOf(sum));
        return;
      }
    }
  }

  /** Adds a count of any size. */
  void add(long index, BigInteger count) {
    large.merge(index, count, BigInteger::add);
  }

  /** Copies a count, once nothing is added any more. */
  public void copy(long index, CountArray to, long target) {
    long rest = small.getAtIndex(ValueLayout.JAVA_LONG, index);
    BigInteger big = large.isEmpty() ? null : large.get(index);
    if (big == null) {
      to.set(target, rest);
    } else {
      to.set(target, big.add(BigInteger.valueOf(rest)));
    }
  }

  /** All counts together, once nothing is added any more. */
  public BigInteger sum() {
    BigInteger sum = large.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    ExactSum rest = new ExactSum();
    for (long at = 0; at < small.byteSize(); at += Long.BYTES) {
      rest.add(small.get(ValueLayout.JAVA_LONG, at));
    }
    return sum.add(rest.value());
  }

  @Override
  public void close() {
    arena.close();
  }
}
