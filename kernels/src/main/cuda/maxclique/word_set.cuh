// A set of up to 1,024·N small numbers held by a warp: lane l keeps words l, 32 + l, 64 + l … in registers. Every
// function is called by all lanes of a warp, and what they return is the same in all.
#pragma once

#include "common/common.cuh"

namespace cliquestream::maxclique {

template <int N>
struct WordSet {
  u32 word[N];

  static constexpr u32 kWords = N * 32;

  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int q = 0; q < N; q++) {
      word[q] = 0;
    }
  }
  // The first `words` words of an array; the rest is empty.
  __device__ __forceinline__ void load(const u32* from, u32 words) {
#pragma unroll
    for (int q = 0; q < N; q++) {
      const u32 at = q * 32 + lane_id();
      word[q] = at < words ? from[at] : 0;
    }
  }
  // All words of an array that another multiprocessor has written while the kernel runs.
  __device__ __forceinline__ void load_from_others(const u32* from) {
#pragma unroll
    for (int q = 0; q < N; q++) {
      word[q] = __ldcg(from + q * 32 + lane_id());
    }
  }
  __device__ __forceinline__ void store(u32* to, u32 words) const {
#pragma unroll
    for (int q = 0; q < N; q++) {
      const u32 at = q * 32 + lane_id();
      if (at < words) {
        to[at] = word[q];
      }
    }
  }
  // All of 0 … count-1.
  __device__ __forceinline__ void fill_below(u32 count) {
#pragma unroll
    for (int q = 0; q < N; q++) {
      const int left = static_cast<int>(count) - static_cast<int>(q * 32 + lane_id()) * 32;
      word[q] = left >= 32 ? ~0u : left > 0 ? (1u << left) - 1 : 0;
    }
  }
  __device__ __forceinline__ u32 size() const {
    u32 bits = 0;
#pragma unroll
    for (int q = 0; q < N; q++) {
      bits += __popc(word[q]);
    }
    return __reduce_add_sync(kFullWarp, bits);
  }
  __device__ __forceinline__ bool empty() const {
    u32 any = 0;
#pragma unroll
    for (int q = 0; q < N; q++) {
      any |= word[q];
    }
    return __ballot_sync(kFullWarp, any != 0) == 0;
  }
  // The smallest member, or -1.
  __device__ __forceinline__ int first() const {
#pragma unroll
    for (int q = 0; q < N; q++) {
      const u32 holders = __ballot_sync(kFullWarp, word[q] != 0);
      if (holders != 0) {
        const int lane = __ffs(holders) - 1;
        return q * 1024 + lane * 32 + __ffs(__shfl_sync(kFullWarp, word[q], lane)) - 1;
      }
    }
    return -1;
  }
  // The largest member, or -1.
  __device__ __forceinline__ int last() const {
#pragma unroll
    for (int q = N - 1; q >= 0; q--) {
      const u32 holders = __ballot_sync(kFullWarp, word[q] != 0);
      if (holders != 0) {
        const int lane = 31 - __clz(holders);
        return q * 1024 + lane * 32 + 31 - __clz(__shfl_sync(kFullWarp, word[q], lane));
      }
    }
    return -1;
  }
  __device__ __forceinline__ void insert(u32 member) {
#pragma unroll
    for (int q = 0; q < N; q++) {
      word[q] |= member >> 5 == q * 32 + lane_id() ? 1u << (member & 31) : 0;
    }
  }
  __device__ __forceinline__ void remove(u32 member) {
#pragma unroll
    for (int q = 0; q < N; q++) {
      word[q] &= member >> 5 == q * 32 + lane_id() ? ~(1u << (member & 31)) : ~0u;
    }
  }
  __device__ __forceinline__ void intersect(const u32* row, u32 words) {
#pragma unroll
    for (int q = 0; q < N; q++) {
      const u32 at = q * 32 + lane_id();
      word[q] &= at < words ? row[at] : 0;
    }
  }
  __device__ __forceinline__ void subtract(const u32* row, u32 words) {
#pragma unroll
    for (int q = 0; q < N; q++) {
      const u32 at = q * 32 + lane_id();
      word[q] &= at < words ? ~row[at] : ~0u;
    }
  }
  __device__ __forceinline__ void unite(const WordSet& other) {
#pragma unroll
    for (int q = 0; q < N; q++) {
      word[q] |= other.word[q];
    }
  }
};

// Takes greedy colour classes (independent sets) out of `left`, at most `most` of them, members in rising order;
// returns how many it took. color, if given, gets the class of every member taken, from 1.
template <int N>
__device__ __forceinline__ u32 take_color_classes(
    WordSet<N>& left, u32 most, const u32* matrix, u32 stride, u32 words, u32* color) {
  u32 classes = 0;
  for (; classes < most; classes++) {
    WordSet<N> candidates = left;
    int member = candidates.first();
    if (member < 0) {
      break;
    }
    while (member >= 0) {
      left.remove(member);
      candidates.remove(member);
      candidates.subtract(matrix + static_cast<u64>(member) * stride, words);
      if (color != nullptr && lane_id() == 0) {
        color[member] = classes + 1;
      }
      member = candidates.first();
    }
  }
  return classes;
}

}  // namespace cliquestream::maxclique
