/*
 * Cliquestream's device side: the C ABI of libcliquestream_cuda. Here: graphs, core numbers and triangles; cliques,
 * maximum and maximal cliques and enumeration have headers of their own beside this one.
 *
 * Rules that hold for every function here:
 *   - Functions named *_bytes and *_bind run on the host alone and touch no device.
 *   - Every other function only enqueues work on the given stream. None allocates, none synchronises.
 *   - A function returns 0, or a negative cs_status, or a positive cudaError_t of a launch that failed.
 *   - Device memory is the caller's. Each area is asked for with *_bytes and cut into arrays with *_bind, so a
 *     job's peak memory is known before anything starts.
 *   - Headers are small records that the device fills and the launcher copies to pinned host memory. The caller
 *     waits for the stream before it reads one. Sizes of the next step depend on them.
 *
 * Ranks: after cs_prepare_* rank 0 is the vertex with the largest degree, ties go to the smaller id; cs_orient gives
 * any other order. N+(u) are the neighbours of u with a smaller rank, ascending.
 *
 * Called by the C programs of src/test/cuda and src/bench/cuda alone, which NativeFunctionsTest holds to this list:
 *   - cs_completion_status: Java reads the record itself
 *   - cs_order_by_priority: random orders, under which every kernel has to be exact
 *   - cs_partition_deduplicate: Java makes parts of graphs that have no edge twice
 *   - cs_set_shared_memory_limit: a smaller device than the one at hand
 */
#ifndef CLIQUESTREAM_CUDA_H
#define CLIQUESTREAM_CUDA_H

#include "cliquestream_cores.h"
#include "cliquestream_graph.h"
#include "cliquestream_triangles.h"
#include "cliquestream_types.h"

#endif
