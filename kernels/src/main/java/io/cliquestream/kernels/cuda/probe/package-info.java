/** Whether a device computes, asked before it gets a job. */
package io.cliquestream.kernels.cuda.probe;
