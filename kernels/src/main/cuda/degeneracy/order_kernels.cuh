// From sub-rounds to an order that is the same in every run.
#pragma once

#include "degeneracy/state.cuh"

// Sort keys: the smaller, the later a vertex left. A stable sort then breaks ties by rank.
extern "C" __global__ void cs_kernel_core_order_keys(
    const uint2* __restrict__ result, uint64_t active, uint32_t* key, uint32_t* rank) {
  const cliquestream::u64 u = cliquestream::global_thread();
  if (u < active) {
    key[u] = static_cast<uint32_t>(active - 1) - result[u].y;
    rank[u] = static_cast<uint32_t>(u);
  }
}

extern "C" __global__ void cs_kernel_core_places(
    const uint32_t* __restrict__ order, uint64_t active, uint2* result) {
  const cliquestream::u64 r = cliquestream::global_thread();
  if (r < active) {
    result[order[r]].y = static_cast<uint32_t>(active - 1 - r);
  }
}

extern "C" __global__ void cs_kernel_core_numbers(
    const uint2* __restrict__ result, const uint32_t* __restrict__ order, uint64_t active, uint32_t* numbers) {
  const cliquestream::u64 r = cliquestream::global_thread();
  if (r < active) {
    numbers[r] = result[order == nullptr ? r : order[r]].x;
  }
}
