package io.cliquestream.kernels.graph.build;

/**
 * Sizes of {@link BucketRows}.
 *
 * @param rangeBits vertices are counted in at most two to the power of so many ranges, one of which
 *     is the least that a bucket can be
 * @param bucketArcs arcs of a bucket of several ranges, at most
 * @param fullBuckets buckets are larger where there would be more than about so many
 * @param heapArcs arcs of a bucket or a row that is sorted on the heap, at most
 */
record BucketPolicy(int rangeBits, long bucketArcs, long fullBuckets, int heapArcs) {
  /**
   * A bucket and the room to sort it into are 256 KiB, what a core's second cache holds; what a
   * thread keeps on the heap for its blocks is 2 MiB at most, and for arcs 4 MiB.
   */
  static final BucketPolicy DEFAULT = new BucketPolicy(14, 1 << 15, 1 << 12, 1 << 19);

  /** Whether a graph of so many vertices can be built by buckets. */
  boolean fits(int vertices) {
    int bits = bits(vertices);
    return Math.max(0, bits - rangeBits) + bits <= Integer.SIZE;
  }

  /** Bits of a number below {@code bound}, 1 or more. */
  static int bits(int bound) {
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(bound, 1) - 1));
  }
}
