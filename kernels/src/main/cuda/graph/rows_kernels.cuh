// Edges out of symmetric rows: what the host keeps becomes what the preparation reads.
//
// Rows arrive in parts of the neighbour array that may begin and end inside a row. A block takes a tile of consecutive
// neighbours, finds the row of its first one by binary search and walks on from there: every thread looks only between
// the tile's first and last row. Edges with the smaller vertex first are kept; a tile takes its room by one atomic, so
// the order of tiles, and only that, is left to chance. The graph prepared from the edges does not depend on it.
#pragma once

#include "common/search.cuh"
#include "common/common.cuh"
#include "graph/policy.cuh"

namespace cliquestream::graph {

// The row that holds a position: the last one that begins at or before it. Rows in [low, high] are looked at.
__device__ __forceinline__ u64 row_of(const u64* __restrict__ offsets, u64 low, u64 high, u64 position) {
  return first_without(low + 1, high + 1, [&](u64 v) { return __ldg(offsets + v) <= position; }) - 1;
}

// neighbors holds positions [first, first + count) of the whole neighbour array.
__global__ void __launch_bounds__(RowsPolicy::kThreads) cs_kernel_edges_from_rows(
    const u64* __restrict__ offsets, u64 vertices, const u32* __restrict__ neighbors, u64 first, u64 count,
    uint2* __restrict__ pairs, u64* written) {
  constexpr u32 kTile = RowsPolicy::kThreads * RowsPolicy::kItems;
  __shared__ u64 rows[2];
  __shared__ u32 warp_kept[RowsPolicy::kThreads / 32];
  __shared__ u64 room;
  for (u64 tile = static_cast<u64>(blockIdx.x) * kTile; tile < count; tile += static_cast<u64>(gridDim.x) * kTile) {
    if (threadIdx.x < 2) {
      const u64 at = threadIdx.x == 0 ? tile : (tile + kTile < count ? tile + kTile : count) - 1;
      rows[threadIdx.x] = row_of(offsets, 0, vertices - 1, first + at);
    }
    __syncthreads();
    u32 row[RowsPolicy::kItems], neighbor[RowsPolicy::kItems];
    u32 kept = 0;
#pragma unroll
    for (u32 i = 0; i < RowsPolicy::kItems; i++) {
      const u64 at = tile + i * RowsPolicy::kThreads + threadIdx.x;
      row[i] = neighbor[i] = 0;
      if (at < count) {
        neighbor[i] = __ldcs(neighbors + at);
        row[i] = static_cast<u32>(row_of(offsets, rows[0], rows[1], first + at));
      }
      kept += row[i] < neighbor[i];
    }
    const u32 before_in_warp = warp_inclusive_sum(kept) - kept;
    if (lane_id() == 31) {
      warp_kept[threadIdx.x / 32] = before_in_warp + kept;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      u32 all = 0;
      for (u32& warp : warp_kept) {
        const u32 mine = warp;
        warp = all;
        all += mine;
      }
      room = all == 0 ? 0 : atomicAdd(reinterpret_cast<atomic64*>(written), static_cast<atomic64>(all));
    }
    __syncthreads();
    u64 to = room + warp_kept[threadIdx.x / 32] + before_in_warp;
#pragma unroll
    for (u32 i = 0; i < RowsPolicy::kItems; i++) {
      if (row[i] < neighbor[i]) {
        pairs[to++] = make_uint2(row[i], neighbor[i]);
      }
    }
    __syncthreads();
  }
}

}  // namespace cliquestream::graph
