/**
 * Keeps a GPU in a process of its own, so that the service outlives the GPU's faults.
 *
 * <p>After an illegal address, a trap or a watchdog the CUDA driver refuses the GPU to the process
 * for good (see {@link io.cliquestream.kernels.cuda.device.CudaDevice}). So the process that owns
 * the device is a child: {@link io.cliquestream.kernels.cuda.process.DeviceSupervisor} starts it,
 * sends it calls, and when it faults, hangs or dies, starts another, gives it back what was cached
 * from the host's copies, and runs the calls again:
 *
 * <ul>
 *   <li>a <b>bystander</b>, which had nothing unfinished on the device, at once beside others;
 *   <li>a <b>suspect</b>, one of several that had, alone: a second fault is then surely its own;
 *   <li>the <b>offender</b> alone too, a bounded number of times; then it fails with DEVICE_FAULT.
 * </ul>
 *
 * <p>The child runs a {@link io.cliquestream.kernels.cuda.process.DeviceService}; requests and
 * answers are bytes to this package. Graphs do not cross the pipe: they are mapped by both.
 */
package io.cliquestream.kernels.cuda.process;
