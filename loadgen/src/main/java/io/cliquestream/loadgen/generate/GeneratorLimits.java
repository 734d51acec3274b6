package io.cliquestream.loadgen.generate;

/**
 * What generating may use.
 *
 * @param threads 1 or more
 * @param memoryBytes off-heap bytes for drawn edges, 8 each; a larger graph is generated in several
 *     rounds, each of which draws everything again and keeps its part
 */
public record GeneratorLimits(int threads, long memoryBytes) {
  private static final long DEFAULT_MEMORY = 1L << 30;

  /** Checks the bounds. */
  public GeneratorLimits {
    if (threads < 1 || memoryBytes < 8) {
      throw new IllegalArgumentException(threads + " threads, " + memoryBytes + " bytes");
    }
  }

  /** All processors, 1 GiB. */
  public static GeneratorLimits defaults() {
    return new GeneratorLimits(Runtime.getRuntime().availableProcessors(), DEFAULT_MEMORY);
  }
}
