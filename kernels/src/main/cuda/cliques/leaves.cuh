// Where counts go: the histogram with its window in shared memory, and 128-bit totals.
#pragma once

#include "common/wide_sum.cuh"
#include "cliques/bits.cuh"

namespace cliquestream::cliques {

// Leaves with few held vertices and pivots are nearly all there are, and all warps add to the same few cells: they meet in
// 32-bit counters in shared memory, which have hardware atomics (64-bit ones would spin); a counter that wraps carries into
// the histogram at once.
class Leaves {
 public:
  static constexpr u32 kWindow = CliquePolicy::kHeldWindow * CliquePolicy::kPivotWindow;

  __device__ __forceinline__ Leaves(const Histogram& histogram, u32* window) : h_(histogram), window_(window) {}

  // count leaves with so many held vertices and pivots. Leaves with too many held vertices to matter are dropped.
  __device__ __forceinline__ void add(u32 held, u32 pivots, u64 count) const {
    if (held >= h_.held) {
      return;
    }
    if (held < CliquePolicy::kHeldWindow && pivots < CliquePolicy::kPivotWindow && count >> 32 == 0) {
      const u32 more = static_cast<u32>(count);
      const u32 old = atomicAdd(window_ + held * CliquePolicy::kPivotWindow + pivots, more);
      if (old + more >= old) {
        return;
      }
      count = u64{1} << 32;
    }
    add_to_histogram(held, pivots, count);
  }

  // The same without the counters, for kernels that have none.
  __device__ __forceinline__ void add_directly(u32 held, u32 pivots, u64 count) const {
    if (held < h_.held) {
      add_to_histogram(held, pivots, count);
    }
  }

  // For all threads of a block, before the first add; the caller synchronises.
  __device__ __forceinline__ void clear(u32 thread, u32 threads) const {
    for (u32 i = thread; i < kWindow; i += threads) {
      window_[i] = 0;
    }
  }
  // After the last add and a barrier.
  __device__ __forceinline__ void flush(u32 thread, u32 threads) const {
    for (u32 i = thread; i < kWindow; i += threads) {
      if (window_[i] != 0) {
        add_to_histogram(i / CliquePolicy::kPivotWindow, i % CliquePolicy::kPivotWindow, window_[i]);
      }
    }
  }

  // Rare, and not to be copied to every place that adds.
  __device__ __noinline__ void add_to_histogram(u32 held, u32 pivots, u64 count) const {
    const u64 at = static_cast<u64>(held) * h_.pivots + pivots;
    add_wide(h_.low + at, h_.high + at, count);
  }

 private:
  const Histogram& h_;
  u32* window_;
};

// Sums every lane's 64-bit count into a total of two words.
__device__ __forceinline__ void add_warp_total(u64* total, u64 value) {
  u64 low = value, high = 0;
  warp_sum_wide(low, high);
  if (lane_id() == 0) {
    add_wide(total, total + 1, low, high);
  }
}

}  // namespace cliquestream::cliques
