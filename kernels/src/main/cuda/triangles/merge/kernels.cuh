// Polak's counting kernel: one thread an edge, grid stride, a two-pointer merge that keeps both current ids in registers
// so that each step loads one id (A. Polak, Counting triangles in large graphs on GPU, 2016, section III).
//
// The edge array is the sorted oriented keys or, for a graph that came without them, the rows themselves: then eight
// lanes share a row. Only the part of N+(u) before v can meet N+(v), which halves the steps of the published kernel.
#pragma once

#include "common/common.cuh"
#include "triangles/merge/policy.cuh"

namespace cliquestream::merge {

__device__ __forceinline__ u32 intersect(const u32* x, const u32* x_end, const u32* y, const u32* y_end) {
  if (x == x_end || y == y_end) {
    return 0;
  }
  u32 found = 0, a = *x, b = *y;
  for (;;) {
    const bool next_x = a <= b, next_y = b <= a;
    found += next_x && next_y;
    if (next_x) {
      if (++x == x_end) {
        return found;
      }
      a = *x;
    }
    if (next_y) {
      if (++y == y_end) {
        return found;
      }
      b = *y;
    }
  }
}

// Rows [first, last).
__global__ void __launch_bounds__(MergePolicy::kThreads) cs_kernel_merge_count(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, u64 first, u64 last, const u32* stop, u64* done,
    u64* count) {
  constexpr u32 kLanes = 8;
  const u32 lane = threadIdx.x % kLanes;
  u64 found = 0, edges = 0;
  for (u64 u = first + global_thread() / kLanes; u < last; u += global_threads() / kLanes) {
    if (is_up(stop)) {
      break;
    }
    const u64 row = __ldg(rows + u);
    const u32* list = adjacency + row_quad(row) * 4;
    for (u32 p = lane; p < row_length(row); p += kLanes) {
      const u64 other = __ldg(rows + __ldg(list + p));
      const u32* others = adjacency + row_quad(other) * 4;
      found += intersect(list, list + p, others, others + row_length(other));
      edges++;
    }
  }
  if (done != nullptr) {
    add_warp_sum(done, edges);
  }
  add_warp_sum(count, found);
}

}  // namespace cliquestream::merge
