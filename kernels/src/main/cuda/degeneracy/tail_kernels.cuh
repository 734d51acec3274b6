// The tail as a kernel of one block; see tail.cuh.
#pragma once

#include "degeneracy/tail.cuh"

// whole: the graph itself is the tail. starts_shared: there is room for the row starts.
extern "C" __global__ void __launch_bounds__(cliquestream::degeneracy::PeelPolicy::kTailThreads) cs_kernel_core_tail(
    cliquestream::degeneracy::Peel g, uint32_t whole, uint32_t starts_shared, cs_core_header* header) {
  using namespace cliquestream;
  using namespace cliquestream::degeneracy;
  extern __shared__ uint4 tail_memory[];  // items of two frontiers, residual degrees, row starts
  uint2* shared_items = reinterpret_cast<uint2*>(tail_memory);
  __shared__ TailSums rotation[3];
  Progress s = {};
  if (!whole) {
    if (g.state->mode != Mode::kTail) {
      return;
    }
    s = *g.state;
  }
  Tail t = {};
  t.active = g.active;
  t.vertices = whole ? g.active : g.tail->vertices;
  t.rows = whole ? g.rows : g.tail_rows;
  t.neighbours = whole ? g.neighbours : g.tail_neighbours;
  t.result = whole ? g.result : g.tail_result;
  t.far_items = g.items;
  t.most_rounds = g.most_rounds;
  u32* residual = reinterpret_cast<u32*>(shared_items + 2 * PeelPolicy::kTailItems);
  const u32 words = 4 * tail_quads(t.vertices);
  u32* starts = residual + words;
  for (u32 i = threadIdx.x; i < words; i += blockDim.x) {  // no vertex past the last ever leaves
    const u32 low = 2 * i < t.vertices ? t.rows[2 * i].y : 0xFFFF;
    const u32 high = 2 * i + 1 < t.vertices ? t.rows[2 * i + 1].y : 0xFFFF;
    residual[i] = high << 16 | low;
  }
  if (starts_shared) {
    for (u32 i = threadIdx.x; i < t.vertices; i += blockDim.x) {
      const uint2 row = t.rows[i];
      starts[i] = row.x;
      if (i + 1 == t.vertices) {
        starts[i + 1] = row.x + row.y;
      }
    }
  }
  if (threadIdx.x < 3) {
    rotation[threadIdx.x] = {0, 0, kNoId};
  }
  __syncthreads();
  if (starts_shared) {
    peel_tail<true>(t, s, residual, starts, shared_items, rotation);
  } else {
    peel_tail<false>(t, s, residual, starts, shared_items, rotation);
  }
  if (!whole) {
    __syncthreads();
    for (u32 i = threadIdx.x; i < t.vertices; i += blockDim.x) {
      g.result[g.tail_names[i]] = t.result[i];
    }
  }
  if (threadIdx.x == 0) {
    *header = {s.degeneracy, s.removed, s.error, s.rounds, s.block_rounds, s.scans};
  }
}
