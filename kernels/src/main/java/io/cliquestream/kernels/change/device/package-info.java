/**
 * Copies of evolving graphs on a device, and what it counts of their changes. Knows no device: an
 * engine that has one says how it is reached. A device's copies are shared by all jobs of its
 * engine; every class says itself who may call it.
 */
package io.cliquestream.kernels.change.device;
