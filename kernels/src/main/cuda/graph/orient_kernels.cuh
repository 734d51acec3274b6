// A prepared graph under another order: ranks, keys and the source of every position.
#pragma once

#include "common/common.cuh"

namespace cliquestream::graph {

// Sort keys and values of an order by priority: the smaller the priority, the smaller the rank.
__global__ void cs_kernel_order_priorities(
    const u32* __restrict__ priority_by_id, const u32* __restrict__ rank_to_id, u64 active, u32* key, u32* rank) {
  const u64 u = global_thread();
  if (u < active) {
    key[u] = priority_by_id[rank_to_id[u]];
    rank[u] = static_cast<u32>(u);
  }
}

// order[r]: the source's rank of the vertex that takes rank r. Vertices without neighbours keep theirs.
__global__ void cs_kernel_orient_ranks(
    const u32* __restrict__ order, const u32* __restrict__ source_rank_to_id, const u32* __restrict__ source_degrees,
    u64 active, u64 id_bound, u32* new_rank, u32* rank_to_id, u32* id_to_rank, u32* degrees,
    cs_prepare_header* header) {
  const u64 r = global_thread();
  if (r == 0) {
    header->active = active;
  }
  if (r >= id_bound) {
    return;
  }
  u32 old = static_cast<u32>(r);
  if (r < active) {
    old = order[r];
    new_rank[old] = static_cast<u32>(r);
    degrees[r] = source_degrees[old];
  }
  const u32 id = source_rank_to_id[old];
  rank_to_id[r] = id;
  id_to_rank[id] = static_cast<u32>(r);
}

// Eight lanes a row; first[u]: edges of the rows before u.
__global__ void cs_kernel_orient_keys(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, const u64* __restrict__ first,
    const u32* __restrict__ new_rank, u64 active, u32 bits, u64* __restrict__ key) {
  constexpr u32 kLanes = 8;
  for (u64 u = global_thread() / kLanes; u < active; u += global_threads() / kLanes) {
    const u64 row = rows[u];
    const u32* list = adjacency + row_quad(row) * 4;
    u64* out = key + first[u];
    const u32 a = new_rank[u];
    for (u32 p = threadIdx.x % kLanes; p < row_length(row); p += kLanes) {
      const u32 b = __ldg(new_rank + list[p]);
      out[p] = static_cast<u64>(max(a, b)) << bits | min(a, b);
    }
  }
}

// The edge list beside the adjacency: whose row a position belongs to. Padding gets the padding id.
__global__ void cs_kernel_graph_sources(const u64* __restrict__ rows, u64 active, u32* __restrict__ sources) {
  constexpr u32 kLanes = 8;
  for (u64 u = global_thread() / kLanes; u < active; u += global_threads() / kLanes) {
    const u64 row = rows[u];
    const u32 length = row_length(row);
    uint4* out = reinterpret_cast<uint4*>(sources) + row_quad(row);
    const u32 mine = static_cast<u32>(u);
    for (u32 quad = threadIdx.x % kLanes; quad * 4 < length; quad += kLanes) {
      const u32 left = length - quad * 4;
      out[quad] = make_uint4(mine, left > 1 ? mine : kNoId, left > 2 ? mine : kNoId, left > 3 ? mine : kNoId);
    }
  }
}

}  // namespace cliquestream::graph
