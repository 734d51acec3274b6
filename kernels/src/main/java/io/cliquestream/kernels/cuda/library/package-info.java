/**
 * The C ABI of libcliquestream_cuda ({@code cliquestream_cuda.h}) called through the foreign
 * function interface: one class for each section of the header. Nothing here allocates on the
 * device or waits for it; callers own memory, streams and order.
 */
package io.cliquestream.kernels.cuda.library;
