package io.cliquestream.kernels.cuda.driver;

import jcuda.driver.CUstream;

/** A stream whose handle can be given to the C library. */
public final class NativeStream extends CUstream {
  public long address() {
    return getNativePointer();
  }
}
