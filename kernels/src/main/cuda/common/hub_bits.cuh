// Edges among the vertices of smallest rank as bits, and induced matrices read from them.
//
// In an order by degree or degeneracy most of the members of most roots are hubs: vertices of rank below some ten thousand.
// The rows of N+ of all hubs are kept as bits (bit w of row v: v and w < v are adjacent), so that whether two members are
// adjacent is one load, and 32 x 32 bits of an induced matrix come from 32 loads of a warp and as many ballots: no filter, no
// hash, no atomics, and nothing to clear. Streaming the lists of the members past a filter takes about ten times as many
// instructions. Rows are as long as their number needs, in blocks of 32: hubs^2 / 16 bytes in all.
#pragma once

#include "common/search.cuh"

namespace cliquestream {

__host__ __device__ __forceinline__ u32 hub_row_start(u32 hub) {
  const u32 block = hub >> 5;
  return 16 * block * (block + 1) + (hub & 31) * (block + 1);
}

#ifdef __CUDACC__
// A warp writes the row of a hub from its list, put together in shared memory of the warp: each word is written once.
__device__ __forceinline__ void write_hub_row(u32 hub, const u32* __restrict__ list, u32 length, u32* shared, u32* bits) {
  const u32 lane = lane_id(), words = (hub >> 5) + 1;
  for (u32 w = lane; w < words; w += 32) {
    shared[w] = 0;
  }
  __syncwarp();
  for (u32 i = lane; i < length; i += 32) {
    const u32 id = __ldg(list + i);
    atomicOr(shared + (id >> 5), 1u << (id & 31));
  }
  __syncwarp();
  u32* out = bits + hub_row_start(hub);
  for (u32 w = lane; w < words; w += 32) {
    out[w] = shared[w];
  }
  __syncwarp();
}

// Bit r of the result: lane r's row, of 32 rows from base on, has the member of this lane. Of the columns first .. first + 31
// and the rows base .. base + rows - 1 of the members' matrix; what lies on or above the diagonal is 0. *own: the word of
// this lane's row. For a whole warp.
__device__ __forceinline__ u32 hub_block(
    const u32* __restrict__ bits, const u32* ids, u32 base, u32 rows, u32 first, u32 count, u32 lane, u32* own) {
  const u32 row_start = lane < rows ? hub_row_start(ids[base + lane]) : 0;
  const bool inside = first + lane < count;
  const u32 id = inside ? ids[first + lane] : 0;
  const u32 word = id >> 5, shift = id & 31;
  const u32 limit = base == first ? lane + 1 : 0;  // rows of this block from which on this lane's column is below the diagonal
  u32 column = 0, mine = 0;
#pragma unroll 8
  for (u32 r = 0; r < rows; r++) {
    const u32 start = __shfl_sync(kFullWarp, row_start, r);
    const bool adjacent = inside && r >= limit && (__ldg(bits + start + word) >> shift & 1);
    const u32 row = __ballot_sync(kFullWarp, adjacent);
    mine = lane == r ? row : mine;
    column |= adjacent ? 1u << r : 0;
  }
  *own = mine;
  return column;
}

// Members below the hub bound among an ascending list.
__device__ __forceinline__ u32 hubs_among(const u32* __restrict__ list, u32 count, u32 hubs) {
  if (count == 0 || __ldg(list + count - 1) < hubs) {
    return count;
  }
  return row_lower_bound(list, count - 1, hubs);
}

// Rows 0 .. hubs - 1 of the members' matrix, which is clear, or all of whose members are hubs; symmetric: their bits in the
// columns, too. Blocks of 32 x 32 are handed out to the warps in turn. Other words than those of these rows and columns are not
// touched.
template <bool kSymmetric>
__device__ __forceinline__ void hub_rows(
    const u32* __restrict__ bits, const u32* ids, u32 hubs, u32* matrix, u32 stride, u32 lane, u32 warp, u32 warps) {
  u32 turn = 0;
  for (u32 base = 0; base < hubs; base += 32) {
    const u32 rows = hubs - base < 32 ? hubs - base : 32;
    for (u32 first = 0; first <= base; first += 32) {
      if (turn++ % warps != warp) {
        continue;
      }
      u32 own;
      const u32 column = hub_block(bits, ids, base, rows, first, hubs, lane, &own);
      const u64 mine = static_cast<u64>(base + lane) * stride + (first >> 5);
      if (base == first) {
        if (lane < rows) {
          matrix[mine] = kSymmetric ? own | column : own;
        }
        continue;
      }
      if (lane < rows) {
        matrix[mine] = own;
      }
      if (kSymmetric) {
        matrix[static_cast<u64>(first + lane) * stride + (base >> 5)] = column;
      }
    }
  }
}

#endif

}  // namespace cliquestream
