// Roots in the order of their out-degrees, and the bounds of the classes.
#pragma once

#include "cliques/policy.cuh"
#include "cliquestream_cliques.h"

extern "C" __global__ void cs_kernel_clique_keys(
    const uint64_t* __restrict__ rows, uint64_t active, uint32_t* keys, uint32_t* values) {
  using namespace cliquestream;
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    keys[u] = row_length(__ldg(rows + u));
    values[u] = static_cast<u32>(u);
  }
}

namespace cliquestream::cliques {
struct ClassBounds {
  u32 most[CliquePolicy::kClasses];
};
}  // namespace cliquestream::cliques

// One thread a class. keys: descending.
extern "C" __global__ void cs_kernel_clique_classes(
    const uint32_t* keys, uint64_t active, cliquestream::cliques::ClassBounds bounds, cs_clique_header* header) {
  using namespace cliquestream;
  using cliquestream::cliques::CliquePolicy;
  const u32 mine = threadIdx.x;
  auto first_at_most = [&](u32 degree) {
    u64 low = 0, high = active;
    while (low < high) {
      const u64 middle = (low + high) / 2;
      if (keys[middle] > degree) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  if (mine < CliquePolicy::kClasses) {
    const u32 below = mine == 0 ? 0 : bounds.most[mine - 1];
    header->roots[mine] = first_at_most(below) - first_at_most(bounds.most[mine]);
  }
  if (mine == 0) {
    header->without_out_neighbours = active - first_at_most(0);
    header->max_out_degree = active == 0 ? 0 : keys[0];
  }
}

// *units must be 0 before.
extern "C" __global__ void cs_kernel_clique_units(
    const uint64_t* __restrict__ rows, uint64_t active, uint32_t least, uint64_t* units) {
  using namespace cliquestream;
  u64 sum = 0;
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    const u64 degree = row_length(__ldg(rows + u));
    if (degree + 1 >= least) {
      sum += degree * (degree + 1) / 2;
    }
  }
  add_warp_sum(units, sum);
}
