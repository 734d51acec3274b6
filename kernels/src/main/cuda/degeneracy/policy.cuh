// Tuning constants of the peel.
#pragma once

#include "common/common.cuh"

namespace cliquestream::degeneracy {

struct PeelPolicy {
  static constexpr u32 kItemEdges = 128;      // a vertex with more edges is cut into items of so many
  static constexpr u32 kBlockItems = 4096;    // items of one frontier held in shared memory
  static constexpr u32 kBlockEdges = 4096;    // frontiers with more edges go to the whole grid
  static constexpr u32 kBlockScan = 16384;    // one block looks through at most so many remaining vertices
  static constexpr int kThreads = 512;

  // The tail: one block, 16 bits of shared memory for every vertex.
  static constexpr u32 kTailVertices = 112 * 1024;  // at most; fewer where a block has less shared memory
  static constexpr u32 kTailEdges = 24 << 20;       // more work than that is better shared by the grid
  static constexpr u32 kTailItems = 512;            // items of one frontier held in shared memory
  static constexpr u32 kTailItemEdges = 32;         // a row is cut into items of so many
  static constexpr u32 kLongRow = 1024;             // a longer row is cut down by a whole block
  static constexpr int kTailThreads = 1024;
  static constexpr int kCompactBlocksPerSm = 8;
};

}  // namespace cliquestream::degeneracy
