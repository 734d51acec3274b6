package io.cliquestream.kernels.job;

/** What to compute on a graph. Every job checks its own options when it is made. */
public sealed interface Job
    permits TriangleCount,
        KCliqueCount,
        MaximumClique,
        MaximalCliques,
        MotifCensus,
        PatternMatch,
        CliqueListing,
        CliqueEstimate,
        CoreDecomposition {

  /**
   * {@return the job's name on the command line and in metrics: lower case, words joined by "-"}
   */
  String name();
}
