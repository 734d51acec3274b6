// How the memory of an evolving graph is cut, and what kernels are given of it.
#pragma once

#include "change/graph.cuh"
#include "change/policy.cuh"
#include "common/device.cuh"

namespace cliquestream::change {

// Tiles of any pass.
inline u64 most_tiles(u64 id_bound, u64 most_changes) {
  const u64 few = ChangePolicy::kSmallTiles / ChangePolicy::kTileThreads + 1;
  const u64 tile = ChangePolicy::kTileThreads * ChangePolicy::kTileItems;
  const u64 most = divide_up(id_bound > 2 * most_changes ? id_bound : 2 * most_changes, tile) + 1;
  return most > few ? most : few;
}

inline Graph graph_of(const cs_evolving& e) {
  Graph g = {};
  g.id_bound = e.id_bound;
  g.entries = static_cast<u32>(e.entries);
  g.target_bits = bits_below(e.id_bound + 1);  // the key past all others is no vertex's
  g.rows[0] = e.rows[0];
  g.rows[1] = e.rows[1];
  g.hub_of = e.hub_of;
  g.changed = e.changed;
  g.hub_bits = e.hub_bits;
  g.hub_tags = e.hub_tags;
  g.hub_words = e.hub_words;
  g.pool = e.pool;
  g.pool_units = e.pool_units;
  g.keys = e.keys[0];
  g.place = e.place;
  g.heads = e.heads;
  g.sums = reinterpret_cast<uint2*>(e.sums);
  g.unit_first = e.unit_first;
  g.probe_first = e.probe_first;
  g.records = static_cast<RowChange*>(e.records);
  g.edges = static_cast<ChangedEdge*>(e.edges);
  g.look_back = e.look_back;
  g.look_back_stride = static_cast<u32>(most_tiles(e.id_bound, e.most_changes));
  g.control = static_cast<Control*>(e.control);
  g.hub_rows = static_cast<u32>(e.hub_rows);
  g.hub_degree = e.hub_degree < kDegreeMask ? static_cast<u32>(e.hub_degree) : static_cast<u32>(kDegreeMask);
  return g;
}

inline u32 walking_blocks() { return multiprocessors() * ChangePolicy::kBlocksPerSm; }

}  // namespace cliquestream::change
