// Tuning constants of the graph preparation.
#pragma once

namespace cliquestream::graph {

struct PreparePolicy {
  static constexpr int kThreads = 256;           // streaming kernels, one element a thread
  static constexpr int kAccumulateBlocksPerSm = 8;  // grid-stride: few blocks, so that copies run beside it
  static constexpr int kStatisticsBlocksPerSm = 16;
};

}  // namespace cliquestream::graph
