package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.PairSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a first look at some pairs tells.
 *
 * @param largestId of all pairs but loops, unsigned; 0 when there are none
 * @param loops pairs of an id with itself
 */
record PairShape(long largestId, long loops) {
  static PairShape of(PairSource edges, Parallelism parallelism) {
    AtomicLong largest = new AtomicLong();
    LongAdder loops = new LongAdder();
    PairBatches.forEach(
        edges,
        parallelism,
        (ids, length) -> {
          long found = 0;
          int same = 0;
          for (int i = 0; i < length; i += 2) {
            long first = ids[i];
            long second = ids[i + 1];
            if (first == second) {
              same++;
            } else {
              // Signed comparisons of shifted numbers: a call each would be most of a cold start.
              long larger = first + Long.MIN_VALUE > second + Long.MIN_VALUE ? first : second;
              found = found + Long.MIN_VALUE > larger + Long.MIN_VALUE ? found : larger;
            }
          }
          loops.add(same);
          largest.accumulateAndGet(found, PairShape::maximum);
        });
    return new PairShape(largest.get(), loops.sum());
  }

  private static long maximum(long first, long second) {
    return Long.compareUnsigned(first, second) >= 0 ? first : second;
  }
}
