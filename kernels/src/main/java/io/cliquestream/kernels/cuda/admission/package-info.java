/**
 * Which jobs a device's memory holds: reservations under one budget, and the line of those that
 * wait. It counts bytes and allocates none. Any thread may ask; the line is served under its lock.
 */
package io.cliquestream.kernels.cuda.admission;
