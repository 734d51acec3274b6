package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.cuda.process.ProcessPolicies;
import io.cliquestream.kernels.cuda.process.ProcessPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The host's engine in a process of its own, with everything that a GPU's has but the GPU: so that
 * what is done with devices is tested without one. It predicts a tenth of a second of whatever it
 * is given.
 */
public final class HostAsDevice {
  static final ProcessPolicy POLICY =
      ProcessPolicies.of(
          3,
          8,
          50,
          Duration.ofMinutes(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          16,
          List.of("-Xmx256m", "-XX:+UseSerialGC"));

  private HostAsDevice() {}

  /**
   * Opens one, of one thread.
   *
   * @param here makes answers of sums
   */
  public static Engine open(CpuEngine here) {
    return supervised(here);
  }

  static SupervisedEngine supervised(CpuEngine here) {
    return SupervisedEngine.open(
        EngineKind.CUDA,
        POLICY,
        CpuSharingService.class,
        EngineOptions.DEFAULT.withThreads(1),
        Optional.of(new CpuSharing(here.parts().orElseThrow())),
        Optional.empty());
  }
}
