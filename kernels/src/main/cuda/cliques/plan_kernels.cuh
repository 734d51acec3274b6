// Roots in the order of their out-degrees, the bounds of the classes, and the hubs' edges as bits.
#pragma once

#include "common/hub_bits.cuh"
#include "common/search.cuh"
#include "cliques/policy.cuh"
#include "cliquestream_cliques.h"

namespace cliquestream::cliques {

__global__ void cs_kernel_clique_keys(const u64* __restrict__ rows, u64 active, u32* keys, u32* values) {
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    keys[u] = row_length(__ldg(rows + u));
    values[u] = static_cast<u32>(u);
  }
}

struct ClassBounds {
  u32 most[CliquePolicy::kClasses];
};

// Of the vertices of a clique all but d have more than d - 1 of the others as out-neighbours. So with n vertices of more
// than d out-neighbours a clique has at most n + d + 1, for any d; taken where n and d meet, and at the largest d. keys:
// descending.
__device__ __forceinline__ u64 most_vertices(const u32* keys, u64 active) {
  // The last out-degree is less than the number of vertices before.
  const u64 meet = first_without(u64{0}, active - 1, [&](u64 i) { return keys[i] > i; });
  return min(u64{keys[0]}, meet + keys[meet]) + 1;
}

// One thread a class. keys: descending.
__global__ void cs_kernel_clique_classes(const u32* keys, u64 active, ClassBounds bounds, cs_clique_header* header) {
  const u32 mine = threadIdx.x;
  auto first_at_most = [&](u32 degree) {
    return first_without(u64{0}, active, [&](u64 i) { return keys[i] > degree; });
  };
  if (mine < CliquePolicy::kClasses) {
    const u32 below = mine == 0 ? 0 : bounds.most[mine - 1];
    header->roots[mine] = first_at_most(below) - first_at_most(bounds.most[mine]);
  }
  if (mine == 0) {
    header->without_out_neighbours = active - first_at_most(0);
    header->max_out_degree = active == 0 ? 0 : keys[0];
    header->most_vertices = active == 0 ? 0 : most_vertices(keys, active);
  }
}

// A warp a hub: its row is put together in shared memory, so each word is written once.
__global__ void __launch_bounds__(CliquePolicy::kHubThreads) cs_kernel_clique_hub_bits(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, u32 hubs, u32* bits) {
  constexpr u32 kWarps = CliquePolicy::kHubThreads / 32;
  __shared__ u32 words_of_row[kWarps][CliquePolicy::kMostHubs / 32];
  for (u32 v = blockIdx.x * kWarps + (threadIdx.x >> 5); v < hubs; v += gridDim.x * kWarps) {
    const u64 row = __ldg(rows + v);
    write_hub_row(v, adjacency + row_quad(row) * 4, row_length(row), words_of_row[threadIdx.x >> 5], bits);
  }
}

// *units must be 0 before.
__global__ void cs_kernel_clique_units(const u64* __restrict__ rows, u64 active, u32 least, u64* units) {
  u64 sum = 0;
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    const u64 degree = row_length(__ldg(rows + u));
    if (degree + 1 >= least) {
      sum += degree * (degree + 1) / 2;
    }
  }
  add_warp_sum(units, sum);
}

}  // namespace cliquestream::cliques
