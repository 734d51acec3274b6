// The entry points of the search: along a plan and over all connected subgraphs, with bit rows for some vertices or for all.
#pragma once

#include "enumerate/census.cuh"
#include "enumerate/plan_traversal.cuh"
#include "enumerate/search.cuh"

#define CS_ENUMERATE_KERNEL(name, Way, all_bits)                               \
  extern "C" __global__ void __launch_bounds__(                                \
      cliquestream::enumerate::EnumeratePolicy::kThreads,                      \
      cliquestream::enumerate::EnumeratePolicy::kBlocksPerMultiprocessor)      \
      name(const __grid_constant__ cliquestream::enumerate::Job job) {         \
    cliquestream::enumerate::run<cliquestream::enumerate::Way, all_bits>(job); \
  }
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_plan, PlanTraversal, false)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_plan_bits, PlanTraversal, true)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_census, CensusTraversal, false)
CS_ENUMERATE_KERNEL(cs_kernel_enumerate_census_bits, CensusTraversal, true)
