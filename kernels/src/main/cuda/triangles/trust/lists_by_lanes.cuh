// Warp-centric reading, and by sub-warps, as the paper compares them: a group of lanes takes one neighbour's list at a
// time. Groups of a warp do not wait for one another until each has read its lists; lanes past the end of a list idle.
#pragma once

#include "triangles/trust/table.cuh"

namespace cliquestream::trust {

// A neighbour's row a lane; kLanes: 32, a whole warp a list, or 16 or 8.
template <u32 kLanes>
struct ListsByLanes {
  static constexpr u32 kCopied = 0;

  template <class Table>
  static __device__ __forceinline__ u32 count(const TrustGraph& g, const Table& table, u64 row, u32*) {
    constexpr u32 kWindows = TrustPolicy::kWindows, kGroups = 32 / kLanes;
    const u32 lane = lane_id() % kLanes, group = lane_id() / kLanes;
    const u32 mask = kLanes == 32 ? kFullWarp : ((1u << (kLanes % 32)) - 1) << (group * kLanes);
    // Neighbours are dealt out to the groups one by one, so that a few of them do not all fall to the first.
    row = __shfl_sync(kFullWarp, row, static_cast<int>(lane * kGroups + group));
    u32 lists = (__ballot_sync(kFullWarp, row_length(row) != 0) & mask) >> (group * kLanes);
    u32 found = 0;
    for (; lists != 0; lists &= lists - 1) {
      const u64 taken = __shfl_sync(mask, row, __ffs(static_cast<int>(lists)) - 1, kLanes);
      const u32* list = g.adjacency + row_quad(taken) * 4;
      const u32 length = row_length(taken);
      for (u32 from = lane; from - lane < length; from += kLanes * kWindows) {
        u32 id[kWindows];
#pragma unroll
        for (u32 j = 0; j < kWindows; j++) {
          id[j] = from + j * kLanes < length ? __ldg(list + from + j * kLanes) : 0;
        }
#pragma unroll
        for (u32 j = 0; j < kWindows; j++) {
          if (from + j * kLanes < length) {
            found += table.contains(id[j]);
          }
        }
      }
      __syncwarp(mask);
    }
    __syncwarp();
    return found;
  }
};

}  // namespace cliquestream::trust
