// Tuning constants of the merge kernel: 512 threads a multiprocessor in Polak's launch; more hide latency better here.
#pragma once

namespace cliquestream::merge {

struct MergePolicy {
  static constexpr int kThreads = 256;
  static constexpr int kBlocksPerSm = 8;
};

}  // namespace cliquestream::merge
