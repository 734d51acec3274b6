package io.cliquestream.kernels.cuda.device;

import jcuda.driver.CUfunction;

/** A kernel of a {@link DeviceModule}. */
public final class DeviceFunction {
  private final String name;
  private final CUfunction handle = new CUfunction();

  DeviceFunction(String name) {
    this.name = name;
  }

  /** The kernel's plain name. */
  public String name() {
    return name;
  }

  CUfunction handle() {
    return handle;
  }
}
