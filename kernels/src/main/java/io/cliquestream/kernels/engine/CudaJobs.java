package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.cuda.enumerate.CudaCliqueListing;
import io.cliquestream.kernels.cuda.enumerate.CudaMotifCensus;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;

/** What the CUDA engine can do with jobs. */
final class CudaJobs {
  private CudaJobs() {}

  /** Whether the device has kernels for a job. */
  static boolean hasKernels(Job job) {
    return switch (job) {
      case TriangleCount _,
          MaximumClique _,
          KCliqueCount _,
          MaximalCliques _,
          PatternMatch _,
          CoreDecomposition _ ->
          true;
      case MotifCensus census -> CudaMotifCensus.has(census);
      case CliqueListing listing -> CudaCliqueListing.has(listing);
      case CliqueEstimate _ -> false;
    };
  }

  /**
   * Whether a job lists in the order in which the device finds, which is another in each run.
   * Maximal cliques are listed in an order that depends on the graph alone.
   */
  static boolean listsInAnyOrder(Job job) {
    return job instanceof CliqueListing || (job instanceof PatternMatch match && match.list());
  }

  /** Whether a job's answer, or the way to it, speaks of vertices by the host's numbers. */
  static boolean namesVertices(Job job) {
    return switch (job) {
      case TriangleCount count -> count.local();
      case KCliqueCount count -> count.local();
      case CoreDecomposition decomposition -> decomposition.perVertex();
      case MaximumClique _, MaximalCliques _, MotifCensus _, PatternMatch _, CliqueListing _ ->
          true;
      case CliqueEstimate _ -> false;
    };
  }
}
