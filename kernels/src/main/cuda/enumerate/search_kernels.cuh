// The entry points of the search: along a plan, with bit matrices or without, a lane an edge, over all connected subgraphs, each
// with bit rows for some vertices or for all; along a plan with labels; plain DFS; cycles; and houses, sums and homomorphisms, after
// the triangles of every edge.
#pragma once

#include "enumerate/census.cuh"
#include "enumerate/cycles.cuh"
#include "enumerate/house.cuh"
#include "enumerate/maps.cuh"
#include "enumerate/pair_traversal.cuh"
#include "enumerate/plan_traversal.cuh"
#include "enumerate/search.cuh"
#include "enumerate/sums.cuh"

namespace cliquestream::enumerate {

template <class Way>
__global__ void __launch_bounds__(EnumeratePolicy::kThreads, EnumeratePolicy::kBlocksPerMultiprocessor)
    cs_kernel_enumerate_search(const __grid_constant__ Job job) {
  run<Way>(job);
}
template <class Counters>
__global__ void __launch_bounds__(EnumeratePolicy::kCycleThreads) cs_kernel_enumerate_cycles(
    const __grid_constant__ Job job) {
  run_cycles<Counters>(job);
}
template <bool kAllBits>
__global__ void __launch_bounds__(EnumeratePolicy::kThreads, EnumeratePolicy::kBlocksPerMultiprocessor)
    cs_kernel_enumerate_edge_triangles(const __grid_constant__ Job job) {
  run_edge_triangles<kAllBits>(job);
}
template <class Counters>
__global__ void __launch_bounds__(EnumeratePolicy::kCycleThreads) cs_kernel_enumerate_houses(
    const __grid_constant__ Job job) {
  run_houses<Counters>(job);
}
template <bool kAllBits>
__global__ void __launch_bounds__(EnumeratePolicy::kSumThreads, EnumeratePolicy::kSumBlocks) cs_kernel_enumerate_sums(
    const __grid_constant__ Job job) {
  run_sums<kAllBits>(job);
}
template <class Counters, bool kAllBits>
__global__ void __launch_bounds__(EnumeratePolicy::kMapThreads) cs_kernel_enumerate_maps(const __grid_constant__ Job job) {
  run_maps<Counters, kAllBits>(job);
}

}  // namespace cliquestream::enumerate
