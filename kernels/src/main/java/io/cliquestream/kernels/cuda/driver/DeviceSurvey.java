package io.cliquestream.kernels.cuda.driver;

import java.util.List;
import java.util.Optional;

/**
 * What was found when somebody looked for GPUs.
 *
 * @param devices the usable GPUs, empty when there is a problem
 * @param problem in one sentence why no GPU can be used
 */
public record DeviceSurvey(List<DeviceDescription> devices, Optional<String> problem) {
  /** Copies the list. */
  public DeviceSurvey {
    devices = List.copyOf(devices);
  }

  static DeviceSurvey none(String problem) {
    return new DeviceSurvey(List.of(), Optional.of(problem));
  }

  static String versionText(int version) {
    return version / 1000 + "." + version % 1000 / 10;
  }
}
