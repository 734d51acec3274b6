/**
 * Triangles on a device: wedges, merge and hash, and the prediction of their times. Runs on a
 * lane's thread.
 */
package io.cliquestream.kernels.cuda.triangle;
