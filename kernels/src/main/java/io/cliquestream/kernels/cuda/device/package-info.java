/**
 * The runtime of the CUDA engine: who owns a GPU, its memory and its streams.
 *
 * <p>{@link io.cliquestream.kernels.cuda.driver.CudaDevices} says which GPUs are there. {@link
 * io.cliquestream.kernels.cuda.device.CudaDevice} is the one owner of a GPU's primary context. It
 * runs tasks on {@link io.cliquestream.kernels.cuda.device.Lane lanes}, a platform thread and a
 * stream each. A task gets memory from its lane, within the bytes that admission has set aside for
 * it, enqueues kernels in bounded {@link io.cliquestream.kernels.cuda.device.SlicedRun slices}, and
 * waits by events. Nothing here knows graphs or algorithms.
 */
package io.cliquestream.kernels.cuda.device;
