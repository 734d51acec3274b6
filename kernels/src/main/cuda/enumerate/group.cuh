// Who works on one part of the search together: the 32 lanes of a warp, or a thread by itself.
//
// The executor is written once, over a group. With WarpGroup it is DuMato's warp-centric DFS; with ThreadGroup the same search
// is the plain DFS that its ablation starts from: a thread for each subgraph, with a stack, sets and loops of its own.
#pragma once

#include "common/common.cuh"

namespace cliquestream::enumerate {

struct WarpGroup {
  static constexpr u32 kLanes = 32;
  static __device__ __forceinline__ u32 lane() { return lane_id(); }
  static __device__ __forceinline__ void sync() { __syncwarp(); }
  static __device__ __forceinline__ u32 ballot(bool value) { return __ballot_sync(kFullWarp, value); }
  static __device__ __forceinline__ u32 lanes_below() { return lanes_below_mine(); }
  template <class T>
  static __device__ __forceinline__ T from(T value, u32 lane) {
    return __shfl_sync(kFullWarp, value, lane);
  }
  static __device__ __forceinline__ u32 sum(u32 value) { return __reduce_add_sync(kFullWarp, value); }
};

struct ThreadGroup {
  static constexpr u32 kLanes = 1;
  static __device__ __forceinline__ u32 lane() { return 0; }
  static __device__ __forceinline__ void sync() {}
  static __device__ __forceinline__ u32 ballot(bool value) { return value ? 1 : 0; }
  static __device__ __forceinline__ u32 lanes_below() { return 0; }
  template <class T>
  static __device__ __forceinline__ T from(T value, u32) {
    return value;
  }
  static __device__ __forceinline__ u32 sum(u32 value) { return value; }
};

}  // namespace cliquestream::enumerate
