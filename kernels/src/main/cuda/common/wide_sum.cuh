// Sums of two words. Exactness: every 64-bit addition that wraps is seen by the thread whose addition it was (the old
// value comes back), and that thread adds the carry to the high word. So no order of additions loses one.
#pragma once

#include "common/common.cuh"

namespace cliquestream {

#ifdef __CUDACC__
__device__ __forceinline__ void add_wide(u64* low, u64* high, u64 more_low, u64 more_high = 0) {
  if (more_low != 0 || more_high != 0) {
    const u64 before = atomicAdd(reinterpret_cast<atomic64*>(low), static_cast<atomic64>(more_low));
    const u64 to_high = more_high + (before + more_low < before ? 1 : 0);
    if (to_high != 0) {
      add_to(high, to_high);
    }
  }
}
// The lanes' sums, in lane 0.
__device__ __forceinline__ void warp_sum_wide(u64& low, u64& high) {
#pragma unroll
  for (int distance = 16; distance; distance >>= 1) {
    const u64 other = __shfl_down_sync(kFullWarp, low, distance);
    high += __shfl_down_sync(kFullWarp, high, distance);
    low += other;
    high += low < other ? 1 : 0;
  }
}
#endif

}  // namespace cliquestream
