package io.cliquestream.kernels.cuda.device;

/**
 * How a long kernel is cut.
 *
 * @param slices number of launches
 * @param work the whole work, in the unit the job's phase began with
 * @param counter device memory that holds a 64-bit counter of finished work in the same unit, or
 *     null: each slice then counts the same
 * @param counterOffset where in it
 * @param strided whether slice i of n is every n-th unit from the i-th on, so that beside short
 *     tasks a slice can be cut again: into i, i + n, i + 2n … of a multiple of n
 */
public record SlicePlan(
    int slices, double work, DeviceMemory counter, long counterOffset, boolean strided) {
  private static final int MOST_SLICES = 1 << 16;

  /** Of slices that cannot be cut again. */
  public SlicePlan(int slices, double work, DeviceMemory counter, long counterOffset) {
    this(slices, work, counter, counterOffset, false);
  }

  /** Checks the bounds. */
  public SlicePlan {
    if (slices < 1 || slices > MOST_SLICES) {
      throw new IllegalArgumentException(slices + " slices: 1 to " + MOST_SLICES + " are allowed");
    }
  }
}
