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
};

}  // namespace cliquestream::degeneracy
