// Along a plan: sets are named by the plan, intersections and differences of rows of bound vertices. Where a set is the
// beginning of a row it is used where it lies. Once all that follows lives in one small set, it goes on in a bit matrix.
#pragma once

#include "enumerate/extend.cuh"
#include "enumerate/tile_aggregate.cuh"
#include "enumerate/traversal.cuh"

namespace cliquestream::enumerate {

template <class Way>
__device__ __forceinline__ bool aggregate(Way& t, u32 last, u32 from, u32 end);

template <class WorkingGroup, bool kAllBits, bool kTiles, bool kLabels = false>
class PlanTraversal : public Walk<WorkingGroup> {
  using Base = Walk<WorkingGroup>;

 public:
  using typename Base::Group;
  static constexpr bool kEveryBit = kAllBits;
  static constexpr bool kLabelled = kLabels;
  using Base::deadline;
  using Base::extensions;
  using Base::job;
  using Base::lane;
  using Base::leaving;
  using Base::number;
  using Base::plan;
  using Base::state;
  using Base::sum;
  using Base::work;
  using Base::worked;
  SetView* const sets;
  u32* const values;  // [size][lanes]

  __device__ __forceinline__ PlanTraversal(
      const Job& j, const cs_enumerate_plan& p, WarpState& s, char* more, u32 n, u64 d)
      : Base(j, p, s, n, d),
        sets(reinterpret_cast<SetView*>(more)),
        values(reinterpret_cast<u32*>(more + p.set_count * sizeof(SetView))),
        tile_(more + list_bytes(p)) {}
  // Shared memory, a worker's.
  static __host__ __device__ u32 list_bytes(const cs_enumerate_plan& p) {
    return p.set_count * static_cast<u32>(sizeof(SetView)) + (p.size_count * Group::kLanes * 4 + 15) / 16 * 16;
  }
  static __host__ __device__ u32 warp_bytes(const cs_enumerate_plan& p) {
    return list_bytes(p) + (kTiles ? TileMemory::bytes(p) : 0);
  }

  // In a bit matrix the last two positions are done together.
  __device__ __forceinline__ u32 last() const { return plan.enumerated - (kTiles && tile_.level != 0 ? 2 : 1); }

  // Whether a vertex may be bound to position 0.
  __device__ __forceinline__ bool is_root(u32 v) const { return has_label(byte_of(plan.positions[0], 4), v); }
  // Whether position 1 is bound to smaller ranks than position 0.
  __device__ __forceinline__ bool roots_bounded() const { return byte_of(plan.positions[1], 0) & 1; }
  __device__ __forceinline__ u32 candidate_begin(u32, u32) const { return 0; }
  __device__ __forceinline__ bool aggregate(u32 from, u32 end) {
    if constexpr (kTiles) {
      if (tile_.level != 0) {
        tile_aggregate(*this, tile_, from, end);
        return true;
      }
    }
    return enumerate::aggregate(*this, last(), from, end);
  }
  __device__ __forceinline__ void leave() {
    if (large_ != nullptr) {
      return_large();
    }
  }

  // The smallest rank among some bound positions; lanes that have bound one more pass it as x at position `at`.
  __device__ __forceinline__ u32 limit(u32 mask) const {
    u32 least = kUnbounded;
    for (; mask != 0; mask &= mask - 1) {
      least = min(least, state.matched[__ffs(mask) - 1]);
    }
    return least;
  }
  __device__ __forceinline__ u32 limit(u32 mask, u32 at, u32 x) const {
    const u32 least = limit(mask & ~(1u << at));
    return mask >> at & 1 ? min(least, x) : least;
  }

