// Tuning constants of the paper's configurations.
#pragma once

#include "common/common.cuh"

namespace cliquestream::cliques::paper {

struct PaperPolicy {
  static constexpr int kThreads = 128;
  static constexpr u32 kBlocksPerSm = 8;
  static constexpr u32 kNodesPerLook = 64;  // between two looks at the stop word
};

}  // namespace cliquestream::cliques::paper
