// A warp streams up to 32 entries, one in the hands of each lane, as if they were one array ("virtual combination").
//
// Lane i holds entry i. The exclusive sums of the entries' units give each its place in the flattened array. For every
// window of 32 units, the entries that begin inside it set one bit each; the bits at or below a lane, plus the entries
// begun before, name the lane's entry, and one shuffle brings that entry's displacement. No search, no divergence.
#pragma once

#include "triangles/wedge/format.cuh"

namespace cliquestream::wedge {

// kInFlight windows are loaded before the first is tested.
template <u32 kInFlight, class Table>
__device__ __forceinline__ u32 stream_entries(
    const Table& table, const EntryFormat& format, u64 mine, bool valid, u32 lane) {
  const u32 length = valid ? format.length(mine) : 0;
  const u32 units = (length + Table::kIdsPerUnit - 1) / Table::kIdsPerUnit;
  const u32 inclusive = warp_inclusive_sum(units);
  const u32 total = __shfl_sync(kFullWarp, inclusive, 31);
  const u32 exclusive = inclusive - units;
  const u32 displacement = format.start(mine) - exclusive;
  const u32 below = lanes_up_to_mine();
  u32 begun = 0, hits = 0;
  for (u32 t = 0; t < total; t += 32 * kInFlight) {
    typename Table::Unit loaded[kInFlight];
#pragma unroll
    for (u32 w = 0; w < kInFlight; w++) {
      const u32 at = t + w * 32;
      if (w == 0 || at < total) {
        const u32 offset = exclusive - at;
        const u32 begins = __reduce_or_sync(kFullWarp, units != 0 && offset < 32 ? 1u << offset : 0u);
        const u32 unit = __shfl_sync(kFullWarp, displacement, begun + __popc(begins & below) - 1) + at + lane;
        begun += __popc(begins);
        loaded[w] = at + lane < total ? table.load(unit) : Table::nothing();
      }
    }
#pragma unroll
    for (u32 w = 0; w < kInFlight; w++) {
      if (w == 0 || t + w * 32 < total) {
        hits += table.test(loaded[w]);
      }
    }
  }
  return hits;
}

}  // namespace cliquestream::wedge
