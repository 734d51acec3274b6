// The threads that work on one window: a block, or the whole grid. The search is written once for both.
#pragma once

#include <cooperative_groups.h>

#include "common/common.cuh"
#include "maxclique/breadth/policy.cuh"

namespace cliquestream::breadth {

struct BlockTeam {
  static constexpr bool kGrid = false;
  static constexpr int kWarps = BreadthPolicy::kTeamThreads / 32;
  __device__ __forceinline__ u32 rank() const { return threadIdx.x; }
  __device__ __forceinline__ u32 size() const { return blockDim.x; }
  __device__ __forceinline__ u32 block() const { return 0; }
  __device__ __forceinline__ u32 blocks() const { return 1; }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
};

struct GridTeam {
  static constexpr bool kGrid = true;
  static constexpr int kWarps = BreadthPolicy::kGridThreads / 32;
  __device__ __forceinline__ u32 rank() const { return blockIdx.x * blockDim.x + threadIdx.x; }
  __device__ __forceinline__ u32 size() const { return gridDim.x * blockDim.x; }
  __device__ __forceinline__ u32 block() const { return blockIdx.x; }
  __device__ __forceinline__ u32 blocks() const { return gridDim.x; }
  __device__ __forceinline__ void sync() const { cooperative_groups::this_grid().sync(); }
};

// N lanes of a warp that work on one entry together.
template <int N>
struct Lanes {
  __device__ __forceinline__ static u32 lane() { return threadIdx.x % N; }
  __device__ __forceinline__ static u32 mask() {
    return N == 32 ? kFullWarp : ((1u << (N % 32)) - 1) << (lane_id() & ~(N - 1u));
  }
  // Which lanes say yes, the group's first one in bit 0.
  __device__ __forceinline__ static u32 ballot(bool yes) {
    if constexpr (N == 1) {
      return yes;
    }
    return (__ballot_sync(mask(), yes) & mask()) >> (lane_id() & ~(N - 1u));
  }
};

__device__ __forceinline__ u64 warp_inclusive_sum64(u64 value) {
  const u32 lane = lane_id();
#pragma unroll
  for (int distance = 1; distance < 32; distance <<= 1) {
    const u64 other = __shfl_up_sync(kFullWarp, value, distance);
    if (lane >= distance) {
      value += other;
    }
  }
  return value;
}

// Exclusive sums of one value a thread; `total` gets their sum. Every thread of the block calls it.
__device__ __forceinline__ u64 block_exclusive_sum(u64 value, u64& total) {
  __shared__ u64 warp_sums[32];
  const u32 warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  const u64 inclusive = warp_inclusive_sum64(value);
  __syncthreads();
  if (lane_id() == 31) {
    warp_sums[warp] = inclusive;
  }
  __syncthreads();
  u64 before = 0;
  total = 0;
  for (u32 w = 0; w < warps; w++) {
    before += w < warp ? warp_sums[w] : 0;
    total += warp_sums[w];
  }
  return before + inclusive - value;
}

// The part of a window that a block scans.
template <class T>
__device__ __forceinline__ u32 scan_chunk(const T& team, u32 count) {
  return (count + team.blocks() - 1) / team.blocks();
}

// Exclusive sums of values[0 .. count) in place, their total after them. partials: sums of the chunks of all blocks.
template <class T>
__device__ __forceinline__ void team_exclusive_sum(const T& team, u64* values, u32 count, const u64* partials) {
  const u32 chunk = scan_chunk(team, count);
  const u32 begin = min(count, team.block() * chunk), end = min(count, begin + chunk);
  u64 carry = 0;
  if constexpr (T::kGrid) {
    u64 mine = 0;
    for (u32 b = threadIdx.x; b < team.block(); b += blockDim.x) {
      mine += partials[b];
    }
    block_exclusive_sum(mine, carry);
  }
  for (u32 tile = begin; tile < end; tile += blockDim.x) {
    const u32 i = tile + threadIdx.x;
    const u64 value = i < end ? values[i] : 0;
    u64 total;
    const u64 before = block_exclusive_sum(value, total);
    if (i < end) {
      values[i] = carry + before;
    }
    carry += total;
  }
  if (begin < end && end == count && threadIdx.x == 0) {
    values[count] = carry;
  }
}

}  // namespace cliquestream::breadth
