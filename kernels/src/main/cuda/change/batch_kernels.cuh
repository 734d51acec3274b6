// From changes to sorted entries, and what each of them does to the graph.
#pragma once

#include "change/graph.cuh"
#include "change/tile_sums.cuh"

namespace cliquestream::change {

// A change gives two keys: source, target, whether it deletes. Changes that change nothing for certain get a key past all
// others, whose source is its target. Sorting leaves the last bit aside, so equal pairs stay in the order of the batch.
__global__ void __launch_bounds__(ChangePolicy::kThreads)
    cs_kernel_change_keys(const uint2* changes, u32 count, Graph g, u64* keys) {
  u64 loops = 0, invalid = 0;
  const u64 none = (1ull << (2 * g.target_bits + 1)) - 1;
  for (u64 i = global_thread(); i < count; i += global_threads()) {
    const uint2 change = changes[i];
    const u64 deletion = change.x >> 31;
    const u64 a = change.x & kIdMask, b = change.y;
    u64 there = none, back = none;
    if (a >= g.id_bound || b >= g.id_bound) {
      invalid++;
    } else if (a == b) {
      loops++;
    } else {
      there = (a << g.target_bits | b) << 1 | deletion;
      back = (b << g.target_bits | a) << 1 | deletion;
    }
    keys[2 * i] = there;
    keys[2 * i + 1] = back;
  }
  loops = warp_sum(loops);
  invalid = warp_sum(invalid);
  if (lane_id() == 0) {
    if (loops != 0) {
      add_to(&g.control->loops, loops);
    }
    if (invalid != 0) {
      add_to(&g.control->invalid, invalid);
      atomicOr(reinterpret_cast<atomic64*>(&g.control->error), static_cast<atomic64>(CS_CHANGE_ERROR_ID));
    }
  }
}

// Sorts few keys: each goes to the place that as many keys as come before it say. A block has all of them in shared
// memory and places kRankedByBlock.
__global__ void __launch_bounds__(ChangePolicy::kThreads)
    cs_kernel_change_rank(const u64* keys, u32 entries, u64* __restrict__ sorted) {
  begin_beside_last();
  extern __shared__ u64 all[];
  constexpr u32 kLanes = ChangePolicy::kRankLanes;
  static_assert(ChangePolicy::kThreads / kLanes == ChangePolicy::kRankedByBlock, "a group of lanes for each key");
  for (u32 i = threadIdx.x; i < entries; i += blockDim.x) {
    all[i] = keys[i];
  }
  __syncthreads();
  const u32 own = blockIdx.x * ChangePolicy::kRankedByBlock + threadIdx.x / kLanes;
  const u64 key = own < entries ? all[own] >> 1 : 0;
  u32 before = 0;
  for (u32 i = threadIdx.x % kLanes; i < entries; i += kLanes) {
    const u64 other = all[i] >> 1;
    before += other < key || (other == key && i < own);
  }
#pragma unroll
  for (u32 distance = kLanes / 2; distance; distance >>= 1) {
    before += __shfl_down_sync(kFullWarp, before, distance, kLanes);
  }
  if (own < entries && threadIdx.x % kLanes == 0) {
    sorted[before] = all[own];
  }
}

// Where entries stand in the rows before, and which of them have an effect: the last of its pair, and not what is so
// anyway.
template <int kItems>
__global__ void __launch_bounds__(ChangePolicy::kTileThreads) cs_kernel_change_entries(Graph g) {
  begin_beside_last();
  const u32 tile = take_tile(&g.control->tickets[0]);
  const u32 first = (tile * ChangePolicy::kTileThreads + threadIdx.x) * kItems;
  u64 effect[kItems], own = 0;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    effect[k] = 0;
    if (i >= g.entries) {
      continue;
    }
    const u64 key = g.keys[i];
    const u32 source = g.source_of(key), target = g.target_of(key);
    if (source == target) {
      continue;
    }
    const u64 row = g.rows[0][source];
    const u32* ids = g.ids(row);
    const u32 at = lower_bound(ids, row_degree(row), target);
    const bool there = at < row_degree(row) && ids[at] == target;
    const bool last = i + 1 == g.entries || g.keys[i + 1] >> 1 != key >> 1;
    g.place[i] = at;
    if (last && there == Graph::deletes(key)) {
      effect[k] = 1ull << 31 | (Graph::deletes(key) ? 0 : 1);
    }
    own += effect[k];
  }
  u64 before = sum_before_thread(g.look_back, tile, own);
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    if (i < g.entries) {
      g.sums[i] = make_uint2(static_cast<u32>(before >> 31), static_cast<u32>(before & kIdMask));
      before += effect[k];
      if (i + 1 == g.entries) {
        const u32 effects = static_cast<u32>(before >> 31), inserts = static_cast<u32>(before & kIdMask);
        g.sums[g.entries] = make_uint2(effects, inserts);
        g.control->inserted = inserts / 2;
        g.control->deleted = (effects - inserts) / 2;
      }
    }
  }
}

}  // namespace cliquestream::change
