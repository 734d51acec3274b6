package io.cliquestream.kernels.cuda.driver;

import jcuda.driver.CUfunction;

/**
 * A kernel of a loaded module. Lives as long as its module.
 *
 * @param name the kernel's plain name
 * @param handle the driver's
 */
public record DeviceFunction(String name, CUfunction handle) {}
