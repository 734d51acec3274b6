// The symmetric adjacency: N+(u) first, in order, then the larger ranks in any order.
#pragma once

#include "degeneracy/state.cuh"

namespace cliquestream::degeneracy {

__global__ void cs_kernel_core_rows(
    const u64* __restrict__ row_starts, const u64* __restrict__ oriented, const u32* __restrict__ degrees, u64 active,
    uint2* rows, u32* cursor) {
  const u64 u = global_thread();
  if (u < active) {
    rows[u] = make_uint2(static_cast<u32>(row_starts[u]), degrees[u]);
    cursor[u] = static_cast<u32>(row_starts[u]) + row_length(oriented[u]);
  }
}

// Eight lanes an oriented row.
__global__ void cs_kernel_core_neighbours(
    const u64* __restrict__ oriented, const u32* __restrict__ adjacency, const u64* __restrict__ row_starts, u64 active,
    u32* cursor, u32* neighbours) {
  constexpr u32 kLanes = 8;
  for (u64 u = global_thread() / kLanes; u < active; u += global_threads() / kLanes) {
    const u64 row = oriented[u];
    const u32 start = static_cast<u32>(row_starts[u]);
    for (u32 p = threadIdx.x % kLanes; p < row_length(row); p += kLanes) {
      const u32 v = adjacency[row_quad(row) * 4 + p];
      neighbours[start + p] = v;
      neighbours[atomicAdd(cursor + v, 1u)] = static_cast<u32>(u);
    }
  }
}

// Nobody has left yet.
__global__ void cs_kernel_core_reset(
    const uint2* __restrict__ rows, u32* residual, u64 active, GridSums* sums, Progress* state) {
  const u64 u = global_thread();
  if (u < active) {
    residual[u] = rows[u].y;
  }
  if (u == 0) {
    Progress s = {};
    s.list = 2;
    s.listed = static_cast<u32>(active);
    s.mode = Mode::kScan;
    *state = s;
  }
  if (u < 3) {
    sums[u] = {};
    sums[u].least.value = ~u64{0};
  }
}

}  // namespace cliquestream::degeneracy