  // The candidates of a position, and how many of them respect its bounds.
  __device__ __forceinline__ u32 candidate_count(u32 position) const {
    if constexpr (kTiles) {
      if (tile_.level != 0) {
        return tile_.candidates;
      }
    }
    const u64 p = plan.positions[position];
    return below(sets[byte_of(p, 1) - 1], limit(byte_of(p, 0)));
  }
  __device__ __forceinline__ u32 candidate(u32 position, u32 at) const {
    if constexpr (kTiles) {
      if (in_tile(position)) {
        return tile_.at.ids[tile_.at.lists[position][at]];
      }
    }
    if (position == 0) {
      return at;
    }
    if (kLabels && position == 1) {  // a range of the row, whose other labels are passed over
      return job.graph.list(job.graph.row(state.matched[0]))[at];
    }
    return sets[byte_of(plan.positions[position], 1) - 1].members[at];
  }
  // Whether a vertex has a label of the plan; 0 is any.
  __device__ __forceinline__ bool has_label(u32 label, u32 x) const {
    return !kLabels || label == 0 || (job.labels[x] >> (label - 1) & 1) != 0;
  }
  // Not to be bound to a position, although its set has it: bound already, or of another label where the set is the whole row.
  __device__ __forceinline__ bool used(u32 position, u32 x) const {
    if constexpr (kTiles) {
      if (in_tile(position)) {
        return false;
      }
    }
    const u64 p = plan.positions[position];
    bool found = kLabels && position <= 1 &&
        !has_label(position == 0 ? byte_of(p, 4) : byte_of(plan.sets[byte_of(p, 1) - 1], 6), x);
    for (u32 mask = byte_of(p, 2); mask != 0; mask &= mask - 1) {
      found = found || state.matched[__ffs(mask) - 1] == x;
    }
    return found;
  }

  // The first set of a level or of a later one.
  __device__ __forceinline__ u32 first_set(u32 level) const {
    u32 id = 0;
    while (id < plan.set_count && byte_of(plan.sets[id], 0) < level) {
      id++;
    }
    return id;
  }

  // Room for a set on the stack, or null when the warp has to leave before there is any.
  __device__ __forceinline__ u32* room(u32 ids) {
    if (large_ == nullptr && small_top_ + ids <= job.arena_ids) {
      u32* at = job.arenas + static_cast<u64>(number) * job.arena_ids + small_top_;
      small_top_ += ids;
      return at;
    }
    if (large_ == nullptr) {
      large_index_ = take_large<Group>(job, number, deadline);
      if (large_index_ == kNobody) {
        leaving = true;
        return nullptr;
      }
      large_ = job.large + static_cast<u64>(large_index_) * job.large_ids;
      large_top_ = 0;
    }
    u32* at = large_ + large_top_;
    large_top_ += ids;
    return at;
  }

  __device__ __forceinline__ bool adjacent(u32 owner, u32 other) const {
    return job.graph.template adjacent<kAllBits>(owner, other);
  }

  // Binds a position and computes the sets of its level. False: nothing was bound, the warp has to leave.
  __device__ __forceinline__ bool bind(u32 level, u32 vertex) {
    Group::sync();
    if constexpr (kTiles) {
      if (in_tile(level)) {
        if (lane == 0) {
          state.matched[level] = vertex;
        }
        tile_bind(*this, tile_, level, vertex);
        return true;
      }
    }
    if (lane == 0) {
      state.matched[level] = vertex;
      state.mark[level] = small_top_;
      state.other_mark[level] = large_top_;
    }
    Group::sync();
    for (u32 id = first_set(level); id < plan.set_count && byte_of(plan.sets[id], 0) == level; id++) {
      if (!extend(id, level, vertex)) {
        release(level);
        return false;
      }
    }
    worked(2);
    if constexpr (kTiles) {
      const u32 base = byte_of(job.tile_bases, level + 1);
      if (base != 0 && sets[base - 1].size <= TileMemory::kVertices) {
        tile_begin(*this, tile_, level + 1, base - 1);
      }
    }
    return true;
  }
  __device__ __forceinline__ void release(u32 level) {
    if constexpr (kTiles) {
      if (in_tile(level)) {
        return;
      }
      tile_.level = 0;
    }
    small_top_ = state.mark[level];
    large_top_ = state.other_mark[level];
    if (large_ != nullptr && large_top_ == 0) {
      return_large();
    }
  }

