// Triangles of every edge and of every vertex.
//
// One warp an edge (u, v): the shorter of N+(u) before v and N+(v) is searched in the longer, lane by lane, which gives
// the places of both other edges of a triangle (u, v, w) at once: (u, w) in the row of u, (v, w) in the row of v. The
// edge's own count is summed over the warp, the other two take one atomic each. Vertices then follow from edges: a
// triangle at x uses two of its edges, so x has half the sum over them.
#pragma once

#include "common/search.cuh"
#include "common/units.cuh"
#include "triangles/local/policy.cuh"

namespace cliquestream::local {

// Position of id in the ascending list, or length.
__device__ __forceinline__ u32 find(const u32* __restrict__ list, u32 length, u32 id) {
  const u32 at = row_lower_bound(list, length, id);
  return at < length && __ldg(list + at) == id ? at : length;
}

// support runs parallel to adjacency. Rows [first, last).
__global__ void __launch_bounds__(LocalPolicy::kThreads) cs_kernel_local_edges(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, u64 first, u64 last, const u32* stop, u32* support,
    u64* done, u64* count) {
  const u32 lane = lane_id();
  u64 total = 0, rows_done = 0;
  for (u64 u = first + global_thread() / 32; u < last; u += global_threads() / 32) {
    if (is_up(stop)) {
      break;
    }
    const u64 row = __ldg(rows + u);
    const u64 at_u = row_quad(row) * 4;
    for (u32 p = 1; p < row_length(row); p++) {
      const u64 other = __ldg(rows + __ldg(adjacency + at_u + p));
      const u64 at_v = row_quad(other) * 4;
      const u32 others = row_length(other);
      const bool prefix_is_shorter = p <= others;
      const u64 at_short = prefix_is_shorter ? at_u : at_v, at_long = prefix_is_shorter ? at_v : at_u;
      const u32 shorter = prefix_is_shorter ? p : others, longer = prefix_is_shorter ? others : p;
      u32 found = 0;
      for (u32 i = lane; i < shorter; i += 32) {
        const u32 j = find(adjacency + at_long, longer, __ldg(adjacency + at_short + i));
        if (j < longer) {
          found++;
          atomicAdd(support + at_short + i, 1u);
          atomicAdd(support + at_long + j, 1u);
        }
      }
      found = __reduce_add_sync(kFullWarp, found);
      if (lane == 0 && found != 0) {
        atomicAdd(support + at_u + p, found);
        total += found;
      }
    }
    rows_done++;
  }
  add_warp_sum(count, total);
  report(done, lane == 0 ? rows_done : 0);
}

// Adds every edge's support to both ends; vertices must be 0 before and are twice the triangles after.
__global__ void __launch_bounds__(LocalPolicy::kThreads) cs_kernel_local_spread(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, const u32* __restrict__ support, u64 active,
    u64* vertices) {
  const u32 lane = lane_id();
  for (u64 u = global_thread() / 32; u < active; u += global_threads() / 32) {
    const u64 row = __ldg(rows + u);
    const u64 at = row_quad(row) * 4;
    u64 sum = 0;
    for (u32 p = lane; p < row_length(row); p += 32) {
      const u32 mine = support[at + p];
      if (mine != 0) {
        sum += mine;
        add_to(vertices + adjacency[at + p], mine);
      }
    }
    add_warp_sum(vertices + u, sum);
  }
}

// Halves the sums, and adds each vertex's local clustering coefficient to *coefficients.
__global__ void __launch_bounds__(LocalPolicy::kThreads) cs_kernel_local_finish(
    const u32* __restrict__ degrees, u64 active, u64* vertices, double* coefficients) {
  double sum = 0;
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    const u64 triangles = vertices[u] / 2;
    vertices[u] = triangles;
    const u64 degree = degrees[u];
    if (degree > 1) {
      sum += 2.0 * triangles / (static_cast<double>(degree) * (degree - 1));
    }
  }
  sum = warp_sum(sum);
  if (lane_id() == 0 && sum != 0) {
    atomicAdd(coefficients, sum);
  }
}

}  // namespace cliquestream::local
