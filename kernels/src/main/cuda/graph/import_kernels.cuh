// A graph that the host has oriented: its rows are given a place each, checked and copied there.
#pragma once

#include "graph/keys.cuh"

namespace cliquestream::graph {

// In-degrees of ranks below it are counted per block in shared memory: hubs would queue at one address otherwise.
constexpr u32 kImportHubs = 8192;
constexpr u32 kImportLanes = 8;  // of one row

// rank_to_id as the host gave it: a permutation, or the header says invalid.
__global__ void cs_kernel_import_ids(
    const u32* __restrict__ rank_to_id, u64 id_bound, u32* id_to_rank, cs_prepare_header* header) {
  const u64 r = global_thread();
  bool bad = false;
  if (r < id_bound) {
    const u32 id = rank_to_id[r];
    bad = id >= id_bound || atomicExch(id_to_rank + id, static_cast<u32>(r)) != kNoId;
  }
  add_warp_sum(&header->invalid, bad);
}

// Offsets that do not ascend, rows of 2^24 ids and more, and a sum that is not the number of edges are invalid.
__global__ void cs_kernel_import_rows(
    const u64* __restrict__ row_starts, u64 active, u64 edges, u32* degrees, cs_prepare_header* header) {
  const u64 u = global_thread();
  bool bad = false;
  if (u < active) {
    const u64 from = row_starts[u], to = row_starts[u + 1];
    bad = to < from || to - from > kRowLengthMask || (u == 0 && from != 0) || (u + 1 == active && to != edges);
    degrees[u] = static_cast<u32>(to - from);
  }
  add_warp_sum(&header->invalid, bad);
}

// Rows first_row .. last_row, whose targets are one array. Adds their targets' in-degrees to degrees.
__global__ void cs_kernel_import_targets(
    const u32* __restrict__ targets, const u64* __restrict__ row_starts, u64 first_row, u64 last_row,
    const u64* __restrict__ rows, u32* __restrict__ adjacency, u32* degrees, cs_prepare_header* header) {
  __shared__ u32 hubs[kImportHubs];
  for (u32 i = threadIdx.x; i < kImportHubs; i += blockDim.x) {
    hubs[i] = 0;
  }
  __syncthreads();
  const u64 origin = row_starts[first_row];
  u64 bad = 0;
  for (u64 u = first_row + global_thread() / kImportLanes; u < last_row; u += global_threads() / kImportLanes) {
    const u64 row = rows[u];
    const u32 length = row_length(row);
    const u32* list = targets + (row_starts[u] - origin);
    for (u32 p = threadIdx.x % kImportLanes; p < length; p += kImportLanes) {
      const u32 v = __ldg(list + p);
      if (v >= u || (p != 0 && __ldg(list + p - 1) >= v)) {
        bad++;
        continue;
      }
      write_target(row, p, v, adjacency);
      atomicAdd(v < kImportHubs ? hubs + v : degrees + v, 1u);
    }
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < kImportHubs; i += blockDim.x) {
    if (hubs[i] != 0) {
      atomicAdd(degrees + i, hubs[i]);
    }
  }
  add_warp_sum(&header->invalid, bad);
}

// Edges towards the hub window, and the largest degree.
__global__ void cs_kernel_import_sums(
    const u64* __restrict__ rows, const u32* __restrict__ degrees, u64 active, cs_prepare_header* header) {
  u64 hub_targets = 0;
  u32 largest = 0;
  for (u64 u = global_thread(); u < active; u += global_threads()) {
    largest = max(largest, degrees[u]);
    hub_targets += u < kHubWindow ? degrees[u] - row_length(rows[u]) : 0;
  }
  add_warp_sum(&header->hub_targets, hub_targets);
  largest = __reduce_max_sync(kFullWarp, largest);
  if (lane_id() == 0) {
    atomicMax(reinterpret_cast<atomic64*>(&header->max_degree), static_cast<atomic64>(largest));
  }
}

}  // namespace cliquestream::graph
