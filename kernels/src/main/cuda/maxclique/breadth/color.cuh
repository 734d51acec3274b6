// Color bounds of sub-lists, beyond the paper, whose bounds know only how many candidates are left: a near-clique has many
// candidates and no large clique, and colors see that.
//
// Each sub-list that a step has written is colored greedily from its end, with no more colors than a clique of it can have
// vertices without reaching the wanted size (Tomita and Seki's branching rule). Entries that get a color cannot reach it
// among themselves, so a clique that counts holds one of the others: those move to the front, and colored entries, behind
// them, stay as candidates and are not expanded. Invariant: an entry marked kBarren and all entries after it in its
// sub-list make no clique that counts; a bound that rises later keeps that true.
//
// A warp a sub-list. Cost: one edge test for each pair of which one is colored already, as much as counting the children.
#pragma once

#include "maxclique/breadth/expand.cuh"

namespace cliquestream::breadth {

struct ColorShared {
  static constexpr u32 kWords = BreadthPolicy::kMostColored / 32;
  u32 ranks[BreadthPolicy::kMostColored];
  u32 colored[BreadthPolicy::kMostColored];  // place in the sub-list, color
  u32 barren[kWords];
  u32 used[kWords];
};

// Entries [0, length) of a sub-list; colors: most to use.
__device__ __forceinline__ void color_sublist(const View& v, u32* entries, u32 length, u32 colors, ColorShared& s) {
  const u32 lane = lane_id();
  __syncwarp();
  for (u32 i = lane; i < length; i += 32) {
    s.ranks[i] = entries[i];
  }
  if (lane < ColorShared::kWords) {
    s.barren[lane] = s.used[lane] = 0;
  }
  u32 colored = 0;
  for (u32 place = length; place-- > 0;) {
    __syncwarp();
    const u32 rank = s.ranks[place];
    for (u32 i = lane; i < colored; i += 32) {
      const u32 other = s.colored[i];
      if (adjacent(v, rank, s.ranks[other >> 16])) {
        const u32 color = other & 0xFFFF;
        atomicOr(&s.used[color / 32], 1u << (color % 32));
      }
    }
    __syncwarp();
    const u32 free = lane < ColorShared::kWords ? ~s.used[lane] : 0;
    const u32 words = __ballot_sync(kFullWarp, free != 0);
    const u32 word = __ffs(words) - 1;
    const u32 color = words == 0 ? kNoId : word * 32 + __ffs(__shfl_sync(kFullWarp, free, word)) - 1;
    if (lane < ColorShared::kWords) {
      s.used[lane] = 0;
    }
    if (color < colors) {
      if (lane == 0) {
        s.colored[colored] = place << 16 | color;
        s.barren[place / 32] |= 1u << (place % 32);
      }
      colored++;
    }
  }
  __syncwarp();
  u32 kept = 0, behind = length - colored;
  for (u32 base = 0; base < length; base += 32) {
    const u32 barren = s.barren[base / 32], i = base + lane;
    const bool mine = (barren >> lane & 1) != 0;
    if (i < length) {
      const u32 before = __popc(barren & lanes_below_mine());
      entries[mine ? behind + before : kept + lane - before] = s.ranks[i] | (mine ? kBarren : 0);
    }
    behind += __popc(barren);
    kept += 32 - __popc(barren);
  }
}

// The sub-lists that entries [first, first + count) of a window have got, from `top` on. Where length alone leaves one
// entry to expand, counting its children is cheaper than colors.
template <class T>
__device__ __forceinline__ void color_sublists(
    const View& v, const Arena& a, const T& team, const Window& w, u64 top, u32 wanted) {
  __shared__ ColorShared shared[T::kWarps];
  const u32 depth = w.depth + 1;
  if (wanted <= depth) {
    return;
  }
  for (u32 i = team.rank() / 32; i < w.count; i += team.size() / 32) {
    const u64 begin = children_of(a.offsets[i]);
    const u64 length = children_of(a.offsets[i + 1]) - begin;
    const u32 colors = wanted - depth;
    if (length >= v.color_from && length <= BreadthPolicy::kMostColored && length > colors + 1) {
      color_sublist(v, a.vertices + top + begin, static_cast<u32>(length), colors, shared[threadIdx.x / 32]);
    }
  }
}

}  // namespace cliquestream::breadth
