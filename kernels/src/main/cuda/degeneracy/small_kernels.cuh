// The peel of a small graph as a kernel of one block; see small.cuh.
#pragma once

#include "degeneracy/small.cuh"

namespace cliquestream::degeneracy {

// starts_shared: there is room for the row starts.
__global__ void __launch_bounds__(PeelPolicy::kSmallThreads) cs_kernel_core_small(
    Peel g, u32 starts_shared, cs_core_header* header) {
  extern __shared__ uint4 small_memory[];  // items of two frontiers, residual degrees, row starts
  uint2* shared_items = reinterpret_cast<uint2*>(small_memory);
  __shared__ SmallSums rotation[3];
  const Mode mode = g.state->mode;
  if (mode != Mode::kSmall && (mode != Mode::kScan || g.state->removed != 0)) {
    return;  // the grid has it
  }
  Progress s = {};
  bool wide = false;
  u32* residual = reinterpret_cast<u32*>(shared_items + 2 * PeelPolicy::kSmallItems);
  const u32 words = 4 * small_quads(g.active);
  u32* starts = residual + words;
  for (u32 i = threadIdx.x; i < words; i += blockDim.x) {  // no vertex past the last ever leaves
    const u32 low = 2 * i < g.active ? g.rows[2 * i].y : 0xFFFF;
    const u32 high = 2 * i + 1 < g.active ? g.rows[2 * i + 1].y : 0xFFFF;
    residual[i] = high << 16 | low;
    wide |= (2 * i < g.active && low >= PeelPolicy::kMostHalf) ||
        (2 * i + 1 < g.active && high >= PeelPolicy::kMostHalf);
  }
  if (starts_shared) {
    for (u32 i = threadIdx.x; i < g.active; i += blockDim.x) {
      const uint2 row = g.rows[i];
      starts[i] = row.x;
      if (i + 1 == g.active) {
        starts[i + 1] = row.x + row.y;
      }
    }
  }
  if (threadIdx.x < 3) {
    rotation[threadIdx.x] = {0, 0, kNoId};
  }
  if (__syncthreads_or(wide)) {
    return;
  }
  if (starts_shared) {
    peel_small<true>(g, s, residual, starts, shared_items, rotation);
  } else {
    peel_small<false>(g, s, residual, starts, shared_items, rotation);
  }
  if (threadIdx.x == 0) {
    g.state->mode = s.paused != 0 ? Mode::kSmall : Mode::kDone;
    *header = {s.degeneracy, s.removed, s.error, s.rounds, s.block_rounds, s.scans, s.paused, 0};
  }
}

}  // namespace cliquestream::degeneracy
