// The symmetric graph out of the oriented one: rows are N+(u), ascending, and then the larger ranks, ascending because a
// stable sort by target keeps the order of the sources.
#pragma once

#include "enumerate/graph_view.cuh"

namespace cliquestream::enumerate {

__global__ void cs_kernel_enumerate_out_degrees(const u64* __restrict__ oriented, u64 active, u64* out_degrees) {
  for (u64 u = global_thread(); u <= active; u += global_threads()) {
    out_degrees[u] = u < active ? row_length(oriented[u]) : 0;
  }
}

// Eight lanes a row: targets and sources of every edge, by source.
__global__ void cs_kernel_enumerate_pairs(
    const u64* __restrict__ oriented, const u32* __restrict__ adjacency, const u64* __restrict__ out_starts, u64 active,
    u32* targets, u32* sources) {
  constexpr u32 kLanes = 8;
  for (u64 u = global_thread() / kLanes; u < active; u += global_threads() / kLanes) {
    const u64 row = oriented[u];
    for (u32 p = threadIdx.x % kLanes; p < row_length(row); p += kLanes) {
      targets[out_starts[u] + p] = adjacency[row_quad(row) * 4 + p];
      sources[out_starts[u] + p] = static_cast<u32>(u);
    }
  }
}

__global__ void cs_kernel_enumerate_rows(
    const u64* __restrict__ oriented, const u32* __restrict__ adjacency, const u64* __restrict__ starts,
    const u64* __restrict__ out_starts, const u32* __restrict__ degrees, const u32* __restrict__ sources, u64 active,
    u64 edges, cs_enumerate_row* rows, u32* neighbours, u64* edge_starts) {
  constexpr u32 kLanes = 8;
  for (u64 u = global_thread() / kLanes; u < active; u += global_threads() / kLanes) {
    const u64 row = oriented[u];
    const u32 out = row_length(row), degree = degrees[u];
    const u64 start = starts[u], in_start = start - out_starts[u];
    if (threadIdx.x % kLanes == 0) {
      rows[u] = {start, degree, out};
      edge_starts[u] = in_start;
      if (u + 1 == active) {
        edge_starts[active] = edges;
      }
    }
    for (u32 p = threadIdx.x % kLanes; p < degree; p += kLanes) {
      neighbours[start + p] = p < out ? adjacency[row_quad(row) * 4 + p] : sources[in_start + p - out];
    }
  }
}

// A warp a hub; its bit row is cleared before.
__global__ void cs_kernel_enumerate_bits(
    const cs_enumerate_row* __restrict__ rows, const u32* __restrict__ neighbours, u64 hubs, u64 words, u32* bits) {
  for (u64 u = global_thread() / 32; u < hubs; u += global_threads() / 32) {
    const cs_enumerate_row row = rows[u];
    for (u32 p = lane_id(); p < row.degree; p += 32) {
      const u32 v = neighbours[row.start + p];
      atomicOr(bits + u * words + (v >> 5), 1u << (v & 31));
    }
  }
}

}  // namespace cliquestream::enumerate
