// Where counts go: the histogram with its window in shared memory, and 128-bit totals.
//
// Exactness: every 64-bit addition that wraps is seen by the thread whose addition it was (the old value comes back), and
// that thread adds the carry to the high word. So no order of additions loses one, and there is no bound on a total.
#pragma once

#include "cliques/bits.cuh"

namespace cliquestream::cliques {

__device__ __forceinline__ void add_wide(u64* low, u64* high, u64 value) {
  const u64 old = atomicAdd(reinterpret_cast<atomic64*>(low), static_cast<atomic64>(value));
  if (old + value < old) {
    add_to(high, 1);
  }
}

// Leaves with few held vertices and pivots are nearly all there are, and all warps add to the same few cells: they meet in
// 32-bit counters in shared memory (64-bit atomics would spin there), and nobody waits for the old value. A counter cannot
// wrap: one addition is less than kMostAdded, a lane that has added kAddedBeforeFlush asks its warp to empty all counters
// into the histogram, and it is asked at least every kNodesPerDemand nodes of at most two additions each, in each of the two
// trees that a warp may be in.
class Leaves {
 public:
  static constexpr u32 kWindow = CliquePolicy::kHeldWindow * CliquePolicy::kPivotWindow;
  static constexpr u32 kMostAdded = 1u << 17;
  static constexpr u32 kAddedBeforeFlush = 1u << 20;
  static_assert(
      CliquePolicy::kBlockKernelThreads *
              (kAddedBeforeFlush + 2 * 2ull * CliquePolicy::kNodesPerDemand * kMostAdded) <
          1ull << 32,
      "a counter could wrap");

  __device__ __forceinline__ Leaves(const Histogram& histogram, u32* window) : h_(histogram), window_(window) {}

  // count leaves with so many held vertices and pivots, straight into the histogram. Leaves with too many held vertices to
  // matter are dropped. Not to be copied to every place that adds.
  __device__ __noinline__ void add(u32 held, u32 pivots, u64 count) const {
    if (held < h_.held) {
      const u64 at = static_cast<u64>(held) * h_.pivots + pivots;
      add_wide(h_.low + at, h_.high + at, count);
    }
  }

  // Empties the counters. By all threads of a group, or by a warp while others add.
  __device__ __noinline__ void flush(u32 thread, u32 threads) const {
    for (u32 i = thread; i < kWindow; i += threads) {
      const u32 count = atomicExch(window_ + i, 0u);
      if (count != 0) {
        add(i / CliquePolicy::kPivotWindow, i % CliquePolicy::kPivotWindow, count);
      }
    }
  }
  // For all threads of a block, before the first add; the caller synchronises.
  __device__ __forceinline__ void clear(u32 thread, u32 threads) const {
    for (u32 i = thread; i < kWindow; i += threads) {
      window_[i] = 0;
    }
  }

 private:
  const Histogram& h_;
  u32* window_;
};

// Sums every lane's 64-bit count into a total of two words.
__device__ __forceinline__ void add_warp_total(u64* total, u64 value) {
  u64 low = value, high = 0;
#pragma unroll
  for (int distance = 16; distance; distance >>= 1) {
    const u64 other_low = __shfl_xor_sync(kFullWarp, low, distance);
    const u64 other_high = __shfl_xor_sync(kFullWarp, high, distance);
    low += other_low;
    high += other_high + (low < other_low);
  }
  if (lane_id() == 0 && (low | high) != 0) {
    if (high != 0) {
      add_to(total + 1, high);
    }
    add_wide(total, total + 1, low);
  }
}

}  // namespace cliquestream::cliques
