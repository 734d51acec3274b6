package io.cliquestream.kernels.cuda.device;

import jcuda.driver.CUdeviceptr;

/** A device address that can be read and made from a number. */
final class DevicePointer extends CUdeviceptr {
  /** To be filled by an allocation. */
  DevicePointer() {}

  /** JCuda has no constructor from an address, but adds an offset to a null pointer. */
  DevicePointer(long address) {
    super(new CUdeviceptr(), address);
  }

  long address() {
    return getNativePointer() + getByteOffset();
  }
}
