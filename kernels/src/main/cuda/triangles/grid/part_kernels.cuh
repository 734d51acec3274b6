// A part that arrived: where its rows are, and the same arcs by their targets.
#pragma once

#include "triangles/grid/policy.cuh"

namespace cliquestream::grid {

// Rows in the order of their arcs; each ends where the next one begins. The index is zeros before.
__global__ void __launch_bounds__(GridPolicy::kThreads) cs_kernel_grid_index(
    const uint2* __restrict__ rows, u64 count, u32 arcs, uint2* __restrict__ index) {
  for (u64 i = global_thread(); i < count; i += global_threads()) {
    const uint2 row = rows[i];
    const u32 end = i + 1 < count ? rows[i + 1].y : arcs;
    index[row.x] = make_uint2(row.y, end - row.y);
  }
}

__global__ void __launch_bounds__(GridPolicy::kThreads)
    cs_kernel_grid_turn_count(const u32* __restrict__ columns, u64 arcs, u32* counts) {
  for (u64 i = global_thread(); i < arcs; i += global_threads()) {
    atomicAdd(counts + columns[i], 1u);
  }
}

// ends: first places in, ends out.
__global__ void __launch_bounds__(GridPolicy::kThreads) cs_kernel_grid_turn_place(
    const uint2* __restrict__ index, const u32* __restrict__ columns, u64 class_size, u32* ends,
    u32* __restrict__ sources) {
  constexpr u32 kLanes = GridPolicy::kTurnLanes;
  for (u64 u = global_thread() / kLanes; u < class_size; u += global_threads() / kLanes) {
    const uint2 row = index[u];
    for (u32 i = threadIdx.x % kLanes; i < row.y; i += kLanes) {
      sources[atomicAdd(ends + columns[u64{row.x} + i], 1u)] = static_cast<u32>(u);
    }
  }
}

}  // namespace cliquestream::grid
