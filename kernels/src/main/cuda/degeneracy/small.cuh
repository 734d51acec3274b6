// The peel of a small graph, by one block with the residual degrees in its shared memory.
//
// A sub-round is one trip to L2 for the neighbours, one for the rows of those that leave next, and one block barrier; the
// decrements are shared atomics on 16-bit halves. A vertex loses at most all its neighbours, so its half never runs below
// 0 into the other one. With few enough vertices the row starts lie in shared memory too, which saves the second trip.
//
// It takes some ten milliseconds at most, a microsecond a sub-round, and hears the stop word; then the peel begins anew.
// Among more than 65,535 vertices a degree may not fit 16 bits: then it leaves the graph to the grid.
#pragma once

#include "degeneracy/state.cuh"

namespace cliquestream::degeneracy {

struct SmallSums {
  u32 vertices, items, least;
};
constexpr u32 kStopped = 1u << 31;  // added to the vertices of a step, which tells all threads of a stop at no cost

// The counters of one step in a rotation of three: one is read, one is filled, one is cleared.
struct SmallSteps {
  SmallSums* sums;
  u32 step;
  __device__ SmallSums& current() const { return sums[step % 3]; }
  __device__ void clear_next() const { sums[(step + 1) % 3] = {0, 0, kNoId}; }
};

// Takes one from a residual degree, two of which share a word; what it was before. Predicated rather than branched
// around, so that several are in flight.
__device__ __forceinline__ u32 take_one_if(u32* residual, u32 vertex, bool wanted) {
  const u32 shift = (vertex & 1) * 16;
  const u32 address = static_cast<u32>(__cvta_generic_to_shared(residual + (vertex >> 1)));
  u32 before = 0;
  asm volatile(
      "{ .reg .pred p; setp.ne.u32 p, %3, 0; @p atom.shared.add.u32 %0, [%1], %2; }"
      : "+r"(before)
      : "r"(address), "r"(0u - (1u << shift)), "r"(static_cast<u32>(wanted))
      : "memory");
  return before >> shift & 0xFFFF;
}

struct SmallItems {  // of one frontier: the first in shared memory, the others where the grid's items are
  uint2* shared;
  uint2* far;
  __device__ void put(u32 item, uint2 value) const {
    if (item < PeelPolicy::kSmallItems) {
      shared[item] = value;
    } else {
      far[item] = value;
    }
  }
  __device__ uint2 get(u32 item) const { return item < PeelPolicy::kSmallItems ? shared[item] : __ldcg(far + item); }
};

struct SmallBlock {  // what a block's threads share in one sub-round
  u32* residual;
  const u32* starts;
  u32 level, removed;
  SmallItems next;
  SmallSums* sums;
};

// The vertices of the lanes that voted leave: their rows become items of the next frontier.
template <bool kStartsShared>
__device__ __forceinline__ void leave(const Peel& t, const SmallBlock& b, u32 votes, u32 vertex) {
  constexpr u32 kEdges = PeelPolicy::kSmallItemEdges;
  const u32 lane = lane_id();
  const bool mine = votes >> lane & 1;
  uint2 row = make_uint2(0, 0);
  if (mine) {
    if (kStartsShared) {
      row.x = b.starts[vertex];
      row.y = b.starts[vertex + 1] - row.x;
    } else {
      row = __ldg(t.rows + vertex);
    }
    t.result[vertex] = make_uint2(b.level, b.removed);
  }
  const u32 items = (row.y + kEdges - 1) / kEdges;
  const bool single = !__any_sync(kFullWarp, items > 1);
  const u32 ones = __ballot_sync(kFullWarp, items != 0);
  const u32 all = single ? __popc(ones) : __reduce_add_sync(kFullWarp, items);
  u32 at = 0;
  if (lane == 0) {
    at = atomicAdd(&b.sums->items, all);
    atomicAdd(&b.sums->vertices, __popc(votes));
  }
  at = __shfl_sync(kFullWarp, at, 0);
  if (single) {
    if (items != 0) {
      b.next.put(at + __popc(ones & lanes_below_mine()), row);
    }
    return;
  }
  for (u32 left = ones; left != 0; left &= left - 1) {  // all lanes write one vertex's items
    const u32 owner = __ffs(left) - 1;
    const u32 start = __shfl_sync(kFullWarp, row.x, owner), length = __shfl_sync(kFullWarp, row.y, owner);
    for (u32 o = lane * kEdges; o < length; o += 32 * kEdges) {
      b.next.put(at + o / kEdges, make_uint2(start + o, min(kEdges, length - o)));
    }
    at += (length + kEdges - 1) / kEdges;
  }
}

// A window of 32 edges each: place[j] of the neighbours, where wanted[j].
template <bool kStartsShared, int kWindows>
__device__ __forceinline__ void take_edges(
    const Peel& t, const SmallBlock& b, const u32 (&place)[kWindows], const bool (&wanted)[kWindows]) {
  u32 vertex[kWindows], before[kWindows];
#pragma unroll
  for (int j = 0; j < kWindows; j++) {
    vertex[j] = wanted[j] ? __ldg(t.neighbours + place[j]) : 0;
  }
#pragma unroll
  for (int j = 0; j < kWindows; j++) {
    before[j] = take_one_if(b.residual, vertex[j], wanted[j]);
  }
  bool any = false;
#pragma unroll
  for (int j = 0; j < kWindows; j++) {
    any |= wanted[j] && before[j] == b.level + 1;
  }
  if (!__any_sync(kFullWarp, any)) {
    return;
  }
#pragma unroll
  for (int j = 0; j < kWindows; j++) {
    const u32 votes = __ballot_sync(kFullWarp, wanted[j] && before[j] == b.level + 1);
    if (votes != 0) {
      leave<kStartsShared>(t, b, votes, vertex[j]);
    }
  }
}

// One warp takes its lanes' first `count` items: window by window where they are long, as one array where they are short.
template <bool kStartsShared>
__device__ __forceinline__ void expand_small(const Peel& t, const SmallBlock& b, uint2 item, u32 count) {
  constexpr int kWindows = 4;
  const u32 lane = lane_id();
  if (count == 1) {
    const u32 start = __shfl_sync(kFullWarp, item.x, 0), length = __shfl_sync(kFullWarp, item.y, 0);
    take_edges<kStartsShared, 1>(t, b, {start + lane}, {lane < length});
    return;
  }
  const u32 inclusive = warp_inclusive_sum(item.y);
  const u32 total = __shfl_sync(kFullWarp, inclusive, 31);
  if (total * 2 > count * 32) {
    for (u32 i = 0; i < count; i += kWindows) {
      u32 place[kWindows];
      bool wanted[kWindows];
#pragma unroll
      for (int j = 0; j < kWindows; j++) {  // lanes from count on hold empty items
        place[j] = __shfl_sync(kFullWarp, item.x, (i + j) & 31) + lane;
        wanted[j] = i + j < 32 && lane < __shfl_sync(kFullWarp, item.y, (i + j) & 31);
      }
      take_edges<kStartsShared, kWindows>(t, b, place, wanted);
    }
    return;
  }
  const u32 exclusive = inclusive - item.y, displacement = item.x - exclusive;
  u32 started = 0;  // items that start before the window
  for (u32 e0 = 0; e0 < total; e0 += 32 * kWindows) {
    u32 place[kWindows];
    bool wanted[kWindows];
#pragma unroll
    for (int j = 0; j < kWindows; j++) {
      const u32 from = e0 + j * 32, offset = exclusive - from;
      const u32 heads = __reduce_or_sync(kFullWarp, item.y != 0 && offset < 32 ? 1u << offset : 0);
      const u32 owner = started + __popc(heads & lanes_up_to_mine()) - 1;
      place[j] = __shfl_sync(kFullWarp, displacement, owner & 31) + from + lane;
      wanted[j] = from + lane < total;
      started += __popc(heads);
    }
    take_edges<kStartsShared, kWindows>(t, b, place, wanted);
  }
}

constexpr u32 kSmallWarps = PeelPolicy::kSmallThreads / 32;

__device__ __forceinline__ u32 both_halves(u32 value) { return value << 16 | value; }

// The least residual degree from `from` on among this thread's quads of words, kNoId where the block's other vertices
// have all left. Subtracting `from` from a half sends those who have left, which hold less, above all others.
__device__ __forceinline__ u32 least_remaining(const u32* residual, u32 quads, u32 from) {
  const u32 minus = both_halves((0u - from) & 0xFFFF);
  u32 least = 0xFFFFFFFF;
  for (u32 q = threadIdx.x; q < quads; q += PeelPolicy::kSmallThreads) {
    const uint4 words = reinterpret_cast<const uint4*>(residual)[q];
    least = __viaddmin_u16x2(words.x, minus, least);
    least = __viaddmin_u16x2(words.y, minus, least);
    least = __viaddmin_u16x2(words.z, minus, least);
    least = __viaddmin_u16x2(words.w, minus, least);
  }
  return min(least & 0xFFFF, least >> 16) + from;
}

// The vertices at the level leave. seen: whether this thread's words hold any.
template <bool kStartsShared>
__device__ __forceinline__ void leave_at_level(const Peel& t, const SmallBlock& b, u32 quads, bool seen) {
  if (!__any_sync(kFullWarp, seen)) {
    return;
  }
  const u32 level = both_halves(b.level);
  for (u32 base = threadIdx.x & ~31u; base < quads; base += PeelPolicy::kSmallThreads) {
    const u32 q = base + lane_id();
    uint4 quad = make_uint4(0, 0, 0, 0);
    if (q < quads) {
      quad = reinterpret_cast<const uint4*>(b.residual)[q];
    }
    const u32 words[4] = {quad.x ^ level, quad.y ^ level, quad.z ^ level, quad.w ^ level};  // 0: a half at the level
    bool any = false;
#pragma unroll
    for (u32 k = 0; k < 4; k++) {
      any |= (words[k] & 0xFFFF) == 0 || words[k] >> 16 == 0;
    }
    if (!__any_sync(kFullWarp, any && q < quads)) {
      continue;
    }
#pragma unroll
    for (u32 half = 0; half < 8; half++) {
      const u32 vertex = 8 * q + half;
      const u32 votes = __ballot_sync(
          kFullWarp, q < quads && vertex < t.active && (words[half / 2] >> 16 * (half & 1) & 0xFFFF) == 0);
      if (votes != 0) {
        leave<kStartsShared>(t, b, votes, vertex);
      }
    }
  }
}

template <bool kStartsShared>
__device__ __forceinline__ void peel_small(
    const Peel& t, Progress& s, u32* residual, const u32* starts, uint2* shared_items, SmallSums* rotation) {
  constexpr u32 kItems = PeelPolicy::kSmallItems;
  const u32 warp = threadIdx.x / 32, lane = lane_id();
  const u32 quads = small_quads(t.active);
  u32 side = 0, items_to = s.items_to;
  SmallSteps steps = {rotation, 0};
  while (s.removed < t.active) {
    // The next level is the least residual degree; only warps that saw it look again.
    if (threadIdx.x == 0) {
      steps.clear_next();
    }
    const u32 mine = least_remaining(residual, quads, s.level);
    const u32 least = __reduce_min_sync(kFullWarp, mine);
    if (lane == 0) {
      atomicMin(&steps.current().least, least);
    }
    __syncthreads();
    const u32 level = steps.current().least;
    steps.step++;
    s.scans++;
    s.degeneracy = level;
    s.level = level + 1;
    if (threadIdx.x == 0) {
      steps.clear_next();
    }
    SmallBlock b = {
        residual, starts, level, s.removed, {shared_items + side * kItems, t.items + items_to}, &steps.current()};
    leave_at_level<kStartsShared>(t, b, quads, mine == level);
    __syncthreads();
    u32 frontier = steps.current().items;
    if (steps.current().vertices == 0) {
      s.error = 5;
      return;
    }
    s.removed += steps.current().vertices;
    steps.step++;
    while (frontier != 0 && s.removed < kStopped) {
      if (s.rounds > t.most_rounds) {
        s.error = 6;
        return;
      }
      if (threadIdx.x == 0) {
        steps.clear_next();
      }
      const SmallItems current = b.next;
      side ^= 1;
      items_to += frontier;
      b.next = {shared_items + side * kItems, t.items + items_to};
      b.removed = s.removed;
      b.sums = &steps.current();
      const u32 share = min(32u, (frontier + kSmallWarps - 1) / kSmallWarps);
      for (u32 at = warp * share; at < frontier; at += kSmallWarps * share) {
        const u32 count = min(share, frontier - at);
        expand_small<kStartsShared>(t, b, lane < count ? current.get(at + lane) : make_uint2(0, 0), count);
      }
      if (threadIdx.x == 0 && s.rounds % PeelPolicy::kBlockStepsPerLook == 0 && is_up(t.stop)) {
        atomicAdd(&steps.current().vertices, kStopped);
      }
      __syncthreads();
      frontier = steps.current().items;
      s.removed += steps.current().vertices;
      steps.step++;
      s.rounds++;
      s.block_rounds++;
    }
    if (s.removed >= kStopped) {
      s.removed -= kStopped;
      s.paused = 1;
      return;
    }
  }
}

}  // namespace cliquestream::degeneracy
