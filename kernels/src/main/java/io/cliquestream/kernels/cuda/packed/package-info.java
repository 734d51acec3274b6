/**
 * Pairs on their way to a device in half their bytes: threads of the host pack runs of them into
 * page-locked slabs, the device unpacks those that arrived.
 */
package io.cliquestream.kernels.cuda.packed;
