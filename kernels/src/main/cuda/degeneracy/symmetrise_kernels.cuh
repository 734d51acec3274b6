// The symmetric adjacency: N+(u) first, in order, then the larger ranks in any order.
#pragma once

#include "degeneracy/state.cuh"

extern "C" __global__ void cs_kernel_core_rows(
    const uint64_t* __restrict__ row_starts, const uint64_t* __restrict__ oriented, const uint32_t* __restrict__ degrees,
    uint64_t active, uint2* rows, uint32_t* cursor) {
  const cliquestream::u64 u = cliquestream::global_thread();
  if (u < active) {
    rows[u] = make_uint2(static_cast<uint32_t>(row_starts[u]), degrees[u]);
    cursor[u] = static_cast<uint32_t>(row_starts[u]) + cliquestream::row_length(oriented[u]);
  }
}

// Eight lanes an oriented row.
extern "C" __global__ void cs_kernel_core_neighbours(
    const uint64_t* __restrict__ oriented, const uint32_t* __restrict__ adjacency,
    const uint64_t* __restrict__ row_starts, uint64_t active, uint32_t* cursor, uint32_t* neighbours) {
  using namespace cliquestream;
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
extern "C" __global__ void cs_kernel_core_reset(
    const uint2* __restrict__ rows, uint32_t* residual, uint64_t active, cliquestream::degeneracy::GridSums* sums,
    cliquestream::degeneracy::Progress* state) {
  using namespace cliquestream;
  using namespace cliquestream::degeneracy;
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
