package io.cliquestream.kernels.cuda.library;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/** A function of the CUDA library did not enqueue its work. */
public final class LibraryStatusException extends ComputeException {
  private static final long serialVersionUID = 1L;

  private final String function;
  private final int status;

  LibraryStatusException(String function, int status) {
    super(code(status), function + ": " + text(status));
    this.function = function;
    this.status = status;
  }

  /** The function that refused. */
  public String function() {
    return function;
  }

  /** A negative {@code cs_status}, or the positive {@code cudaError_t} of a failed launch. */
  public int status() {
    return status;
  }

  /** Whether CUDA itself refused, so that the context may be beyond use. */
  public boolean isCudaError() {
    return status > 0;
  }

  private static FailureCode code(int status) {
    return status == CudaLibrary.UNSUPPORTED ? FailureCode.GRAPH_TOO_LARGE : FailureCode.INTERNAL;
  }

  private static String text(int status) {
    return switch (status) {
      case CudaLibrary.INVALID_ARGUMENT -> "an argument is invalid";
      case CudaLibrary.WORKSPACE_TOO_SMALL -> "the memory given is too small";
      case CudaLibrary.UNSUPPORTED -> "the graph is beyond a bound of this kernel";
      default -> status > 0 ? "CUDA error " + status : "status " + status;
    };
  }
}
