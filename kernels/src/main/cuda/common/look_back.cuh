// Decoupled look-back (Merrill and Garland 2016): sums over all parts of some work before one's own, in a single pass.
#pragma once

#include "common/common.cuh"

namespace cliquestream {

// Look-back states: a sum with two bits that say whose.
enum SumState : u64 { kOwnSum = 1, kWholeSum = 2 };

// By a whole warp: the sum of all parts before this one, published with this one's own for those after it. Parts are
// taken in order, so whoever is waited for has begun; states begin as zeros.
__device__ __forceinline__ u64 sum_before(u64* states, u32 part, u64 own) {
  const u32 lane = lane_id();
  auto publish = [&](u64 sum, u64 state) {
    if (lane == 0) {
      *reinterpret_cast<volatile u64*>(states + part) = sum << 2 | state;
    }
  };
  u64 before = 0;
  if (part != 0) {
    publish(own, kOwnSum);
    for (u32 at = part;; at -= 32) {  // lane i looks at part at - 1 - i
      u64 state = kWholeSum;
      if (at > lane) {
        do {
          state = *reinterpret_cast<volatile u64*>(states + at - 1 - lane);
        } while (state == 0);
      }
      const u32 whole = __ballot_sync(kFullWarp, (state & 3) == kWholeSum);
      const u32 nearest = whole != 0 ? __ffs(whole) - 1 : 32;
      const u64 sum = warp_sum(lane <= nearest ? state >> 2 : 0);
      before += __shfl_sync(kFullWarp, sum, 0);
      if (whole != 0) {
        break;
      }
    }
  }
  publish(before + own, kWholeSum);
  return before;
}

}  // namespace cliquestream
