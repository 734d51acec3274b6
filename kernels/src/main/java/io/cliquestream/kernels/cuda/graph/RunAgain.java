package io.cliquestream.kernels.cuda.graph;

/** Leaves a lane so that the job can wait or set more memory aside, and then be run again. */
final class RunAgain extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunAgain() {
    super("run again", null, false, false);
  }
}
