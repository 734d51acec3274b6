// Tuning constants of the pass from rows to edges.
#pragma once

#include "common/common.cuh"

namespace cliquestream::graph {

struct RowsPolicy {
  static constexpr int kThreads = 256;
  static constexpr u32 kItems = 4;         // neighbours a thread looks at in a tile
  static constexpr u32 kBlocksPerSm = 32;  // tiles beyond them are taken in turn
};

}  // namespace cliquestream::graph
