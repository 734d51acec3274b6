// The rows of the 2-clique list where they are not those of the graph by degree.
#pragma once

#include "common/common.cuh"

namespace cliquestream::breadth {

// Eight lanes a row; first[u]: edges of the rows before u. by_id: every edge belongs to its end with the smaller id, else to
// the one it has. place: by which rows are to ascend; null: by rank.
__global__ void cs_kernel_breadth_owners(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, const u64* __restrict__ first,
    const u32* __restrict__ rank_to_id, const u32* __restrict__ place, u32 by_id, u64 active, u32 bits,
    u64* __restrict__ key, cs_prepare_header* header) {
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
      const bool mine = by_id == 0 || id < __ldg(rank_to_id + other);
      const u32 target = mine ? other : static_cast<u32>(u);
      out[p] = (mine ? u : u64{other}) << bits | (place == nullptr ? target : __ldg(place + target));
    }
  }
}

// What places are sorted from.
__global__ void cs_kernel_breadth_ids(const u32* __restrict__ rank_to_id, u64 active, u32* id, u32* rank) {
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    id[u] = rank_to_id[u];
    rank[u] = static_cast<u32>(u);
  }
}

// by_place: ranks, their ids ascending.
__global__ void cs_kernel_breadth_places(const u32* __restrict__ by_place, u64 active, u32* place) {
  for (u64 i = global_thread(); i < active; i += global_threads()) {
    place[by_place[i]] = static_cast<u32>(i);
  }
}

// Rows of places become rows of ranks.
__global__ void cs_kernel_breadth_ranks(
    u32* adjacency, const u64* __restrict__ offsets, u64 active, const u32* __restrict__ by_place) {
  const u64 ids = offsets[active];
  for (u64 i = global_thread(); i < ids; i += global_threads()) {
    const u32 at = adjacency[i];
    adjacency[i] = at == kNoId ? kNoId : __ldg(by_place + at);
  }
}

}  // namespace cliquestream::breadth
