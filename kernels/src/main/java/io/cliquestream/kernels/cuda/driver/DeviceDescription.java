package io.cliquestream.kernels.cuda.driver;

/**
 * A GPU as its driver describes it.
 *
 * @param ordinal the driver's index
 * @param computeMajor compute capability, 9 of 9.0
 * @param computeMinor compute capability, 0 of 9.0
 * @param memoryBytes all device memory
 * @param driverVersion CUDA version the driver supports, 13000 for 13.0
 */
public record DeviceDescription(
    int ordinal,
    String name,
    int computeMajor,
    int computeMinor,
    int multiprocessors,
    long memoryBytes,
    int driverVersion) {

  /** The architecture as compilers name it, 90 for sm_90. */
  public int architecture() {
    return computeMajor * 10 + computeMinor;
  }

  @Override
  public String toString() {
    return name
        + " (compute capability "
        + computeMajor
        + "."
        + computeMinor
        + ", "
        + multiprocessors
        + " multiprocessors, "
        + (memoryBytes >> 30)
        + " GiB, driver for CUDA "
        + DeviceSurvey.versionText(driverVersion)
        + ")";
  }
}
