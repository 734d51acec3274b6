package io.cliquestream.cli.campaign;

import java.util.List;

/**
 * What a campaign saw of the workers' devices.
 *
 * @param faultJobs jobs that break the device, sent
 * @param answeredAsFault of them, those answered with DEVICE_FAULT and nothing else
 * @param kills SIGKILL of a device process
 * @param ended device processes that ended, by faults, kills and themselves
 * @param slowestNotReady longest time from such an end until the worker said so, in seconds
 * @param slowestReady longest time from such an end until the worker took jobs again, in seconds
 * @param neverBack workers that had not come back at the end
 * @param peakShare largest share of its budget that a device's memory was used to
 */
record DeviceOutcome(
    int faultJobs,
    int answeredAsFault,
    int kills,
    int ended,
    double slowestNotReady,
    double slowestReady,
    int neverBack,
    double peakShare) {
  static DeviceOutcome of(int faultJobs, int answeredAsFault, int kills, List<DeviceWatch> seen) {
    int ended = 0;
    double notReady = 0;
    double ready = 0;
    int neverBack = 0;
    double share = 0;
    for (DeviceWatch watch : seen) {
      DeviceWatch.Seen one = watch.seen();
      ended += one.ended();
      notReady = Math.max(notReady, one.slowestNotReady());
      ready = Math.max(ready, one.slowestReady());
      neverBack += one.neverBack();
      share = Math.max(share, watch.peakShare());
    }
    return new DeviceOutcome(
        faultJobs, answeredAsFault, kills, ended, notReady, ready, neverBack, share);
  }

  /** Whether everything broken was answered as such, came back, and stayed inside its memory. */
  boolean passed() {
    return answeredAsFault == faultJobs && neverBack == 0 && peakShare <= 1;
  }
}
