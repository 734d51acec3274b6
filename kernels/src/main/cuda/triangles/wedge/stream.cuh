// A warp streams up to 32 entries as if they were one array ("virtual combination").
//
// Lane i holds entry i. The exclusive sums of the entries' units give each its place in the flattened array. For every
// window of 32 units, the entries that begin inside it set one bit each; the bits at or below a lane, plus the entries
// begun before, name the lane's entry, and one shuffle brings that entry's displacement. No search, no divergence.
#pragma once

#include "triangles/wedge/format.cuh"

namespace cliquestream::wedge {

template <class Table>
__device__ __forceinline__ u32 stream_entries(
    const Table& table, const EntryFormat& format, const u64* __restrict__ entries, u64 base, u64 end, u32 lane) {
  const u64 mine = base + lane < end ? __ldg(entries + base + lane) : 0;
  const u32 length = base + lane < end ? format.length(mine) : 0;
  const u32 units = (length + Table::kIdsPerUnit - 1) / Table::kIdsPerUnit;
  const u32 inclusive = warp_inclusive_sum(units);
  const u32 total = __shfl_sync(kFullWarp, inclusive, 31);
  const u32 exclusive = inclusive - units;
  const u32 displacement = format.start(mine) - exclusive;
  const u32 below = lanes_up_to_mine();
  auto begins_in = [&](u32 window) {
    const u32 offset = exclusive - window;
    return units != 0 && offset < 32 ? 1u << offset : 0u;
  };
  u32 begun = 0, hits = 0;
  for (u32 t = 0; t < total; t += 64) {
    const u32 first = __reduce_or_sync(kFullWarp, begins_in(t));
    const u32 unit0 = __shfl_sync(kFullWarp, displacement, begun + __popc(first & below) - 1) + t + lane;
    begun += __popc(first);
    typename Table::Unit u0 = Table::nothing();
    if (t + lane < total) {
      u0 = table.load(unit0);
    }
    if (t + 32 < total) {
      const u32 second = __reduce_or_sync(kFullWarp, begins_in(t + 32));
      const u32 unit1 = __shfl_sync(kFullWarp, displacement, begun + __popc(second & below) - 1) + t + 32 + lane;
      begun += __popc(second);
      typename Table::Unit u1 = Table::nothing();
      if (t + 32 + lane < total) {
        u1 = table.load(unit1);
      }
      hits += table.test(u0);
      hits += table.test(u1);
    } else {
      hits += table.test(u0);
    }
  }
  return hits;
}

}  // namespace cliquestream::wedge
