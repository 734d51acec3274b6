// Ranks by degree, largest first, ties by id.
#pragma once

#include "triangles/grid/policy.cuh"

namespace cliquestream::grid {

// The sort's input: every id, its key the smaller, the larger its degree.
__global__ void __launch_bounds__(GridPolicy::kThreads) cs_kernel_grid_degrees(
    const u64* __restrict__ offsets, u64 first, u64 count, u32* __restrict__ keys, u32* __restrict__ ids,
    cs_grid_header* header) {
  u32 largest = 0;
  u64 active = 0;
  for (u64 i = global_thread(); i < count; i += global_threads()) {
    const u32 degree = static_cast<u32>(offsets[i + 1] - offsets[i]);
    keys[first + i] = ~degree;
    ids[first + i] = static_cast<u32>(first + i);
    largest = max(largest, degree);
    active += degree != 0;
  }
  largest = __reduce_max_sync(kFullWarp, largest);
  if (lane_id() == 0 && largest != 0) {
    atomicMax(reinterpret_cast<atomic64*>(&header->max_degree), static_cast<atomic64>(largest));
  }
  add_warp_sum(&header->active, active);
}

__global__ void __launch_bounds__(GridPolicy::kThreads)
    cs_kernel_grid_ranks(const u32* __restrict__ ids, u64 vertices, u32* __restrict__ rank_by_id) {
  for (u64 rank = global_thread(); rank < vertices; rank += global_threads()) {
    rank_by_id[ids[rank]] = static_cast<u32>(rank);
  }
}

}  // namespace cliquestream::grid
