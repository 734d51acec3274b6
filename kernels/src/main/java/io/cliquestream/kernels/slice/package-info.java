/** Remembers, in bounded space, the slices that a device's work was done in. */
package io.cliquestream.kernels.slice;
