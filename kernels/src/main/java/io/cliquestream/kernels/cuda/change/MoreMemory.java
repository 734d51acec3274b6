package io.cliquestream.kernels.cuda.change;

/** Ends a task that needs more memory than was set aside; what it had done stays done. */
final class MoreMemory extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long bytes;

  /**
   * @param bytes that the next task must set aside
   */
  MoreMemory(long bytes) {
    super("more memory", null, false, false);
    this.bytes = bytes;
  }

  long bytes() {
    return bytes;
  }
}
