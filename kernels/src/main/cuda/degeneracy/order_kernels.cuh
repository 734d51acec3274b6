// From sub-rounds to an order that is the same in every run.
#pragma once

#include "degeneracy/state.cuh"

namespace cliquestream::degeneracy {

// Sort keys: the smaller, the later a vertex left. A stable sort then breaks ties by rank.
__global__ void cs_kernel_core_order_keys(const uint2* __restrict__ result, u64 active, u32* key, u32* rank) {
  const u64 u = global_thread();
  if (u < active) {
    key[u] = static_cast<u32>(active - 1) - result[u].y;
    rank[u] = static_cast<u32>(u);
  }
}

__global__ void cs_kernel_core_places(const u32* __restrict__ order, u64 active, uint2* result) {
  const u64 r = global_thread();
  if (r < active) {
    result[order[r]].y = static_cast<u32>(active - 1 - r);
  }
}

__global__ void cs_kernel_core_numbers(
    const uint2* __restrict__ result, const u32* __restrict__ order, u64 active, u32* numbers) {
  const u64 r = global_thread();
  if (r < active) {
    numbers[r] = result[order == nullptr ? r : order[r]].x;
  }
}

}  // namespace cliquestream::degeneracy
