package io.cliquestream.kernels.cuda.device;

import jcuda.driver.CUevent;

/** An event whose handle can be given to the C library. */
final class NativeEvent extends CUevent {
  long address() {
    return getNativePointer();
  }
}
