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

// Batcher's odd-even merge sort of N registers, N a power of two. Steps are template parameters, not loops: an index that
// is not a constant would move the registers to memory.
template <int kSorted, int kDistance, int N>
__device__ __forceinline__ void odd_even_steps(u32 (&v)[N]) {
  constexpr int kFirst = kDistance % kSorted;
#pragma unroll
  for (int i = kFirst; i + kDistance < N; i++) {
    if (((i - kFirst) & kDistance) == 0 && i / (2 * kSorted) == (i + kDistance) / (2 * kSorted)) {
      order_two(v[i], v[i + kDistance]);
    }
  }
  if constexpr (kDistance > 1) {
    odd_even_steps<kSorted, kDistance / 2>(v);
  } else if constexpr (2 * kSorted < N) {
    odd_even_steps<2 * kSorted, 2 * kSorted>(v);
  }
}
template <int N>
__device__ __forceinline__ void sort_registers(u32 (&v)[N]) {
  odd_even_steps<1, 1>(v);
}
// The last steps of a bitonic merge: those inside N registers.
template <int kDistance, int N>
__device__ __forceinline__ void merge_registers(u32 (&v)[N]) {
#pragma unroll
  for (int i = 0; i < N; i++) {
    if ((i & kDistance) == 0) {
      order_two(v[i], v[i + kDistance]);
    }
  }
  if constexpr (kDistance > 1) {
    merge_registers<kDistance / 2>(v);
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
    merge_registers<N / 2>(v);
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
