package io.cliquestream.kernels.cuda.library;

/** The breadth-first section of the header {@code cliquestream_maximum.h}. */
@Symbol("cs_breadth")
public interface BreadthFunctions extends CliqueNumberFunctions {
  /**
   * The orientation by index.
   *
   * @param header in pinned memory
   */
  @Symbol("cs_breadth_orient_by_id")
  void orientById(
      NativeRecord source,
      NativeRecord preparation,
      NativeRecord target,
      NativeRecord header,
      long stream);
}
