// Triangles that appear and vanish: for each changed edge the ids of its shorter row are looked up in the longer one, in
// its bit row where it has one. Lanes take single ids, whichever edge they are of; where many are of one edge, a warp
// takes them together.
#pragma once

#include "change/common_neighbours.cuh"
#include "change/header.cuh"
#include "change/policy.cuh"
#include "change/walk.cuh"
#include "common/launch.cuh"
#include "common/multiprocessor.cuh"

namespace cliquestream::change {

// What a changed edge's hits add.
template <bool kByVertex, int kEach>
__device__ __forceinline__ void add_hits(
    const ChangedEdge& edge, const u32 (&tagged_ids)[kEach], u32 hits, u64* by_vertex, u64& appeared, u64& vanished) {
  const u32 found = __popc(hits);
  if (edge.deletion != 0) {
    vanished += found;
  } else {
    appeared += found;
  }
  if constexpr (kByVertex) {
    const u64 one = edge.deletion != 0 ? ~u64{0} : 1;
#pragma unroll
    for (int k = 0; k < kEach; k++) {
      if ((hits >> k & 1) != 0) {
        add_to(by_vertex + (tagged_ids[k] & kIdMask), one);
      }
    }
    if (found != 0) {
      add_to(by_vertex + edge.few, one * found);
      add_to(by_vertex + edge.many, one * found);
    }
  }
}

template <bool kByVertex>
__global__ void __launch_bounds__(ChangePolicy::kThreads, resident_blocks(ChangePolicy::kTriangleBlocksPerSm, ChangePolicy::kThreads))
    cs_kernel_change_triangles(Graph g, u64* by_vertex, cs_change_header* header) {
  constexpr int kEach = ChangePolicy::kIdsInFlight;
  begin_beside_last();
  u64 appeared = 0, vanished = 0;
  if (g.control->error == 0) {
    const Part part = part_of_warp(g.control->probes);
    const auto several = [&](u32 entry, u64 from, u64 to) {
      const ChangedEdge edge = g.edges[entry];
      const View view = {edge_key(edge.few, edge.many), edge.deletion};
      const u32* ids = g.ids(edge.few_row);
      for (u64 at = from + lane_id(); at < to + lane_id(); at += 32 * kEach) {
        u32 tagged_ids[kEach], given = 0;
#pragma unroll
        for (int k = 0; k < kEach; k++) {
          const bool there = at + 32 * k < to;
          tagged_ids[k] = there ? ids[at + 32 * k] : 0;
          given |= there ? 1u << k : 0;
        }
        const u32 hits = closing(g, edge, view, tagged_ids, given);
        add_hits<kByVertex>(edge, tagged_ids, hits, by_vertex, appeared, vanished);
      }
    };
    walk(g.probe_first, g.entries, part.begin, part.end, several, [&](bool mine, u32 entry, u64 at) {
      if (mine) {
        const ChangedEdge edge = g.edges[entry];
        const u32 tagged_ids[1] = {g.ids(edge.few_row)[at]};
        const u32 hits = closing(g, edge, {edge_key(edge.few, edge.many), edge.deletion}, tagged_ids, 1);
        add_hits<kByVertex>(edge, tagged_ids, hits, by_vertex, appeared, vanished);
      }
    });
  }
  u64* const targets[2] = {&g.control->appeared, &g.control->vanished};
  const u64 values[2] = {appeared, vanished};
  block_add(targets, values);
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&g.control->finished, 1u) == gridDim.x - 1) {
      __threadfence();
      write_header(g.control, header);
      g.control->finished = 0;
      g.control->appeared = 0;
      g.control->vanished = 0;
    }
  }
}

__global__ void cs_kernel_change_header(const Control* control, cs_change_header* header) {
  write_header(control, header);
}

}  // namespace cliquestream::change
