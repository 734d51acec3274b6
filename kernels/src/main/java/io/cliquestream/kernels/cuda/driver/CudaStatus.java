package io.cliquestream.kernels.cuda.driver;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import jcuda.driver.CUresult;

/**
 * Judges what a call to CUDA returned. Runtime and driver use the same numbers for the errors told
 * apart here.
 *
 * <p>A sticky error has destroyed the context: memory is lost and every later call returns the same
 * error. The others leave everything as it was.
 */
public final class CudaStatus {
  /** CUDA_ERROR_CONTAINED and CUDA_ERROR_TENSOR_MEMORY_LEAK, newer than JCuda's list. */
  private static final int CONTAINED = 226;

  private static final int TENSOR_MEMORY_LEAK = 721;

  private CudaStatus() {}

  /** Whether the error destroyed the context. */
  public static boolean sticky(int status) {
    return switch (status) {
      case CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
          CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
          CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
          CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
          CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
          CUresult.CUDA_ERROR_ASSERT,
          CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
          CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
          CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
          CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
          CUresult.CUDA_ERROR_INVALID_PC,
          CUresult.CUDA_ERROR_LAUNCH_FAILED,
          CUresult.CUDA_ERROR_EXTERNAL_DEVICE,
          CONTAINED,
          TENSOR_MEMORY_LEAK,
          CUresult.CUDA_ERROR_UNKNOWN ->
          true;
      default -> false;
    };
  }

  /** The ordinary failure of a call, for a person and for a program. */
  public static ComputeException failure(String operation, int status) {
    return new ComputeException(
        status == CUresult.CUDA_ERROR_OUT_OF_MEMORY
            ? FailureCode.JOB_MEMORY_EXCEEDED
            : FailureCode.INTERNAL,
        message(operation, status));
  }

  public static String message(String operation, int status) {
    return operation + " failed: " + name(status) + " (" + status + ")";
  }

  static String name(int status) {
    String name = CUresult.stringFor(status);
    return name == null || name.startsWith("INVALID") ? "CUDA error" : name;
  }

  /** For calls outside any lane, before or after the context's life. */
  public static void check(String operation, int status) {
    if (status != CUresult.CUDA_SUCCESS) {
      throw failure(operation, status);
    }
  }
}
