// The entry points of the search: along a plan, with bit matrices or without, a lane an edge, over all connected subgraphs, each
// with bit rows for some vertices or for all; along a plan with labels; plain DFS; and cycles.
#pragma once

#include "enumerate/census.cuh"
#include "enumerate/cycles.cuh"
#include "enumerate/pair_traversal.cuh"
#include "enumerate/plan_traversal.cuh"
#include "enumerate/search.cuh"

#define CS_ENUMERATE_KERNEL(name, ...)                                         \
  extern "C" __global__ void __launch_bounds__(                                \
      cliquestream::enumerate::EnumeratePolicy::kThreads,                      \
      cliquestream::enumerate::EnumeratePolicy::kBlocksPerMultiprocessor)      \
      name(const __grid_constant__ cliquestream::enumerate::Job job) {         \
    using namespace cliquestream::enumerate;                                   \
    run<__VA_ARGS__>(job);                                                     \
  }
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_plan, PlanTraversal<WarpGroup, false, false>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_plan_bits, PlanTraversal<WarpGroup, true, false>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_plan_labels, PlanTraversal<WarpGroup, false, false, true>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_tiles_labels, PlanTraversal<WarpGroup, false, true, true>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_edges, PairTraversal<false>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_edges_bits, PairTraversal<true>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_tiles, PlanTraversal<WarpGroup, false, true>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_tiles_bits, PlanTraversal<WarpGroup, true, true>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_census, CensusTraversal<WarpGroup, false>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_census_bits, CensusTraversal<WarpGroup, true>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_plan_thread, PlanTraversal<ThreadGroup, false, false>)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_census_thread, CensusTraversal<ThreadGroup, false>)

#define CS_ENUMERATE_CYCLES_KERNEL(name, Counters)                                                                    \
  extern "C" __global__ void __launch_bounds__(cliquestream::enumerate::EnumeratePolicy::kCycleThreads)               \
      name(const __grid_constant__ cliquestream::enumerate::Job job) {                                                \
    cliquestream::enumerate::run_cycles<cliquestream::enumerate::Counters>(job);                                      \
  }
CS_ENUMERATE_CYCLES_KERNEL(cs_kernel_enumerate_cycles, SharedCounters)
CS_ENUMERATE_CYCLES_KERNEL(cs_kernel_enumerate_cycles_global, GlobalCounters)
