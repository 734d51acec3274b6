// Sorting networks for rows of ids: in the registers of one thread, of one warp, and of a block.
//
// Comparisons cost a few instructions each and memory is touched twice, so up to a thousand ids a network beats ranking
// by digits by far. Padding is the largest number and ends up last.
#pragma once

#include "common/common.cuh"

namespace cliquestream::graph {

__device__ __forceinline__ void order_two(u32& a, u32& b) {
  const u32 low = min(a, b);
  b = max(a, b);
  a = low;
}

// Batcher's odd-even merge sort of N registers, N a power of two.
template <int N>
__device__ __forceinline__ void sort_registers(u32 (&v)[N]) {
#pragma unroll
  for (int p = 1; p < N; p *= 2) {
#pragma unroll
    for (int k = p; k >= 1; k /= 2) {
#pragma unroll
      for (int j = k % p; j + k < N; j += 2 * k) {
#pragma unroll
        for (int i = 0; i < k; i++) {
          if (i + j + k < N && (i + j) / (2 * p) == (i + j + k) / (2 * p)) {
            order_two(v[i + j], v[i + j + k]);
          }
        }
      }
    }
  }
}

// Bitonic sort of 32 * N ids of a warp; afterwards lane i holds the ids N * i .. N * i + N - 1. Where a merge has to
// descend, the bits are inverted meanwhile, so that every comparison keeps the smaller one first.
template <int N>
__device__ __forceinline__ void sort_warp(u32 (&v)[N], u32 lane) {
  auto invert = [&](u32 mask) {
#pragma unroll
    for (int e = 0; e < N; e++) {
      v[e] ^= mask;
    }
  };
  u32 descending = lane & 1 ? ~0u : 0u;
  invert(descending);
  sort_registers(v);
#pragma unroll 1
  for (u32 width = 2; width <= 32; width *= 2) {  // lanes merged
    const u32 now = lane & width & 31 ? ~0u : 0u;
    invert(descending ^ now);
    descending = now;
#pragma unroll 1
    for (u32 distance = width / 2; distance >= 1; distance /= 2) {
      const bool lower = (lane & distance) == 0;
#pragma unroll
      for (int e = 0; e < N; e++) {
        const u32 other = __shfl_xor_sync(kFullWarp, v[e], distance);
        v[e] = lower ? min(v[e], other) : max(v[e], other);
      }
    }
#pragma unroll
    for (int distance = N / 2; distance >= 1; distance /= 2) {
#pragma unroll
      for (int e = 0; e < N; e++) {
        if ((e & distance) == 0) {
          order_two(v[e], v[e + distance]);
        }
      }
    }
  }
}

// Bitonic sort in place of any number of ids by a block, every comparison ascending: what would lie past the end is the
// largest anyway and never moves.
__device__ __forceinline__ void sort_by_block(u32* ids, u32 length) {
  auto compare = [&](u32 low, u32 high) {
    if (high < length) {
      const u32 a = ids[low], b = ids[high];
      if (a > b) {
        ids[low] = b;
        ids[high] = a;
      }
    }
  };
  // Pair i of blocks of 2^bits: the low ends of a block are its first half.
  auto low_of = [](u32 i, u32 bits) { return i >> (bits - 1) << bits | (i & ((1u << (bits - 1)) - 1)); };
  for (u32 size_bits = 1; length > 1u << (size_bits - 1); size_bits++) {
    for (u32 bits = size_bits; bits >= 1; bits--) {
      const u32 half = 1u << (bits - 1);
      for (u32 i = threadIdx.x; i < length / 2 + half; i += blockDim.x) {
        const u32 low = low_of(i, bits);
        compare(low, bits == size_bits ? low ^ (2 * half - 1) : low + half);
      }
      __syncthreads();
    }
  }
}

}  // namespace cliquestream::graph