  // Starts at a part of the search: recomputes the sets of its bound vertices.
  __device__ __forceinline__ bool resume(u32 level) {
    for (u32 i = 0; i < level; i++) {
      if (!bind(i, state.matched[i])) {
        while (i-- > 0) {
          release(i);
        }
        return false;
      }
    }
    return true;
  }

 private:
  u32 small_top_ = 0;
  u32 large_top_ = 0;
  u32* large_ = nullptr;
  u32 large_index_ = 0;
  Tile tile_;

  __device__ __forceinline__ bool in_tile(u32 position) const { return tile_.level != 0 && position >= tile_.level; }

  // Extends one set by the vertex just bound: intersection, difference, or the beginning of the vertex's row.
  __device__ __forceinline__ bool extend(u32 id, u32 level, u32 vertex) {
    const u64 step = plan.sets[id];
    const u32 least = limit(byte_of(step, 3));
    const u32 absent = byte_of(step, 2);
    const u32 source = byte_of(step, 4);
    const u32 label = kLabels ? byte_of(step, 6) : 0;
    const bool members = byte_of(step, 5) != 0;
    const GraphView& graph = job.graph;
    SetView result = {nullptr, 0, kNobody};
    if (source == 0) {
      const Row row = graph.row(vertex);
      result.members = graph.list(row);
      result.size = least == kUnbounded ? row.degree : lower_bound(result.members, row.degree, least);
      result.owner = vertex;
      if (absent != 0 || label != 0) {
        const auto keep = [&](u32 y) {
          bool good = has_label(label, y);
          for (u32 mask = absent; mask != 0; mask &= mask - 1) {
            good = good && !adjacent(state.matched[__ffs(mask) - 1], y);
          }
          return good;
        };
        if (!materialise(result, result.members, result.size, members, keep)) {
          return false;
        }
      }
    } else {
      const SetView from = sets[source - 1];
      const u32 size = below(from, least);
      const bool grows = byte_of(step, 1) >> level & 1;
      const Row row = graph.row(vertex);
      bool done;
      if (grows && row.degree < size) {
        const u32 bound = size == 0 ? 0 : from.members[size - 1];
        done = materialise(result, graph.list(row), row.degree, members, [&](u32 y) {
          return y <= bound &&
              (from.owner != kNobody ? adjacent(from.owner, y) : contains(from.members, size, y));
        });
      } else {
        done = materialise(
            result, from.members, size, members, [&](u32 y) { return adjacent(vertex, y) == grows; });
      }
      if (!done) {
        return false;
      }
    }
    if (lane == 0) {
      sets[id] = result;
    }
    Group::sync();
    return true;
  }

  template <class Keep>
  __device__ __forceinline__ bool materialise(SetView& result, const u32* list, u32 size, bool members, Keep keep) {
    result.owner = kNobody;
    work += size / Group::kLanes + 1;
    if (!members) {
      result.members = nullptr;
      result.size = count_kept<Group>(list, size, keep);
      return true;
    }
    u32* out = room(size);
    if (out == nullptr) {
      return false;
    }
    result.members = out;
    result.size = filter<Group>(list, size, out, keep);
    if (large_ != nullptr) {
      large_top_ -= size - result.size;
    } else {
      small_top_ -= size - result.size;
    }
    return true;
  }

  __device__ __forceinline__ void return_large() {
    Group::sync();
    if (lane == 0) {
      __threadfence();
      atomicExch(&job.large_taken[large_index_], 0u);
    }
    large_ = nullptr;
    Group::sync();
  }
};

}  // namespace cliquestream::enumerate

#include "enumerate/aggregate.cuh"
