// Orders of the sources and of the seeds.
#pragma once

#include "common/common.cuh"

namespace cliquestream::breadth {

enum class SortKey { kId, kRising, kFalling };

}  // namespace cliquestream::breadth

extern "C" __global__ void cs_kernel_breadth_keys(
    const uint32_t* __restrict__ numbers, uint32_t active, cliquestream::breadth::SortKey order, uint32_t* keys,
    uint32_t* ranks) {
  using namespace cliquestream;
  using namespace cliquestream::breadth;
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    keys[u] = order == SortKey::kFalling ? ~numbers[u] : numbers[u];
    ranks[u] = static_cast<u32>(u);
  }
}
