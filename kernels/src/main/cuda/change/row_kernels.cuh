// Rows that a batch changes: where they go, and writing them.
//
// An entry k of a run stands at place[k] of the row before. With growth(k), what the entries before it add or take away,
// it stands at place[k] + growth(k) of the row after: an insertion there itself, a deletion where the id after it
// comes to stand. These places ascend, so the id at any place after follows from the last entry at or before it, and
// rows are written in units, each by one thread.
#pragma once

#include "change/graph.cuh"
#include "change/tile_sums.cuh"
#include "change/walk.cuh"

namespace cliquestream::change {

// The end of the run that begins at an entry.
__device__ __forceinline__ u32 run_end(const Graph& g, u32 first, u32 source) {
  u32 low = first + 1, step = 1;
  while (low < g.entries && g.source_of(g.keys[low]) == source) {
    const u32 next = low + step < g.entries ? low + step : g.entries;
    if (next == g.entries || g.source_of(g.keys[next]) != source) {
      return first_without(low, next, [&](u32 i) { return g.source_of(g.keys[i]) == source; });
    }
    low = next;
    step *= 2;
  }
  return low;
}

// Rows with an effect get room at the end of the pool, in the order of their ids.
template <int kItems>
__global__ void __launch_bounds__(ChangePolicy::kTileThreads) cs_kernel_change_rows(Graph g) {
  begin_beside_last();
  const u32 tile = take_tile(&g.control->tickets[1]);
  const u32 first = (tile * ChangePolicy::kTileThreads + threadIdx.x) * kItems;
  RowChange change[kItems];
  u32 units[kItems];
  bool changes[kItems];
  u64 own = 0;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    units[k] = 0;
    changes[k] = false;
    if (i >= g.entries) {
      continue;
    }
    const u64 key = g.keys[i];
    const u32 source = g.source_of(key);
    if (source == g.target_of(key) || (i != 0 && g.source_of(g.keys[i - 1]) == source)) {
      continue;
    }
    const u32 last = run_end(g, i, source);
    const u32 effects = g.sums[last].x - g.sums[i].x;
    if (effects == 0) {
      continue;
    }
    changes[k] = true;
    const u64 before = g.rows[0][source];
    const u64 degree = row_degree(before) + static_cast<i64>(g.growth(last) - g.growth(i));
    if (degree > kDegreeMask) {
      atomicOr(reinterpret_cast<atomic64*>(&g.control->error), static_cast<atomic64>(CS_CHANGE_ERROR_ROW));
    }
    u32 hub = g.hub_of[source], new_hub = 0;
    if (hub == kNoId && degree > g.hub_degree && read_volatile(&g.control->hubs_used) < g.hub_rows) {
      hub = atomicAdd(&g.control->hubs_used, 1u);
      new_hub = 1;
      if (hub >= g.hub_rows) {
        hub = kNoId;
        new_hub = 0;
      }
    }
    change[k] = {before, degree, last, hub, new_hub, source};
    units[k] = units_of(degree);
    own += units[k];
  }
  u64 before = sum_before_thread(g.look_back + g.look_back_stride, tile, own);
  const u64 used = g.control->pool_used;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    if (i >= g.entries) {
      continue;
    }
    g.unit_first[i] = static_cast<u32>(before);
    if (changes[k]) {
      change[k].after = pack_row(used + before, change[k].after);
      g.records[i] = change[k];
      g.changed[change[k].vertex] = i;
    }
    before += units[k];
    if (i + 1 == g.entries) {
      g.unit_first[g.entries] = static_cast<u32>(before);
      g.control->units = before;
      if (used + before > g.pool_units || before > kNoId) {
        atomicOr(reinterpret_cast<atomic64*>(&g.control->error), static_cast<atomic64>(CS_CHANGE_ERROR_POOL));
      }
    }
  }
}

