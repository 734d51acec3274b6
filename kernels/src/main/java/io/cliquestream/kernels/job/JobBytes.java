package io.cliquestream.kernels.job;

/**
 * Host memory that a job takes at most while it runs, the graph and its orientations not included.
 *
 * @param heap bytes of arrays and objects
 * @param offHeap bytes off the heap
 */
public record JobBytes(long heap, long offHeap) {
  /** Nothing. */
  public static final JobBytes NONE = new JobBytes(0, 0);

  /**
   * Checks that bytes are not negative.
   *
   * @throws IllegalArgumentException when they are
   */
  public JobBytes {
    if (heap < 0 || offHeap < 0) {
      throw new IllegalArgumentException(heap + " and " + offHeap + " bytes");
    }
  }

  /**
   * {@return both together}
   *
   * @param other bytes taken at the same time
   */
  public JobBytes plus(JobBytes other) {
    return new JobBytes(heap + other.heap, offHeap + other.offHeap);
  }

  /**
   * What either needs.
   *
   * @param other bytes taken at another time
   * @return the larger of each kind
   */
  public JobBytes or(JobBytes other) {
    return new JobBytes(Math.max(heap, other.heap), Math.max(offHeap, other.offHeap));
  }
}
