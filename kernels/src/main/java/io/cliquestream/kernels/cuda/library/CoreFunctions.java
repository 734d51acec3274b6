package io.cliquestream.kernels.cuda.library;

import java.lang.foreign.MemorySegment;

/**
 * The section "exact degeneracy", an order near a degeneracy order, and orientation by an order of
 * one's own.
 */
public interface CoreFunctions {
  /** Device bytes of a peel. */
  @Symbol("cs_core_bytes")
  long bytes(NativeRecord graph);

  /** Cuts a peel's memory into arrays. */
  @Symbol("cs_core_bind")
  void bind(long memory, long size, NativeRecord graph, NativeRecord work);

  /** Symmetric rows out of oriented ones. */
  @Symbol("cs_core_symmetrise")
  void symmetrise(NativeRecord graph, NativeRecord work, long stream);

  /** Makes ready for the first {@link #peel}. */
  @Symbol("cs_core_start")
  void start(NativeRecord graph, NativeRecord work, long stream);

  /** Peels for a while; fills a header in pinned memory, which says whether to peel on. */
  @Symbol("cs_core_peel")
  void peel(
      NativeRecord graph,
      NativeRecord work,
      NativeRecord options,
      NativeRecord header,
      long stream);

  /**
   * Core numbers, into device memory of a word for each vertex.
   *
   * @param order device address of a peel's order, to number by rank of the graph oriented by it;
   *     0: by rank of the peeled graph
   */
  @Symbol("cs_core_numbers")
  void numbers(NativeRecord graph, NativeRecord work, long order, long numbers, long stream);

  /** The order by which {@link #orient} gives no vertex more targets than the degeneracy. */
  @Symbol("cs_core_order")
  void order(NativeRecord graph, NativeRecord work, long stream);

  /** Device bytes that {@link #approximateOrder} works in. */
  @Symbol("cs_approximate_order_bytes")
  long approximateOrderBytes(NativeRecord graph);

  /**
   * Orders near a degeneracy order, for {@link #orient}.
   *
   * @param rounds 14 at most; 0: the library's usual number
   * @param out 64 bits that receive the device address of the order at once, inside the memory
   */
  @Symbol("cs_approximate_order_run")
  void approximateOrder(
      NativeRecord graph, int rounds, long memory, long size, MemorySegment out, long stream);

  /**
   * Relabels and orients by an order.
   *
   * @param sourceRanks device address of active source ranks, the new rank 0 first
   * @param header in pinned memory
   */
  @Symbol("cs_orient")
  void orient(
      NativeRecord source,
      long sourceRanks,
      NativeRecord preparation,
      NativeRecord target,
      NativeRecord header,
      long stream);
}
