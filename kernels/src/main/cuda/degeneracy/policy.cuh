// Tuning constants of the peel.
#pragma once

#include "common/common.cuh"

namespace cliquestream::degeneracy {

struct PeelPolicy {
  static constexpr u32 kItemEdges = 128;      // a vertex with more edges is cut into items of so many
  static constexpr u32 kBlockItems = 4096;    // items of one frontier held in shared memory, where a block is given so much
  static constexpr u32 kBlockEdges = 4096;    // frontiers with more edges go to the whole grid
  static constexpr u64 kWideEnds = 32;        // with so many edge ends a vertex, frontiers are wide: the grid alone
  static constexpr u32 kBlockScan = 16384;    // one block looks through at most so many remaining vertices
  static constexpr int kThreads = 512;

  // A launch ends about so long after its start; between two looks at clock and stop word, steps of the grid and of a block.
  static constexpr u32 kSliceMicroseconds = 20000;
  static constexpr u32 kGridStepsPerLook = 16;
  static constexpr u32 kBlockStepsPerLook = 64;

  // Small graphs: one block, 16 bits of shared memory for every vertex.
  static constexpr u32 kSmallVertices = 112 * 1024;  // at most; fewer where a block has less shared memory
  static constexpr u32 kMostHalf = 0xFFFF;           // more than any degree among so many vertices
  static constexpr u32 kSmallEdges = 3 << 20;    // more edge ends than that are better shared by the grid
  static constexpr u32 kSmallItems = 512;        // items of one frontier held in shared memory
  static constexpr u32 kSmallItemEdges = 32;     // a row is cut into items of so many
  static constexpr int kSmallThreads = 1024;
};

}  // namespace cliquestream::degeneracy
