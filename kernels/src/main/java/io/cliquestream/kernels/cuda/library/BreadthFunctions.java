package io.cliquestream.kernels.cuda.library;

/** The breadth-first section of the header {@code cliquestream_maximum.h}. */
@Symbol("cs_breadth")
public interface BreadthFunctions extends CliqueNumberFunctions {
  /**
   * Other rows of the 2-clique list.
   *
   * @param byId 1: a row holds the neighbours with larger ids
   * @param unsorted 1: rows ascend by id
   * @param header in pinned memory
   */
  @Symbol("cs_breadth_orient")
  void orient(
      NativeRecord source,
      int byId,
      int unsorted,
      NativeRecord preparation,
      NativeRecord target,
      NativeRecord header,
      long stream);
}
