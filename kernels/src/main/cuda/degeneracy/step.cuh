// One step of the peel, by a grid or by one block: look through the remaining vertices, or expand a frontier.
//
// A step ends with vertices appended to the order and their edges, cut into items, appended to the work of the next.
// Scope says where the sums of the step live: kGrid in global memory, kBlock in shared memory.
#pragma once

#include "degeneracy/state.cuh"

namespace cliquestream::degeneracy {

enum class Scope { kGrid, kBlock };
constexpr int kPerLane = 4;  // vertices a lane handles together, to overlap their memory trips

struct Sums {
  GridSums* grid;
  BlockSums* block;
  uint2* shared_items;  // the next frontier of a block, in shared memory
};

template <Scope kScope>
__device__ __forceinline__ void append(
    const Peel& g, const bool (&chosen)[kPerLane], const u32 (&vertex)[kPerLane], const uint2 (&row)[kPerLane],
    const Progress& s, const Sums& sums) {
  u32 vertices = 0, items = 0, edges = 0;
#pragma unroll
  for (int j = 0; j < kPerLane; j++) {
    if (chosen[j]) {
      vertices++;
      items += divide_items(row[j].y);
      edges += row[j].y;
    }
  }
  if (!__any_sync(kFullWarp, vertices)) {
    return;
  }
  const u32 lane = lane_id();
  const u64 mine = static_cast<u64>(items) << 32 | vertices;
  u64 inclusive;
  if (__all_sync(kFullWarp, items == vertices)) {  // nearly always: short rows, one item each, and at most four a lane
    u32 sum = 0;
#pragma unroll
    for (u32 bit = 0; bit < 3; bit++) {
      sum += __popc(__ballot_sync(kFullWarp, vertices >> bit & 1) & lanes_up_to_mine()) << bit;
    }
    static_assert(kPerLane < 8, "three bits count a lane's vertices");
    inclusive = static_cast<u64>(sum) << 32 | sum;
  } else {
    inclusive = warp_inclusive_sum(mine);
  }
  const u32 all_edges = __reduce_add_sync(kFullWarp, edges);
  u64 base = 0;
  if (lane == 31) {
    if (kScope == Scope::kGrid) {
      base = atomicAdd(reinterpret_cast<atomic64*>(&sums.grid->appended.value), static_cast<atomic64>(inclusive));
      add_to(&sums.grid->edges.value, all_edges);
    } else {
      const u32 at = atomicAdd(&sums.block->vertices, static_cast<u32>(inclusive));
      base = static_cast<u64>(atomicAdd(&sums.block->items, static_cast<u32>(inclusive >> 32))) << 32 | at;
      atomicAdd(&sums.block->edges, all_edges);
    }
  }
  base = __shfl_sync(kFullWarp, base, 31) + inclusive - mine;
  u32 item = static_cast<u32>(base >> 32);
#pragma unroll
  for (int j = 0; j < kPerLane; j++) {
    if (chosen[j]) {
      g.result[vertex[j]] = make_uint2(s.level, s.removed);
      for (u32 o = 0; o < row[j].y; o += PeelPolicy::kItemEdges) {
        const uint2 made = make_uint2(row[j].x + o, min(PeelPolicy::kItemEdges, row[j].y - o));
        g.items[s.items_to + item] = made;
        if (kScope == Scope::kBlock && item < g.block_items) {
          sums.shared_items[item] = made;
          asm volatile("prefetch.global.L1 [%0];" ::"l"(g.neighbours + made.x));  // this block reads them next
        }
        item++;
      }
    }
  }
}

// One warp takes its lanes' first `count` items as one array of edges and lowers the residual degrees at their ends.
// Whoever takes a degree from above the level to it appends the vertex: exactly one crossing per vertex.
template <Scope kScope>
__device__ __forceinline__ void expand(
    const Peel& g, uint2 item, u32 count, const Progress& s, const Sums& sums) {
  const u32 lane = lane_id();
  const u32 inclusive = count > 1 ? warp_inclusive_sum(item.y) : item.y;
  const u32 total = __shfl_sync(kFullWarp, inclusive, count - 1);
  const u32 displacement = item.x - (inclusive - item.y);
  const u32 first_displacement = __shfl_sync(kFullWarp, displacement, 0);
  for (u32 e0 = 0; e0 < total; e0 += 32 * kPerLane) {
    u32 vertex[kPerLane];
    bool chosen[kPerLane];
    uint2 row[kPerLane];
#pragma unroll
    for (int j = 0; j < kPerLane; j++) {
      const u32 e = e0 + j * 32 + lane;
      u32 from = first_displacement;
      if (count > 1) {
        u32 low = 0;
#pragma unroll
        for (int step = 16; step > 0; step >>= 1) {
          if (__shfl_sync(kFullWarp, inclusive, low + step - 1) <= e) {  // lanes past count hold the total
            low += step;
          }
        }
        from = __shfl_sync(kFullWarp, displacement, low & 31);
      }
      chosen[j] = e < total;
      vertex[j] = chosen[j] ? __ldg(g.neighbours + (from + e)) : 0;
      row[j] = make_uint2(0, 0);
    }
    if (kScope == Scope::kGrid) {  // most ends have left already: look before the atomic
      u32 degree[kPerLane];
#pragma unroll
      for (int j = 0; j < kPerLane; j++) {
        degree[j] = chosen[j] ? __ldcg(g.residual + vertex[j]) : 0;
      }
#pragma unroll
      for (int j = 0; j < kPerLane; j++) {
        chosen[j] = chosen[j] && degree[j] > s.level;
      }
    } else {  // latency rules: fetch the rows beside the atomics
#pragma unroll
      for (int j = 0; j < kPerLane; j++) {
        if (chosen[j]) {
          row[j] = __ldg(g.rows + vertex[j]);
        }
      }
    }
    u32 before[kPerLane];
#pragma unroll
    for (int j = 0; j < kPerLane; j++) {
      before[j] = chosen[j] ? atomicSub(g.residual + vertex[j], 1u) : 0;
    }
#pragma unroll
    for (int j = 0; j < kPerLane; j++) {
      chosen[j] = chosen[j] && before[j] == s.level + 1;
      if (kScope == Scope::kGrid && chosen[j]) {
        row[j] = __ldg(g.rows + vertex[j]);
      }
    }
    append<kScope>(g, chosen, vertex, row, s, sums);
  }
}

// Appends the remaining vertices whose residual degree is the level, finds the next level, and compacts if asked.
template <Scope kScope>
__device__ __forceinline__ void scan(
    const Peel& g, u32 warp, u32 warps, const Progress& s, bool compact, const Sums& sums) {
  const u32 lane = lane_id();
  const u32* from = s.list == 0 ? g.remaining[0] : s.list == 1 ? g.remaining[1] : nullptr;
  u32* to = s.list == 0 ? g.remaining[1] : g.remaining[0];
  u32 least = kNoId;
  const u64 stride = static_cast<u64>(warps) * 32 * kPerLane;
  for (u64 base = static_cast<u64>(warp) * 32 * kPerLane; base < s.listed; base += stride) {
    u32 vertex[kPerLane], degree[kPerLane], kept = 0;
    bool chosen[kPerLane];
    uint2 row[kPerLane];
#pragma unroll
    for (int j = 0; j < kPerLane; j++) {
      const u32 i = static_cast<u32>(base) + j * 32 + lane;
      vertex[j] = i < s.listed ? (from != nullptr ? __ldcg(from + i) : i) : kNoId;
    }
#pragma unroll
    for (int j = 0; j < kPerLane; j++) {
      degree[j] = vertex[j] != kNoId ? __ldcg(g.residual + vertex[j]) : 0;
    }
#pragma unroll
    for (int j = 0; j < kPerLane; j++) {
      chosen[j] = vertex[j] != kNoId && degree[j] == s.level;
      row[j] = chosen[j] ? __ldg(g.rows + vertex[j]) : make_uint2(0, 0);
      if (vertex[j] != kNoId && degree[j] > s.level) {
        least = min(least, degree[j]);
        kept++;
      }
    }
    append<kScope>(g, chosen, vertex, row, s, sums);
    if (compact) {
      const u32 inclusive = warp_inclusive_sum(kept);
      u32 at = 0;
      if (lane == 31 && inclusive != 0) {
        at = kScope == Scope::kGrid
            ? static_cast<u32>(atomicAdd(
                  reinterpret_cast<atomic64*>(&sums.grid->kept.value), static_cast<atomic64>(inclusive)))
            : atomicAdd(&sums.block->kept, inclusive);
      }
      at = __shfl_sync(kFullWarp, at, 31) + inclusive - kept;
#pragma unroll
      for (int j = 0; j < kPerLane; j++) {
        if (vertex[j] != kNoId && degree[j] > s.level) {
          to[at++] = vertex[j];
        }
      }
    }
  }
  least = __reduce_min_sync(kFullWarp, least);
  if (lane == 0 && least != kNoId) {
    if (kScope == Scope::kGrid) {
      atomicMin(reinterpret_cast<atomic64*>(&sums.grid->least.value), static_cast<atomic64>(least));
    } else {
      atomicMin(&sums.block->least, least);
    }
  }
}

}  // namespace cliquestream::degeneracy
