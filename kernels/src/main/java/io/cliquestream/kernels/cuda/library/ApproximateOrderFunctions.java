package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/** The order near a degeneracy order, of {@code cliquestream_cliques.h}. */
public interface ApproximateOrderFunctions {
  /** Device bytes that an order works in. */
  @Symbol("cs_approximate_order_bytes")
  long bytes(NativeRecord graph);

  /**
   * Orders, for {@link CoreFunctions#orient}.
   *
   * @param rounds 14 at most; 0: the library's usual number
   * @param out 64 bits that receive the device address of the order at once, inside the memory
   */
  @Symbol("cs_approximate_order_run")
  void run(NativeRecord graph, int rounds, long memory, long size, MemorySegment out, long stream);
}
