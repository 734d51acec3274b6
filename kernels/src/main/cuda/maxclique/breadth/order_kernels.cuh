// Orders of the sources and of the seeds.
#pragma once

#include "common/common.cuh"

namespace cliquestream::breadth {

enum class SortKey { kId, kRising, kFalling };

__global__ void cs_kernel_breadth_keys(
    const u32* __restrict__ numbers, u32 active, SortKey order, u32* keys, u32* ranks) {
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    keys[u] = order == SortKey::kFalling ? ~numbers[u] : numbers[u];
    ranks[u] = static_cast<u32>(u);
  }
}

}  // namespace cliquestream::breadth
