package io.cliquestream.kernels.cuda.driver;

import java.lang.foreign.MemorySegment;
import jcuda.Pointer;

/** The address of off-heap memory. */
public final class HostPointer extends Pointer {
  public HostPointer(MemorySegment segment) {
    super(checked(segment));
  }

  private static long checked(MemorySegment segment) {
    if (!segment.isNative()) {
      throw new IllegalArgumentException("the device reads off-heap memory only");
    }
    return segment.address();
  }
}
