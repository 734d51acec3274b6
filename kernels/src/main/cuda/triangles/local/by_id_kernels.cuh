// Local counts in the caller's order: vertices by id, edges by (smaller id, larger id).
#pragma once

#include "common/common.cuh"

namespace cliquestream::local {

__global__ void cs_kernel_local_vertices_by_id(
    const u32* __restrict__ rank_to_id, u64 active, const u64* __restrict__ by_rank, u64* by_id) {
  for (u64 rank = global_thread(); rank < active; rank += global_threads()) {
    by_id[rank_to_id[rank]] = by_rank[rank];
  }
}

// One warp a row: the key of every edge and its count, padding left behind. first[rank]: edges in rows before.
__global__ void cs_kernel_local_edge_keys(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, const u32* __restrict__ rank_to_id,
    const u64* __restrict__ first, const u32* __restrict__ support, u64 active, u32 bits, u64* keys, u32* values) {
  for (u64 u = global_thread() / 32; u < active; u += global_threads() / 32) {
    const u64 row = __ldg(rows + u);
    const u64 at = row_quad(row) * 4;
    const u64 to = __ldg(first + u);
    const u32 mine = __ldg(rank_to_id + u);
    for (u32 p = lane_id(); p < row_length(row); p += 32) {
      const u32 other = __ldg(rank_to_id + __ldg(adjacency + at + p));
      keys[to + p] = static_cast<u64>(min(mine, other)) << bits | max(mine, other);
      values[to + p] = support[at + p];
    }
  }
}

}  // namespace cliquestream::local
