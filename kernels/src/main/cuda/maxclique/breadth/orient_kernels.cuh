// The keys of the orientation by index.
#pragma once

#include "common/common.cuh"

namespace cliquestream::breadth {

// Eight lanes a row: every edge belongs to its end with the smaller id; first[u]: edges of the rows before u.
__global__ void cs_kernel_breadth_owners(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, const u64* __restrict__ first,
    const u32* __restrict__ rank_to_id, u64 active, u32 bits, u64* __restrict__ key, cs_prepare_header* header) {
  constexpr u32 kLanes = 8;
  if (global_thread() == 0) {
    header->active = active;
  }
  for (u64 u = global_thread() / kLanes; u < active; u += global_threads() / kLanes) {
    const u64 row = rows[u];
    const u32* list = adjacency + row_quad(row) * 4;
    u64* out = key + first[u];
    const u32 id = rank_to_id[u];
    for (u32 p = threadIdx.x % kLanes; p < row_length(row); p += kLanes) {
      const u32 other = list[p];
      const bool mine = id < __ldg(rank_to_id + other);
      out[p] = (mine ? u : u64{other}) << bits | (mine ? u64{other} : u);
    }
  }
}

}  // namespace cliquestream::breadth
