package io.cliquestream.kernels.cuda.process;

import java.time.Duration;
import java.util.List;

/** Policies of device processes in tests, with the usual time alone. */
public final class ProcessPolicies {
  /** Times a stopped call is waited for while others get on. */
  private static final int CROWDED = 12;

  private ProcessPolicies() {}

  public static ProcessPolicy of(
      int tries,
      int reruns,
      int restarts,
      Duration restartWindow,
      Duration startTime,
      Duration stopTime,
      Duration checkTime,
      Duration progressTime,
      int waitingCalls,
      List<String> jvmArguments) {
    return new ProcessPolicy(
        tries,
        reruns,
        restarts,
        restartWindow,
        ProcessPolicy.DEFAULT.aloneTime(),
        startTime,
        stopTime,
        stopTime.multipliedBy(CROWDED),
        checkTime,
        progressTime,
        waitingCalls,
        jvmArguments);
  }
}
