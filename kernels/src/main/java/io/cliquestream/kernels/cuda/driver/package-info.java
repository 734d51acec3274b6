/**
 * The driver as it is: loading it, the devices it sees, its statuses, handles and pointers, and the
 * policy of a device. Knows nothing of lanes or jobs, and keeps no state but what the driver has.
 */
package io.cliquestream.kernels.cuda.driver;
