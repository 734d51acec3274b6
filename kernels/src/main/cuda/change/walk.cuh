// Work of very different sizes in equal parts: entries have sizes, and all their elements lie in one flat array of which
// each warp takes an equal part. So one long row is as good as many short ones.
#pragma once

#include <cstddef>
#include <type_traits>

#include "common/common.cuh"

namespace cliquestream::change {

#ifdef __CUDACC__
// By a whole warp: the last entry of [low, high) that begins at or before the element; first[high] lies past it.
template <class Sum>
__device__ __forceinline__ u32 entry_with(const Sum* first, u32 low, u32 high, u64 element) {
  const u32 lane = lane_id();
  while (high - low > 1) {
    const u32 step = (high - low + 31) / 32;
    const u64 at = low + static_cast<u64>(lane + 1) * step;
    const bool begun = at < high && first[at] <= element;
    low += __popc(__ballot_sync(kFullWarp, begun)) * step;
    high = min(high, low + step);
  }
  return low;
}

// By a whole warp: visit(whether this lane has an element, its entry, its place in the entry) until the elements
// [begin, end) are done, for all lanes together. first[0 .. entries] are the exclusive sums of the sizes.
// Where the warp has 64 elements and more of one entry before it, it calls several(entry, first place, end of places)
// instead, all lanes with the same arguments.
template <class Sum, class Several, class Visit>
__device__ __forceinline__ void walk(
    const Sum* first, u32 entries, u64 begin, u64 end, Several several, Visit visit) {
  constexpr bool kSeveral = !std::is_same<Several, std::nullptr_t>::value;
  if (begin >= end) {
    return;
  }
  const u32 lane = lane_id();
  u32 base = entry_with(first, 0, entries, begin);
  for (u64 at = begin; at < end;) {
    // Ends of the next 32 entries.
    u64 border = base + lane + 1 <= entries ? static_cast<u64>(first[base + lane + 1]) : ~u64{0};
    u64 window = __shfl_sync(kFullWarp, border, 31);
    if (window <= at) {
      base = entry_with(first, base + 32, entries, at);
      continue;
    }
    const u64 start = first[base];
    window = window < end ? window : end;
    while (at < window) {
      if constexpr (kSeveral) {
        const u32 before = __popc(__ballot_sync(kFullWarp, border <= at));
        u64 last = __shfl_sync(kFullWarp, border, before);
        last = last < window ? last : window;
        if (last - at >= 64) {
          const u64 own = before == 0 ? start : __shfl_sync(kFullWarp, border, before - 1);
          several(base + before, at - own, last - own);
          at = last;
          continue;
        }
      }
      const u64 element = at + lane;
      const bool mine = element < window;
      const u64 sought = mine ? element : window - 1;
      u32 before = 0;
#pragma unroll
      for (u32 half = 16; half; half >>= 1) {
        before += __shfl_sync(kFullWarp, border, before + half - 1) <= sought ? half : 0;
      }
      const u64 end_before = __shfl_sync(kFullWarp, border, before == 0 ? 0 : before - 1);
      visit(mine, base + before, sought - (before == 0 ? start : end_before));
      at = at + 32 < window ? at + 32 : window;
    }
    base += 32;
  }
}
template <class Sum, class Visit>
__device__ __forceinline__ void walk(const Sum* first, u32 entries, u64 begin, u64 end, Visit visit) {
  walk(first, entries, begin, end, nullptr, visit);
}

// The part of [0, total) of the warp that calls.
struct Part {
  u64 begin, end;
};
__device__ __forceinline__ Part part_of_warp(u64 total) {
  const u64 warps = global_threads() / 32, warp = global_thread() / 32;
  // Whole groups of lanes.
  const u64 groups = (total + 31) / 32;
  const u64 begin = groups * warp / warps * 32, end = groups * (warp + 1) / warps * 32;
  return {begin < total ? begin : total, end < total ? end : total};
}
#endif

}  // namespace cliquestream::change
