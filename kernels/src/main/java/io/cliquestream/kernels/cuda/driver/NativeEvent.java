package io.cliquestream.kernels.cuda.driver;

import jcuda.driver.CUevent;

/** An event whose handle can be given to the C library. */
public final class NativeEvent extends CUevent {
  public long address() {
    return getNativePointer();
  }
}
