// What the peel keeps between its steps.
#pragma once

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
};
struct BlockSums {
  u32 vertices, items, edges, kept, least;
};

enum class Mode : u32 { kScan, kFrontier, kDone, kTail };

// The same in every thread of the grid, by computing it from the same sums.
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
  u32 edges_removed;  // rows of the vertices that left, one by one
  u32 tail_from;      // no look at the tail until so few vertices remain
};

// Quads of words, two residual degrees each, that so many vertices take.
__host__ __device__ __forceinline__ u32 tail_quads(u32 vertices) { return (vertices + 7) / 8; }

// What the tail's kernels count together.
struct TailSizes {
  u32 vertices, edges, long_rows;
};

// The graph the tail works on: the whole one, or what remained, in numbers of its own.
struct Tail {
  u32 active;    // vertices of the whole graph
  u32 vertices;
  const uint2* rows;
  const u32* neighbours;
  uint2* result;
  uint2* far_items;
  u32 most_rounds;
};

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
  u32 tail_vertices;  // most the tail can take
  u32 edge_ends;      // 2 * edges
  TailSizes* tail;
  u32* tail_names;    // number in the tail -> vertex
  u32* tail_number;   // and back
  u32* tail_long;
  uint2* tail_rows;
  u32* tail_neighbours;
  uint2* tail_result;
};

}  // namespace cliquestream::degeneracy
