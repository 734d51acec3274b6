// Edges that a batch changes, each at the entry of its smaller end, with the work that a look at its two rows takes.
#pragma once

#include "change/graph.cuh"
#include "change/tile_sums.cuh"

namespace cliquestream::change {

template <int kItems>
__global__ void __launch_bounds__(ChangePolicy::kTileThreads) cs_kernel_change_edges(Graph g) {
  begin_beside_last();
  const u32 tile = take_tile(&g.control->tickets[2]);
  const u32 first = (tile * ChangePolicy::kTileThreads + threadIdx.x) * kItems;
  const bool applied = g.control->error == 0;
  u32 probes[kItems];
  u64 own = 0;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    probes[k] = 0;
    if (i >= g.entries || !applied || !g.effective(i)) {
      continue;
    }
    const u64 key = g.keys[i];
    const u32 a = g.source_of(key), b = g.target_of(key);
    if (a > b) {
      continue;
    }
    const u32 head[2] = {g.changed[a], g.changed[b]};
    const RowChange* of[2] = {g.records + head[0], g.records + head[1]};
    const bool deletion = Graph::deletes(key);
    u64 row[2];
#pragma unroll
    for (int j = 0; j < 2; j++) {
      row[j] = deletion ? of[j]->before : of[j]->after;
    }
    const int many = row_degree(row[0]) > row_degree(row[1]) ? 0 : 1;
    const int few = 1 - many;
    ChangedEdge edge;
    edge.few_row = few == 0 ? row[0] : row[1];
    edge.many_row = few == 0 ? row[1] : row[0];
    edge.few = few == 0 ? a : b;
    edge.many = few == 0 ? b : a;
    const RowChange* longer = few == 0 ? of[1] : of[0];
    edge.hub = longer->hub;
    edge.run_first = few == 0 ? head[1] : head[0];
    edge.run_last = longer->last;
    edge.deletion = deletion ? 1 : 0;
    g.edges[i] = edge;
    probes[k] = row_degree(edge.few_row);
    own += probes[k];
  }
  u64 before = sum_before_thread(g.look_back + 2 * g.look_back_stride, tile, own);
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    if (i < g.entries) {
      g.probe_first[i] = before;
      before += probes[k];
      if (i + 1 == g.entries) {
        g.probe_first[g.entries] = before;
        g.control->probes = before;
      }
    }
  }
}

}  // namespace cliquestream::change
