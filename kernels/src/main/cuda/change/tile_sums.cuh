// Sums over all entries before one's own, in one pass over tiles of entries (common/look_back.cuh).
#pragma once

#include "common/look_back.cuh"
#include "change/policy.cuh"

namespace cliquestream::change {

#ifdef __CUDACC__
// By a whole block: the number of its tile, tiles being taken in order.
__device__ __forceinline__ u32 take_tile(u32* ticket) {
  __shared__ u32 tile;
  if (threadIdx.x == 0) {
    tile = atomicAdd(ticket, 1u);
  }
  __syncthreads();
  return tile;
}

// By a whole block, once a kernel: the sum of all entries before this thread's, own being the sum of its own ones.
__device__ __forceinline__ u64 sum_before_thread(u64* states, u32 tile, u64 own) {
  constexpr u32 kWarps = ChangePolicy::kTileThreads / 32;
  __shared__ u64 warps[kWarps];
  __shared__ u64 before_tile;
  const u32 warp = threadIdx.x / 32, lane = lane_id();
  const u64 inclusive = warp_inclusive_sum(own);
  if (lane == 31) {
    warps[warp] = inclusive;
  }
  __syncthreads();
  if (warp == 0) {
    const u64 mine = lane < kWarps ? warps[lane] : 0;
    const u64 whole = warp_inclusive_sum(mine);
    const u64 before = sum_before(states, tile, __shfl_sync(kFullWarp, whole, 31));
    if (lane < kWarps) {
      warps[lane] = whole - mine;
    }
    if (lane == 0) {
      before_tile = before;
    }
  }
  __syncthreads();
  return before_tile + warps[warp] + inclusive - own;
}
#endif

}  // namespace cliquestream::change
