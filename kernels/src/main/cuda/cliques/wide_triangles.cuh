// Triangles among more candidates than a tile holds, on the b1 matrix unit.
//
// With A the matrix of the candidates' rows and m the mask of the candidates, (A AND m) A^T counts the common neighbours of
// every two of them: one m16n8k256 instruction takes 16 rows against 8, 256 bits deep, as much as 1,024 ANDs with POPC.
// Counts at places where the two are adjacent are added. In a lower triangular matrix a triangle is counted once, at its two
// larger vertices; in a symmetric one at each of its three edges, and only pairs with the larger row index first are
// looked at. The candidates are listed first, so that rows of others cost nothing; their columns stay in, 32 of them a word.
#pragma once

#include "cliques/bit_products.cuh"
#include "cliques/matrix.cuh"
#include "cliques/worker.cuh"

namespace cliquestream::cliques {

// For a whole warp, all lanes of which return the sum; of a cancelled job, a part. The mask has that many words and `count`
// members.
template <bool kSymmetric>
__device__ __noinline__ u64 triangles_in_mask(Worker& worker, const u32* mask, u32 words, u32 count) {
  constexpr u32 kRows = 16, kColumns = 8, kDepth = 8;  // of an instruction: rows, columns, words
  const u32 lane = worker.lane, group = lane >> 2, member = lane & 3, stride = worker.stride;
  const u32* matrix = worker.matrix;
  u32* list = worker.stack() + worker.job.list_at;
  u32 listed = 0;
  for (u32 w = 0; w < words; w++) {
    const u32 word = mask[w];
    if (word >> lane & 1) {
      list[listed + __popc(word & lanes_below_mine())] = w * 32 + lane;
    }
    listed += __popc(word);
  }
  __syncwarp();
  u64 triangles = 0;
  for (u32 first_row = 0; first_row < count; first_row += kRows) {
    const u32 low = first_row + group, high = low + 8;
    const u32 last = list[first_row + kRows - 1 < count ? first_row + kRows - 1 : count - 1];
    const u32* low_row = matrix + static_cast<u64>(list[low < count ? low : 0]) * stride;
    const u32* high_row = matrix + static_cast<u64>(list[high < count ? high : 0]) * stride;
    // Past the largest row a lower triangular matrix has no bits.
    const u32 depth = kSymmetric ? words : (last >> 5) + 1 < words ? (last >> 5) + 1 : words;
    if (worker.node(Worker::weight_of(first_row, depth))) {
      break;
    }
    for (u32 first_column = 0; first_column < first_row + kRows && first_column < count; first_column += kColumns) {
      const u32 column = first_column + group;
      const u32* column_row = matrix + static_cast<u64>(list[column < count ? column : 0]) * stride;
      u32 common[4] = {0, 0, 0, 0};
      for (u32 first = 0; first < depth; first += kDepth) {
        const u32 x = first + member, y = x + 4;
        const u32 mask_x = x < depth ? mask[x] : 0, mask_y = y < depth ? mask[y] : 0;
        const u32 at_x = x < depth ? x : 0, at_y = y < depth ? y : 0;
        const u32 a[4] = {low_row[at_x] & mask_x, high_row[at_x] & mask_x, low_row[at_y] & mask_y, high_row[at_y] & mask_y};
        const u32 b[2] = {column_row[at_x], column_row[at_y]};
        multiply_bits(common, a, b);
      }
      u32 found = 0;
#pragma unroll
      for (u32 x = 0; x < 2; x++) {
        const u32 other = first_column + 2 * member + x;
        const u32 vertex = list[other < count ? other : 0];
        found += other < low && low < count && (low_row[vertex >> 5] >> (vertex & 31) & 1) ? common[x] : 0;
        found += other < high && high < count && (high_row[vertex >> 5] >> (vertex & 31) & 1) ? common[2 + x] : 0;
      }
      triangles += found;
    }
  }
  triangles = warp_sum(triangles);
  triangles = __shfl_sync(kFullWarp, triangles, 0);
  __syncwarp();
  return kSymmetric ? triangles / 3 : triangles;
}

}  // namespace cliquestream::cliques
