package io.cliquestream.kernels.cuda.driver;

import jcuda.driver.CUdeviceptr;

/** A device address that can be read and made from a number. */
public final class DevicePointer extends CUdeviceptr {
  /** To be filled by an allocation. */
  public DevicePointer() {}

  /** JCuda has no constructor from an address, but adds an offset to a null pointer. */
  public DevicePointer(long address) {
    super(new CUdeviceptr(), address);
  }

  public long address() {
    return getNativePointer() + getByteOffset();
  }
}
