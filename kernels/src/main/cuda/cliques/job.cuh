// What one launch works on: plain data, passed by value to the kernels.
#pragma once

#include "cliques/exchange.cuh"

namespace cliquestream::cliques {

// The exact histogram: cell (held, pivots) counts leaves whose cliques hold `held` vertices and any of `pivots` others,
// so that sum over cells of cell * C(pivots, k - held) is the number of k-cliques. Two words a cell.
struct Histogram {
  u64* low;
  u64* high;
  u32 held;    // rows: leaves with more held vertices are of no interest
  u32 pivots;  // columns
};

// Bytes from the start of a block's shared memory.
struct Layout {
  u32 matrix;
  u32 ids;      // of the root's out-neighbours
  u32 slots;    // hash from id to place, 1 << slot_bits words
  u32 filter;   // 1 << filter_bits bits: ids that may be out-neighbours
  u32 masks;    // three masks of a class's widest root
  u32 warps;    // kWarpBytes each
  u32 window;
  u32 bytes;
  u32 slot_bits;
  u32 filter_bits;
};

// kNodes: nodes of pivot trees, or steps of orientation, to within some a warp; kCycles: of warps that had work; kSweeps:
// lanes' AND-POPC sweeps.
enum Counter : u32 {
  kNodes,
  kWideNodes,
  kTiles,
  kTileVertices,
  kJoins,
  kDonations,
  kCycles,
  kTallies,
  kSweeps = kTallies,
  kCounters
};

struct Job {
  const u64* rows;
  const u32* adjacency;
  const u32* hub_bits;  // edges among the ranks below hubs (common/hub_bits.cuh)
  u32 hubs;
  const u32* roots;  // of this class, largest out-degree first
  u32 root_count;
  u32* taken;        // roots of this slice handed out so far
  u32* rows_taken;   // rows of each root handed out so far
  u32* busy_with;    // per block: place of its root + 1, or 0
  u32 blocks;        // with such a word; launches of one count may have fewer
  u32 resumed;       // 1: roots that the launch before left in the middle come first
  u32 slice_index;
  u32 slice_count;
  u32 row_sliced;    // of so many roots, the largest, a slice takes a part of the rows; of the others, a part of the roots
  const u32* stop;
  u64* done;
  u32 least;         // cliques of least .. most vertices are of interest
  u32 most;
  u32 widest;        // largest out-degree of the class
  Layout layout;
  Histogram histogram;
  u64* total;        // two words: cliques counted one by one
  u64* counters;
  u32* matrices;     // one for each block, where they do not fit shared memory
  u64 matrix_words;
  u32* stacks;       // one for each warp
  u64 stack_words;
  u32 levels;        // of a stack
  u64 list_at;       // where a warp's stack has room for a list of all vertices of a matrix
  u32 roots_at_once; // handed out together
  u32 rows_at_once;
  u32 passes;        // over the rows of a root
  ExchangeView exchange;
};

// Words of one row of a matrix of d vertices: odd, so that rows fall into different banks.
__host__ __device__ __forceinline__ u32 stride_of(u32 vertices) { return words_of(vertices) | 1; }

}  // namespace cliquestream::cliques
