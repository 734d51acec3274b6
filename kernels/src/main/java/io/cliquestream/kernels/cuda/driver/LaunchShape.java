package io.cliquestream.kernels.cuda.driver;

/**
 * Shape of a one-dimensional launch.
 *
 * @param blocks blocks of the grid
 * @param threads threads of a block
 * @param sharedBytes dynamic shared memory of a block
 */
public record LaunchShape(int blocks, int threads, int sharedBytes) {
  /** Checks the bounds that hold for every device. */
  public LaunchShape {
    if (blocks < 1 || threads < 1 || threads > 1024 || sharedBytes < 0) {
      throw new IllegalArgumentException(
          "a launch of " + blocks + " blocks of " + threads + " threads, " + sharedBytes + " B");
    }
  }
}
