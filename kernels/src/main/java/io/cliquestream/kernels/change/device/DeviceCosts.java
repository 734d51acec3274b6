package io.cliquestream.kernels.change.device;

/**
 * What a device is expected to take, before anything was measured, and how much it takes at once.
 *
 * @param callNanos a step without changes, there and back
 * @param changeNanos a changed edge: to the device, and into the rows there
 * @param stepNanos what a step of following on the host is worth on the device
 * @param loadEdgeNanos an edge of a graph that is not there yet
 * @param mostNanos longest predicted step: a kernel that counts changes hears of no stop
 * @param mostChanges changes that are applied at once; more are several batches to the device
 */
public record DeviceCosts(
    double callNanos,
    double changeNanos,
    double stepNanos,
    double loadEdgeNanos,
    double mostNanos,
    int mostChanges) {}
