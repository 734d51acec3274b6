package io.cliquestream.kernels.cuda.process;

/** Takes the pages of one call's answer, on the caller's thread. */
@FunctionalInterface
public interface PageSink {
  /** A try begins: what an earlier one has left unfinished is void. */
  default void begin() {}

  /**
   * Takes a page.
   *
   * @param number 0 for the first page of a try; a call that is run again starts at 0 again
   */
  void page(long number, byte[] bytes);
}
