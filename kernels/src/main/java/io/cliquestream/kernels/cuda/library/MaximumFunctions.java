package io.cliquestream.kernels.cuda.library;

/** The header {@code cliquestream_maximum.h}: maximum cliques, one or all. */
@Symbol("cs_maximum")
public interface MaximumFunctions extends CliqueNumberFunctions {
  /** One round: filters roots and stores subproblems until the pool is full. */
  @Symbol("cs_maximum_reduce")
  void reduce(NativeRecord graph, NativeRecord options, NativeRecord work, long stop, long stream);
}
