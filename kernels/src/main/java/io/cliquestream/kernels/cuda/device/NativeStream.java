package io.cliquestream.kernels.cuda.device;

import jcuda.driver.CUstream;

/** A stream whose handle can be given to the C library. */
final class NativeStream extends CUstream {
  long address() {
    return getNativePointer();
  }
}
