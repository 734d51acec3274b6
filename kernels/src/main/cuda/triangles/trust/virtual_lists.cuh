// Virtual combination, the paper's choice: the two-hop lists of up to 32 neighbours are addressed as one array. A warp adds
// up their lengths and looks the ids of all of them up in windows of 32, whosever they are.
#pragma once

#include "triangles/trust/table.cuh"

namespace cliquestream::trust {

// A neighbour's row a lane; how many of their ids are in the table is summed over the lanes.
struct VirtualLists {
  static constexpr u32 kCopied = 0;  // ids of a warp's buffer

  template <class Table>
  static __device__ __forceinline__ u32 count(const TrustGraph& g, const Table& table, u64 row, u32*) {
    constexpr u32 kWindows = TrustPolicy::kWindows;
    const u32 lane = lane_id();
    const u32 filled = __ballot_sync(kFullWarp, row_length(row) != 0);
    if (filled & (filled + 1)) {  // empty rows between: close the gaps
      row = __shfl_sync(kFullWarp, row, __fns(filled, 0, static_cast<int>(lane) + 1) & 31);
      row = lane < __popc(filled) ? row : 0;
    }
    const u32 inclusive = warp_inclusive_sum(row_length(row)), total = __shfl_sync(kFullWarp, inclusive, 31);
    const u32 exclusive = inclusive - row_length(row);
    const u64 displacement = row_quad(row) * 4 - exclusive;
    u32 found = 0, started = 0;  // rows that start before the window
    for (u32 e0 = 0; e0 < total; e0 += 32 * kWindows) {
      u32 id[kWindows];
      bool wanted[kWindows];
  #pragma unroll
      for (u32 j = 0; j < kWindows; j++) {
        const u32 from = e0 + j * 32, offset = exclusive - from;
        const u32 heads = __reduce_or_sync(kFullWarp, row_length(row) != 0 && offset < 32 ? 1u << offset : 0);
        const u32 owner = (started + __popc(heads & lanes_up_to_mine()) - 1) & 31;
        const u64 place = __shfl_sync(kFullWarp, displacement, owner) + from + lane;
        wanted[j] = from + lane < total;
        id[j] = wanted[j] ? __ldg(g.adjacency + place) : 0;
        started += __popc(heads);
      }
  #pragma unroll
      for (u32 j = 0; j < kWindows; j++) {
        if (wanted[j]) {
          found += table.contains(id[j]);
        }
      }
    }
    return found;
  }
};

}  // namespace cliquestream::trust
