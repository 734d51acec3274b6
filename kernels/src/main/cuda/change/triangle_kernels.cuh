// Triangles that appear and vanish: for each changed edge the ids of its shorter row are looked up in the longer one, in
// its bit row where it has one. Lanes take single ids, whichever edge they are of.
#pragma once

#include "change/common_neighbours.cuh"
#include "change/header.cuh"
#include "change/policy.cuh"
#include "change/walk.cuh"

namespace cliquestream::change {

template <bool kByVertex>
__global__ void __launch_bounds__(ChangePolicy::kThreads)
    cs_kernel_change_triangles(Graph g, u64* by_vertex, cs_change_header* header) {
  u64 appeared = 0, vanished = 0;
  if (g.control->error == 0) {
    const Part part = part_of_warp(g.control->probes);
    walk(g.probe_first, g.entries, part.begin, part.end, [&](bool mine, u32 entry, u64 at) {
      if (!mine) {
        return;
      }
      const ChangedEdge edge = g.edges[entry];
      const View view = {edge_key(edge.few, edge.many), edge.deletion};
      const u32 tagged_id = g.ids(edge.few_row)[at];
      if (closes(g, edge, view, tagged_id)) {
        if (edge.deletion != 0) {
          vanished++;
        } else {
          appeared++;
        }
        if constexpr (kByVertex) {
          const u64 one = edge.deletion != 0 ? ~u64{0} : 1;
          add_to(by_vertex + edge.few, one);
          add_to(by_vertex + edge.many, one);
          add_to(by_vertex + (tagged_id & kIdMask), one);
        }
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
