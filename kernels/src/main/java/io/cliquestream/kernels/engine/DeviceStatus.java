package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.failure.ComputeException;

/**
 * A GPU engine as it is now, for metrics and health.
 *
 * @param name the device in words; of one that could not be opened, why
 * @param ready whether it takes jobs; false after a fault that ended its context, and when it could
 *     not be opened
 * @param budgetBytes most bytes of device memory in use at a time
 * @param usedBytes bytes allocated now
 * @param peakBytes largest number of bytes allocated so far
 * @param cachedBytes bytes of graphs kept beyond a job's end
 * @param cachedGraphs graphs kept
 * @param cacheHits jobs that found their graph on the device
 * @param cacheMisses jobs that did not
 * @param cacheEvictions graphs pushed out
 * @param lanes GPU jobs that can run side by side
 * @param busyLanes jobs on a lane now
 * @param waitingJobs jobs that wait for memory
 * @param deviceJobs jobs the device has answered
 * @param hostJobs jobs that this engine gave to the host
 * @param faults faults that ended the device's context
 */
public record DeviceStatus(
    String name,
    boolean ready,
    long budgetBytes,
    long usedBytes,
    long peakBytes,
    long cachedBytes,
    long cachedGraphs,
    long cacheHits,
    long cacheMisses,
    long cacheEvictions,
    int lanes,
    int busyLanes,
    int waitingJobs,
    long deviceJobs,
    long hostJobs,
    long faults) {

  /**
   * A device that was asked for and could not be opened: it takes no jobs and has nothing.
   *
   * @param index of the device, as the driver counts
   * @param problem what it said
   */
  static DeviceStatus absent(int index, ComputeException problem) {
    return new DeviceStatus(
        "GPU " + index + " was not opened: " + problem.getMessage(),
        false,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  DeviceStatus withHostJobs(long count) {
    return with(ready, count, faults);
  }

  DeviceStatus withProcess(boolean nowReady, long processFaults) {
    return with(nowReady, hostJobs, processFaults);
  }

  /** Two devices as one: sums, ready when one of them is. */
  DeviceStatus plus(DeviceStatus other) {
    return new DeviceStatus(
        name + "; " + other.name,
        ready || other.ready,
        budgetBytes + other.budgetBytes,
        usedBytes + other.usedBytes,
        peakBytes + other.peakBytes,
        cachedBytes + other.cachedBytes,
        cachedGraphs + other.cachedGraphs,
        cacheHits + other.cacheHits,
        cacheMisses + other.cacheMisses,
        cacheEvictions + other.cacheEvictions,
        lanes + other.lanes,
        busyLanes + other.busyLanes,
        waitingJobs + other.waitingJobs,
        deviceJobs + other.deviceJobs,
        hostJobs + other.hostJobs,
        faults + other.faults);
  }

  private DeviceStatus with(boolean nowReady, long nowHostJobs, long nowFaults) {
    return new DeviceStatus(
        name,
        nowReady,
        budgetBytes,
        usedBytes,
        peakBytes,
        cachedBytes,
        cachedGraphs,
        cacheHits,
        cacheMisses,
        cacheEvictions,
        lanes,
        busyLanes,
        waitingJobs,
        deviceJobs,
        nowHostJobs,
        nowFaults);
  }
}
