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

class Leaves {
 public:
  static constexpr u32 kWindow = CliquePolicy::kHeldWindow * CliquePolicy::kPivotWindow;

  __device__ __forceinline__ Leaves(const Histogram& histogram, u64* window) : h_(histogram), window_(window) {}

  // count leaves with so many held vertices and pivots. Sets that are too large to matter are dropped.
  __device__ __forceinline__ void add(u32 held, u32 pivots, u64 count) const {
    if (held >= h_.held) {
      return;
    }
    if (held < CliquePolicy::kHeldWindow && pivots < CliquePolicy::kPivotWindow) {
      const u32 at = held * CliquePolicy::kPivotWindow + pivots;
      const u64 old = atomicAdd(reinterpret_cast<atomic64*>(window_ + at), static_cast<atomic64>(count));
      if (old + count < old) {
        add_to(h_.high + static_cast<u64>(held) * h_.pivots + pivots, 1);
      }
    } else {
      const u64 at = static_cast<u64>(held) * h_.pivots + pivots;
      add_wide(h_.low + at, h_.high + at, count);
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
      const u64 count = window_[i];
      if (count != 0) {
        const u64 at = static_cast<u64>(i / CliquePolicy::kPivotWindow) * h_.pivots + i % CliquePolicy::kPivotWindow;
        add_wide(h_.low + at, h_.high + at, count);
      }
    }
  }

 private:
  const Histogram& h_;
  u64* window_;
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
