// All rows into a pool, one after the other: when a graph is loaded, and when a pool is full. And out of it, as edges.
#pragma once

#include "change/graph.cuh"
#include "change/tile_sums.cuh"
#include "change/walk.cuh"

namespace cliquestream::change {

// Rows as a host graph keeps them.
struct HostRows {
  const u64* offsets;
  const u32* neighbors;
  __device__ __forceinline__ u64 degree(u64 v) const { return offsets[v + 1] - offsets[v]; }
  __device__ __forceinline__ const u32* ids(u64 v) const { return neighbors + offsets[v]; }
};

// Rows in a pool.
struct PoolRows {
  const u64* rows;
  const u32* pool;
  __device__ __forceinline__ u64 degree(u64 v) const { return row_degree(rows[v]); }
  __device__ __forceinline__ const u32* ids(u64 v) const { return pool + row_first(rows[v]); }
};

// Where each row begins; its bit row, if it has none and is long.
template <class Rows>
__global__ void __launch_bounds__(ChangePolicy::kTileThreads)
    cs_kernel_change_places(Graph g, Rows from, u32* unit_of_row) {
  constexpr int kItems = ChangePolicy::kTileItems;
  const u32 tile = take_tile(&g.control->tickets[3]);
  const u64 first = (static_cast<u64>(tile) * ChangePolicy::kTileThreads + threadIdx.x) * kItems;
  u64 degree[kItems], own = 0;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    degree[k] = first + k < g.id_bound ? from.degree(first + k) : 0;
    own += units_of(degree[k]);
    if (degree[k] > kDegreeMask) {
      g.control->load_error = CS_CHANGE_ERROR_ROW;
    }
    if (degree[k] > g.hub_degree && g.hub_of[first + k] == kNoId &&
        read_volatile(&g.control->hubs_used) < g.hub_rows) {
      const u32 hub = atomicAdd(&g.control->hubs_used, 1u);
      if (hub < g.hub_rows) {
        g.hub_of[first + k] = hub;
      }
    }
  }
  u64 before = sum_before_thread(g.look_back + 3 * static_cast<u64>(g.look_back_stride), tile, own);
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    if (first + k < g.id_bound) {
      unit_of_row[first + k] = static_cast<u32>(before);
      g.rows[1][first + k] = pack_row(before, degree[k]);
      before += units_of(degree[k]);
      if (first + k + 1 == g.id_bound) {
        unit_of_row[g.id_bound] = static_cast<u32>(before);
        g.control->units = before;
        if (before > g.pool_units || before > kNoId) {
          g.control->load_error = CS_CHANGE_ERROR_POOL;
        }
      }
    }
  }
}

template <class Rows>
__global__ void __launch_bounds__(ChangePolicy::kThreads)
    cs_kernel_change_copy(Graph g, Rows from, const u32* unit_of_row) {
  if (g.control->load_error != 0) {
    return;
  }
  const Part part = part_of_warp(g.control->units);
  walk(unit_of_row, static_cast<u32>(g.id_bound), part.begin, part.end, [&](bool mine, u32 v, u64 unit) {
    if (!mine) {
      return;
    }
    const u32* source = from.ids(v);
    const u64 degree = from.degree(v), begin = unit * kUnit;
    u32 hub = g.hub_of[v];
    if (hub != kNoId && hub < g.control->hubs_before) {
      hub = kNoId;  // its bits are there already
    }
    u32 ids[kUnit];
#pragma unroll
    for (u32 k = 0; k < kUnit; k++) {
      ids[k] = begin + k < degree ? source[begin + k] : kNoId;
      if (hub != kNoId && begin + k < degree) {
        g.set(g.hub_bits, hub, ids[k]);
      }
    }
    uint4* out = reinterpret_cast<uint4*>(g.pool + row_first(g.rows[1][v]) + begin);
    out[0] = make_uint4(ids[0], ids[1], ids[2], ids[3]);
    out[1] = make_uint4(ids[4], ids[5], ids[6], ids[7]);
  });
}

// Rows that are where they belong become both versions.
__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_placed(Graph g, u32 states) {
  const bool good = g.control->load_error == 0;
  for (u64 v = global_thread(); v < g.id_bound; v += global_threads()) {
    if (!good) {
      g.rows[1][v] = 0;  // an empty graph rather than rows past the pool
    }
    g.rows[0][v] = g.rows[1][v];
  }
  for (u64 i = global_thread(); i < states; i += global_threads()) {
    g.look_back[3 * static_cast<u64>(g.look_back_stride) + i] = 0;
  }
  if (global_thread() == 0) {
    Control* c = g.control;
    c->pool_used = good ? c->units : 0;
    c->hubs_used = c->hubs_before = min(c->hubs_used, g.hub_rows);
    c->error = c->load_error;
    c->units = 0;
    c->tickets[3] = 0;
  }
}

// Each edge of the rows after once.
__global__ void __launch_bounds__(ChangePolicy::kThreads)
    cs_kernel_change_pairs(Graph g, const u32* unit_of_row, cs_pair* pairs, u64* written) {
  const Part part = part_of_warp(unit_of_row[g.id_bound]);
  walk(unit_of_row, static_cast<u32>(g.id_bound), part.begin, part.end, [&](bool mine, u32 v, u64 unit) {
    const u64 row = g.rows[1][v];
    const u32 begin = static_cast<u32>(unit) * kUnit;
    u32 ids[kUnit], larger = 0;
#pragma unroll
    for (u32 k = 0; k < kUnit; k++) {
      const bool there = mine && begin + k < row_degree(row);
      ids[k] = there ? g.ids(row)[begin + k] & kIdMask : 0;
      larger += there && ids[k] > v;
    }
    const u32 inclusive = warp_inclusive_sum(larger);
    u64 at = 0;
    if (lane_id() == 31 && inclusive != 0) {
      at = atomicAdd(reinterpret_cast<atomic64*>(written), static_cast<atomic64>(inclusive));
    }
    at = __shfl_sync(kFullWarp, at, 31) + inclusive - larger;
#pragma unroll
    for (u32 k = 0; k < kUnit; k++) {
      if (mine && begin + k < row_degree(row) && ids[k] > v) {
        pairs[at++] = {v, ids[k]};
      }
    }
  });
}

// Units of the rows after, without touching them.
__global__ void __launch_bounds__(ChangePolicy::kTileThreads) cs_kernel_change_units(Graph g, u32* unit_of_row) {
  constexpr int kItems = ChangePolicy::kTileItems;
  const u32 tile = take_tile(&g.control->tickets[3]);
  const u64 first = (static_cast<u64>(tile) * ChangePolicy::kTileThreads + threadIdx.x) * kItems;
  u64 own = 0;
  u32 units[kItems];
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    units[k] = first + k < g.id_bound ? units_of(row_degree(g.rows[1][first + k])) : 0;
    own += units[k];
  }
  u64 before = sum_before_thread(g.look_back + 3 * static_cast<u64>(g.look_back_stride), tile, own);
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    if (first + k < g.id_bound) {
      unit_of_row[first + k] = static_cast<u32>(before);
      before += units[k];
      if (first + k + 1 == g.id_bound) {
        unit_of_row[g.id_bound] = static_cast<u32>(before);
      }
    }
  }
}
__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_units_done(Graph g, u32 states) {
  for (u32 i = static_cast<u32>(global_thread()); i < states; i += static_cast<u32>(global_threads())) {
    g.look_back[3 * static_cast<u64>(g.look_back_stride) + i] = 0;
  }
  if (global_thread() == 0) {
    g.control->tickets[3] = 0;
  }
}

}  // namespace cliquestream::change
