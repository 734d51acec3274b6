// What remains of a peel, in numbers of its own, for the tail.
#pragma once

#include "degeneracy/state.cuh"

namespace cliquestream::degeneracy {

__device__ __forceinline__ u32 remaining_at(const Peel& g, const Progress& s, u64 i) {
  return s.list == 0 ? g.remaining[0][i] : s.list == 1 ? g.remaining[1][i] : static_cast<u32>(i);
}

}  // namespace cliquestream::degeneracy

// Numbers the remaining vertices and gives each a row as long as its residual degree.
extern "C" __global__ void cs_kernel_core_gather(cliquestream::degeneracy::Peel g) {
  using namespace cliquestream;
  using namespace cliquestream::degeneracy;
  const Progress& s = *g.state;
  if (s.mode != Mode::kTail) {
    return;
  }
  const u32 lane = lane_id();
  for (u64 base = global_thread() - lane; base < s.listed; base += global_threads()) {
    const u64 i = base + lane;
    const u32 vertex = i < s.listed ? remaining_at(g, s, i) : 0;
    const u32 degree = i < s.listed ? g.residual[vertex] : 0;
    const bool remains = i < s.listed && degree >= s.level;
    const u32 votes = __ballot_sync(kFullWarp, remains);
    const u32 inclusive = warp_inclusive_sum(remains ? degree : 0);
    u32 at = 0, start = 0;
    if (lane == 31 && votes != 0) {
      at = atomicAdd(&g.tail->vertices, __popc(votes));
      start = atomicAdd(&g.tail->edges, inclusive);
    }
    at = __shfl_sync(kFullWarp, at, 31) + __popc(votes & lanes_below_mine());
    start = __shfl_sync(kFullWarp, start, 31) + inclusive - degree;
    if (remains) {
      g.tail_names[at] = vertex;
      g.tail_number[vertex] = at;
      g.tail_rows[at] = make_uint2(start, degree);
      if (g.rows[vertex].y > PeelPolicy::kLongRow) {
        g.tail_long[atomicAdd(&g.tail->long_rows, 1u)] = at;
      }
    }
  }
}

// Their rows in the new numbers: a warp a short row, a block a long one. The order inside a row is of no importance.
extern "C" __global__ void cs_kernel_core_compact(cliquestream::degeneracy::Peel g) {
  using namespace cliquestream;
  using namespace cliquestream::degeneracy;
  if (g.state->mode != Mode::kTail) {
    return;
  }
  __shared__ u32 filled;
  const u32 level = g.state->level, vertices = g.tail->vertices, long_rows = g.tail->long_rows;
  const u32 lane = lane_id(), warp = threadIdx.x / 32, warps = blockDim.x / 32;
  // Takes the neighbours of row `at` from, from + step, ...; place(n): where n more go.
  auto filter = [&](u32 at, u32 from, u32 step, auto place) {
    const uint2 row = g.rows[g.tail_names[at]];
    const u32 start = g.tail_rows[at].x;
    for (u32 base = from; base < row.y; base += step) {
      const u32 e = base + lane;
      const u32 other = e < row.y ? __ldg(g.neighbours + row.x + e) : 0;
      const bool remains = e < row.y && __ldg(g.residual + other) >= level;
      const u32 votes = __ballot_sync(kFullWarp, remains);
      const u32 before = place(__popc(votes));
      if (remains) {
        g.tail_neighbours[start + before + __popc(votes & lanes_below_mine())] = __ldg(g.tail_number + other);
      }
    }
  };
  for (u32 at = blockIdx.x * warps + warp; at < vertices; at += gridDim.x * warps) {
    if (g.rows[g.tail_names[at]].y <= PeelPolicy::kLongRow) {
      u32 used = 0;
      filter(at, 0, 32, [&](u32 more) {
        used += more;
        return used - more;
      });
    }
  }
  for (u32 i = blockIdx.x; i < long_rows; i += gridDim.x) {
    __syncthreads();
    if (threadIdx.x == 0) {
      filled = 0;
    }
    __syncthreads();
    filter(g.tail_long[i], warp * 32, blockDim.x, [&](u32 more) {
      const u32 before = lane == 0 ? atomicAdd(&filled, more) : 0;
      return __shfl_sync(kFullWarp, before, 0);
    });
  }
}
