// What the peel keeps between its steps.
#pragma once

#include "common/clock.cuh"
#include "degeneracy/policy.cuh"

namespace cliquestream::degeneracy {

struct alignas(128) CounterLine {  // one counter per 128-byte line
  u64 value;
};
// Sums of one step over the grid. Three rotate, so that one can be cleared while another is read.
struct GridSums {
  CounterLine appended;  // items << 32 | vertices
  CounterLine edges;
  CounterLine least;     // smallest residual degree above the level
  CounterLine kept;
  CounterLine pause;     // not 0: the launch ends
};
struct BlockSums {
  u32 vertices, items, edges, kept, least, pause;
};

// kSmall: one block has the graph, and has not ended; the grid finds nothing to do.
enum class Mode : u32 { kScan, kFrontier, kSmall, kDone };

// The same in every thread of the grid, by computing it from the same sums; and what the next launch goes on from.
struct Progress {
  u32 level;        // k: vertices with residual degree <= k leave
  u32 removed;      // length of the peel order so far
  u32 items_from;   // the frontier's items in the item array
  u32 items_to;
  u32 frontier_items;
  u32 frontier_edges;
  u32 list;         // where the remaining vertices are: remaining[0], remaining[1], 2 = all
  u32 listed;
  Mode mode;
  u32 rounds, block_rounds, scans;
  u32 error;
  u32 degeneracy;
  u32 step;         // of the grid: which of the rotating sums is next
  u32 paused;
};

// Quads of words, two residual degrees each, that so many vertices take.
__host__ __device__ __forceinline__ u32 small_quads(u32 vertices) { return (vertices + 7) / 8; }

__host__ __device__ __forceinline__ u32 divide_items(u32 edges) {
  return (edges + PeelPolicy::kItemEdges - 1) / PeelPolicy::kItemEdges;
}

struct Peel {
  u32 active;
  const uint2* rows;        // start, degree in the symmetric adjacency
  const u32* neighbours;
  u32* residual;
  uint2* result;            // core number, place
  uint2* items;             // start, edges
  u32* remaining[2];
  GridSums* sums;           // [3]
  Progress* state;
  u32 block_edges;
  u32 most_rounds;
  u32 block_items;          // of one frontier in a block's shared memory
  u64 slice_nanoseconds;
  const u32* stop;
};

}  // namespace cliquestream::degeneracy
