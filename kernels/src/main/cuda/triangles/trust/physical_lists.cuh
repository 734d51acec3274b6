// Physical combination, as the paper compares it: the two-hop lists of up to 32 neighbours are copied one behind the other
// into a buffer of the warp's, and looked up from there whenever it is full and at the end. A list that is longer than
// what is left of the buffer is cut, so the buffer need not grow with the graph.
#pragma once

#include "triangles/trust/table.cuh"

namespace cliquestream::trust {

struct PhysicalLists {
  static constexpr u32 kCopied = TrustPolicy::kCopied;

  // A neighbour's row a lane.
  template <class Table>
  static __device__ __forceinline__ u32 count(const TrustGraph& g, const Table& table, u64 row, u32* copied) {
    const u32 lane = lane_id();
    u32 found = 0, filled = 0;
    for (u32 lists = __ballot_sync(kFullWarp, row_length(row) != 0); lists != 0; lists &= lists - 1) {
      const u64 taken = __shfl_sync(kFullWarp, row, __ffs(static_cast<int>(lists)) - 1);
      const u32* list = g.adjacency + row_quad(taken) * 4;
      const u32 length = row_length(taken);
      for (u32 from = 0; from < length;) {
        const u32 part = min(length - from, kCopied - filled);
        for (u32 i = lane; i < part; i += 32) {
          copied[filled + i] = __ldg(list + from + i);
        }
        from += part;
        filled += part;
        if (filled == kCopied) {
          found += look_up(table, copied, filled);
          filled = 0;
        }
      }
    }
    return found + look_up(table, copied, filled);
  }

 private:
  template <class Table>
  static __device__ __forceinline__ u32 look_up(const Table& table, const u32* copied, u32 filled) {
    u32 found = 0;
    __syncwarp();
    for (u32 i = lane_id(); i < filled; i += 32) {
      found += table.contains(copied[i]);
    }
    __syncwarp();
    return found;
  }
};

}  // namespace cliquestream::trust
