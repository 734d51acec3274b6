// A graph that changes, as device functions see it.
//
// Rows are ascending and symmetric. A batch becomes entries, two a change, sorted by source and target; those of one
// source are a run. A changed row is written anew, so that between apply and settle there are two graphs, before and
// after. In the rows of a changed vertex the top bit of an id is a tag: in the row before, that this batch deletes the
// edge; in the row after, that it inserts it.
//
// Each match that a batch makes appear or vanish is found once: at its changed edge with the smallest key (smaller end,
// larger end). Seen from a changed edge, a tagged edge of smaller key is not there; a match is then found only from its
// smallest one. A deletion looks at the graph before and an insertion at the graph after, so tags of the other kind are
// not met in rows. A bit row (one bit an id, for long rows) holds the union of both graphs, and another one says which of
// its edges the batch changes: those are looked up in the run.
#pragma once

#include "common/common.cuh"
#include "common/clock.cuh"
#include "common/launch.cuh"
#include "common/search.cuh"
#include "cliquestream_change.h"

namespace cliquestream::change {

using i32 = int32_t;
using i64 = int64_t;

constexpr u32 kDegreeBits = 28;
constexpr u64 kDegreeMask = (1ull << kDegreeBits) - 1;
constexpr u32 kTag = 0x80000000u;
constexpr u32 kIdMask = 0x7FFFFFFFu;
constexpr u32 kUnit = CS_CHANGE_UNIT_IDS;

__host__ __device__ __forceinline__ u64 pack_row(u64 unit, u64 degree) { return unit << kDegreeBits | degree; }
__host__ __device__ __forceinline__ u64 row_first(u64 row) { return (row >> kDegreeBits) * kUnit; }
__host__ __device__ __forceinline__ u32 row_degree(u64 row) { return static_cast<u32>(row & kDegreeMask); }
__host__ __device__ __forceinline__ u32 units_of(u64 degree) { return static_cast<u32>((degree + kUnit - 1) / kUnit); }

// Of a changed row, at the first entry of its run.
struct RowChange {
  u64 before;
  u64 after;
  u32 last;     // end of its run
  u32 hub;      // its bit row or kNoId
  u32 new_hub;  // not 0: the bit row has to be filled from the whole row
  u32 vertex;
};

// Of a changed edge, at the entry of its smaller end.
struct ChangedEdge {
  u64 few_row;  // the shorter row, whose ids are looked up
  u64 many_row; // in the longer one
  u32 few;
  u32 many;
  u32 hub;        // bit row of the longer one or kNoId
  u32 run_first;  // its run
  u32 run_last;
  u32 deletion;
};

// One a graph. What a batch uses begins as zeros.
struct Control {
  u64 pool_used;
  u32 hubs_used;
  u32 hubs_before;  // the batch
  u64 load_error;   // stays until the graph is loaded anew
  // Of a batch:
  u64 error;
  u64 inserted;
  u64 deleted;
  u64 loops;
  u64 invalid;
  u64 units;
  u64 probes;
  u64 appeared;
  u64 vanished;
  u32 tickets[4];
  u32 finished;
  u32 settled;
};

struct Graph {
  u64 id_bound;
  u32 entries;
  u32 target_bits;
  u64* rows[2];
  u32* hub_of;
  u32* changed;
  u32* hub_bits;
  u32* hub_tags;
  u64 hub_words;
  u32* pool;
  u64 pool_units;
  u64* keys;
  u32* place;
  u32* heads;
  uint2* sums;
  u32* unit_first;
  u64* probe_first;
  RowChange* records;
  ChangedEdge* edges;
  u64* look_back;         // of four passes
  u32 look_back_stride;
  Control* control;
  u32 hub_rows;
  u32 hub_degree;

#ifdef __CUDACC__
  __device__ __forceinline__ u32 source_of(u64 key) const { return static_cast<u32>(key >> (target_bits + 1)); }
  __device__ __forceinline__ u32 target_of(u64 key) const {
    return static_cast<u32>(key >> 1) & ((1u << target_bits) - 1);
  }
  __device__ __forceinline__ static bool deletes(u64 key) { return (key & 1) != 0; }
  // Entries [0, i) add so many ids to rows, or take them away.
  __device__ __forceinline__ i32 growth(u32 i) const {
    const uint2 s = sums[i];
    return static_cast<i32>(2 * s.y - s.x);
  }
  __device__ __forceinline__ bool effective(u32 i) const { return sums[i + 1].x != sums[i].x; }
  __device__ __forceinline__ const u32* ids(u64 row) const { return pool + row_first(row); }
  __device__ __forceinline__ static bool bit(const u32* words, u32 id) { return (words[id >> 5] >> (id & 31) & 1) != 0; }
  __device__ __forceinline__ const u32* bits_of(u32 hub) const { return hub_bits + hub * hub_words; }
  __device__ __forceinline__ const u32* tags_of(u32 hub) const { return hub_tags + hub * hub_words; }
  __device__ __forceinline__ void set(u32* all, u32 hub, u32 id) const {
    atomicOr(all + hub * hub_words + (id >> 5), 1u << (id & 31));
  }
  __device__ __forceinline__ void clear(u32* all, u32 hub, u32 id) const {
    atomicAnd(all + hub * hub_words + (id >> 5), ~(1u << (id & 31)));
  }
#endif
};

#ifdef __CUDACC__
// First in kernels that are launched beside the last one: their blocks come to the multiprocessors while that one ends.
__device__ __forceinline__ void begin_beside_last() {
  wait_for_launch_before();
  let_next_launch_begin();
}

__device__ __forceinline__ u64 edge_key(u32 a, u32 b) { return static_cast<u64>(min(a, b)) << 32 | max(a, b); }

// A changed edge as the point from which the graph is looked at.
struct View {
  u64 key;
  u32 deletion;
};

// Whether a neighbour from a row is there for the view.
__device__ __forceinline__ bool sees(const View& view, u32 vertex, u32 tagged_id) {
  return (tagged_id & kTag) == 0 || edge_key(vertex, tagged_id & kIdMask) > view.key;
}

// The place of an id in a row whose ids may be tagged; the row's degree where it is not.
__device__ __forceinline__ u32 find(const u32* ids, u32 degree, u32 id) {
  const u32 at = first_without(0u, degree, [&](u32 i) { return (ids[i] & kIdMask) < id; });
  return at < degree && (ids[at] & kIdMask) == id ? at : degree;
}

// Whether an edge of a bit row that the batch changes is there for the view. The vertex's run is [first, last).
__device__ __forceinline__ bool sees_changed(const Graph& g, const View& view, u32 first, u32 last, u32 vertex, u32 id) {
  const u32 end = first_without(first, last, [&](u32 i) { return g.target_of(g.keys[i]) <= id; });
  return Graph::deletes(g.keys[end - 1]) == (view.deletion != 0) && edge_key(vertex, id) > view.key;
}

// Whether two vertices are adjacent for the view.
__device__ __forceinline__ bool adjacent(const Graph& g, const View& view, u32 a, u32 b) {
  u32 hub = g.hub_of[a];
  if (hub == kNoId) {
    hub = g.hub_of[b];
    if (hub != kNoId) {
      const u32 c = a;
      a = b;
      b = c;
    }
  }
  if (hub != kNoId) {
    if (!Graph::bit(g.bits_of(hub), b)) {
      return false;
    }
    const u32 first = g.changed[a];
    if (first == kNoId || g.changed[b] == kNoId || !Graph::bit(g.tags_of(hub), b)) {
      return true;
    }
    return sees_changed(g, view, first, g.records[first].last, a, b);
  }
  const u64* rows = g.rows[view.deletion != 0 ? 0 : 1];
  u64 row = rows[a];
  const u64 other = rows[b];
  if (row_degree(other) < row_degree(row)) {
    row = other;
    const u32 c = a;
    a = b;
    b = c;
  }
  const u32* ids = g.ids(row);
  const u32 at = find(ids, row_degree(row), b);
  return at < row_degree(row) && sees(view, a, ids[at]);
}
#endif

}  // namespace cliquestream::change
