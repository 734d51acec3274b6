package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Loops over the ids of an {@link EdgeArray}, in native byte order and 4 or 8 bytes wide. */
final class EdgeIds {
  private EdgeIds() {}

  /** Every bit that some id of a whole number of pairs has. */
  static long bitsOf(MemorySegment ids, boolean wide) {
    long words = ids.byteSize() / Long.BYTES;
    long all = 0;
    for (long i = 0; i < words; i++) {
      all |= ids.getAtIndex(ValueLayout.JAVA_LONG, i);
    }
    return wide ? all : (all | all >>> Integer.SIZE) & 0xFFFF_FFFFL;
  }

  /** A loop over arrays alone, of which the JVM makes one over vectors. */
  static void narrow(long[] ids, int from, int count, int[] narrowed) {
    for (int i = 0; i < count; i++) {
      narrowed[i] = (int) ids[from + i];
    }
  }

  static void requireNarrow(long id) {
    if (id >>> 32 != 0) {
      throw new IllegalArgumentException("id beyond 4294967295 in an array of 4-byte ids");
    }
  }

  /** The same of many, of which it gives every bit that one has. */
  static long requireNarrow(long[] ids, int count) {
    long all = 0;
    for (int i = 0; i < count; i++) {
      all |= ids[i];
    }
    requireNarrow(all);
    return all;
  }

  /** Checks that every id is smaller than a bound, as unsigned numbers. */
  static void requireBelow(MemorySegment ids, boolean wide, long bound) {
    long count = ids.byteSize() / (wide ? Long.BYTES : Integer.BYTES);
    for (long i = 0; i < count; i++) {
      long id =
          wide
              ? ids.getAtIndex(ValueLayout.JAVA_LONG, i)
              : Integer.toUnsignedLong(ids.getAtIndex(ValueLayout.JAVA_INT, i));
      if (Long.compareUnsigned(id, bound) >= 0) {
        throw new ComputeException(
            FailureCode.VERTEX_ID_BEYOND_BOUND,
            "vertex id %s is not below the bound %s"
                .formatted(Long.toUnsignedString(id), Long.toUnsignedString(bound)));
      }
    }
  }
}