// A unit of a row after.
__device__ __forceinline__ void write_unit(const Graph& g, u32 first, u32 unit) {
  const RowChange change = g.records[first];
  const u32* before = g.ids(change.before);
  const i32 base = g.growth(first);
  const auto stands = [&](u32 k) { return g.place[k] + static_cast<u32>(g.growth(k) - base); };
  const u32 begin = unit * kUnit, degree = row_degree(change.after);
  u32 next = first_without(first, change.last, [&](u32 k) { return stands(k) <= begin; });
  u32 next_stands = next < change.last ? stands(next) : kNoId;
  u32 inserted = kNoId;  // the place of the last entry, where it inserts
  const auto look = [&] {
    if (next != first && g.sums[next].y != g.sums[next - 1].y) {
      inserted = stands(next - 1);
    }
  };
  look();
  u32 shift = static_cast<u32>(g.growth(next) - base);
  u32 ids[kUnit];
#pragma unroll
  for (u32 k = 0; k < kUnit; k++) {
    const u32 at = begin + k;
    if (next_stands <= at) {
      do {
        next++;
        next_stands = next < change.last ? stands(next) : kNoId;
      } while (next_stands <= at);
      look();
      shift = static_cast<u32>(g.growth(next) - base);
    }
    ids[k] = at >= degree        ? kNoId
        : inserted == at ? g.target_of(g.keys[next - 1]) | kTag
                         : before[at - shift] & kIdMask;
  }
  uint4* out = reinterpret_cast<uint4*>(g.pool + row_first(change.after) + begin);
  out[0] = make_uint4(ids[0], ids[1], ids[2], ids[3]);
  out[1] = make_uint4(ids[4], ids[5], ids[6], ids[7]);
  if (change.new_hub != 0) {
#pragma unroll
    for (u32 k = 0; k < kUnit; k++) {
      if (begin + k < degree) {
        g.set(g.hub_bits, change.hub, ids[k] & kIdMask);
      }
    }
  }
}

// Writes the changed rows, tags and bits.
__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_write(Graph g) {
  begin_beside_last();
  if (g.control->error != 0) {
    return;
  }
  for (u32 i = static_cast<u32>(global_thread()); i < g.entries; i += static_cast<u32>(global_threads())) {
    if (!g.effective(i)) {
      const u32 source = g.source_of(g.keys[i]);
      if (source != g.target_of(g.keys[i]) && g.changed[source] == i) {
        g.rows[1][source] = g.records[i].after;
        if (g.records[i].new_hub != 0) {
          g.hub_of[source] = g.records[i].hub;
        }
      }
      continue;
    }
    const u64 key = g.keys[i];
    const u32 source = g.source_of(key), head = g.changed[source];
    const RowChange change = g.records[head];
    g.heads[i] = head;
    if (head == i) {
      g.rows[1][source] = change.after;
      if (change.new_hub != 0) {
        g.hub_of[source] = change.hub;
      }
    }
    const bool deletion = Graph::deletes(key);
    if (deletion) {
      g.pool[row_first(change.before) + g.place[i]] |= kTag;
    }
    if (change.hub != kNoId) {
      g.set(g.hub_tags, change.hub, g.target_of(key));
      // A new bit row is filled from the row after, which has insertions and no deletions.
      if (deletion == (change.new_hub != 0)) {
        g.set(g.hub_bits, change.hub, g.target_of(key));
      }
    }
  }
  const Part part = part_of_warp(g.control->units);
  walk(g.unit_first, g.entries, part.begin, part.end, [&](bool mine, u32 entry, u64 unit) {
    if (mine) {
      write_unit(g, entry, static_cast<u32>(unit));
    }
  });
}

// The graph after becomes the one before; tags and bits that told them apart go.
__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_settle(Graph g, u32 states) {
  begin_beside_last();
  const bool applied = g.control->error == 0;
  for (u32 i = static_cast<u32>(global_thread()); i < g.entries; i += static_cast<u32>(global_threads())) {
    const u64 key = g.keys[i];
    const u32 source = g.source_of(key);
    if (source == g.target_of(key)) {
      continue;
    }
    if (i == 0 || g.source_of(g.keys[i - 1]) != source) {
      g.rows[0][source] = g.rows[1][source];
      g.changed[source] = kNoId;
    }
    if (applied && g.effective(i)) {
      const u32 head = g.heads[i];
      const RowChange change = g.records[head];
      if (!Graph::deletes(key)) {
        const u32 stands = g.place[i] + static_cast<u32>(g.growth(i) - g.growth(head));
        g.pool[row_first(change.after) + stands] &= kIdMask;
      } else if (change.hub != kNoId) {
        g.clear(g.hub_bits, change.hub, g.target_of(key));
      }
      if (change.hub != kNoId) {
        g.clear(g.hub_tags, change.hub, g.target_of(key));
      }
    }
  }
  for (u32 i = static_cast<u32>(global_thread()); i < states; i += static_cast<u32>(global_threads())) {
    g.look_back[i] = 0;
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(&g.control->settled, 1u) == gridDim.x - 1) {
    Control* c = g.control;
    c->pool_used += applied ? c->units : 0;
    c->hubs_used = applied ? min(c->hubs_used, g.hub_rows) : c->hubs_before;
    c->hubs_before = c->hubs_used;
    c->error = c->load_error;
    c->inserted = c->deleted = c->loops = c->invalid = c->units = c->probes = c->appeared = c->vanished = 0;
    for (u32& ticket : c->tickets) {
      ticket = 0;
    }
    c->finished = 0;
    c->settled = 0;
  }
}

}  // namespace cliquestream::change
