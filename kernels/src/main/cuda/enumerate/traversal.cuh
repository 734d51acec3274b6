// A warp's depth-first traversal along a plan: DuMato's traversal-enumeration structure (Ferraz et al., JPDC 2024) with sets
// named by the plan.
//
// In shared memory a warp keeps the vertices it has bound, for every level where its candidates go on and end (they are
// sorted sets and never change, so that a range says what is left and any warp can take it over), and where the sets lie. A
// set is the beginning of a row of the graph, or was filtered into the warp's stack: its own small one, or one of a few large
// ones that hold whatever the largest degree asks. A warp waits for a large stack holding none, and one that has one needs
// nothing else, so waiting always ends.
#pragma once

#include "enumerate/exchange.cuh"
#include "enumerate/extend.cuh"

namespace cliquestream::enumerate {

// A warp's part of shared memory; sets and then the values of 32 lanes follow it.
struct alignas(16) WarpState {
  u32 matched[kPositions];
  u32 next[kPositions];
  u32 end[kPositions];
  u32 small_mark[kPositions];
  u32 large_mark[kPositions];
};

class Traversal {
 public:
  const Job& job;
  const cs_enumerate_plan& plan;  // in shared memory
  WarpState& state;
  SetView* const sets;
  u32* const values;  // [size][32]
  const u32 number;   // of the warp
  const u32 lane;
  u64 deadline;
  u32 work = 0;       // since the last look
  bool leaving = false;
  bool others_idle = false;
  u64 elements = 0;
  u64 extensions = 0;
  u64 donations = 0;
  __int128 sum = 0;   // this lane's

  __device__ __forceinline__ Traversal(
      const Job& j, const cs_enumerate_plan& p, WarpState& s, SetView* v, u32* a, u32 n, u64 d)
      : job(j), plan(p), state(s), sets(v), values(a), number(n), lane(lane_id()), deadline(d) {}

  // Control: looks at the world now and then.
  __device__ __forceinline__ void worked(u32 more) {
    work += more;
    if (work >= EnumeratePolicy::kWorkPerLook) {
      look();
    }
  }
  __device__ __noinline__ void look() {
    elements += work;
    work = 0;
    u32 seen = 0;
    if (lane == 0) {
      u64 now;
      asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
      const bool stop = now >= deadline || read_volatile(&job.control->pause) != 0 ||
          (job.stop != nullptr && read_volatile(job.stop) != 0);
      const bool idle = job.balance == CS_ENUMERATE_DONATE && read_volatile(&job.control->idle) != 0;
      seen = (stop ? 1u : 0u) | (idle ? 2u : 0u);
    }
    seen = __shfl_sync(kFullWarp, seen, 0);
    leaving = leaving || (seen & 1) != 0;
    others_idle = (seen & 2) != 0;
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
    const u64 p = plan.positions[position];
    return below(sets[byte_of(p, 1) - 1], limit(byte_of(p, 0)));
  }
  __device__ __forceinline__ u32 candidate(u32 position, u32 at) const {
    return position == 0 ? at : sets[byte_of(plan.positions[position], 1) - 1].members[at];
  }
  __device__ __forceinline__ bool used(u32 position, u32 x) const {
    bool found = false;
    for (u32 mask = byte_of(plan.positions[position], 2); mask != 0; mask &= mask - 1) {
      found = found || state.matched[__ffs(mask) - 1] == x;
    }
    return found;
  }

  // Room for a set on the stack, or null when the warp has to leave before there is any.
  __device__ __forceinline__ u32* room(u32 ids) {
    if (large_ == nullptr && small_top_ + ids <= job.arena_ids) {
      u32* at = job.arenas + static_cast<u64>(number) * job.arena_ids + small_top_;
      small_top_ += ids;
      return at;
    }
    if (large_ == nullptr && !take_large()) {
      return nullptr;
    }
    u32* at = large_ + large_top_;
    large_top_ += ids;
    return at;
  }

  // Binds a position and computes the sets of its level. False: nothing was bound, the warp has to leave.
  __device__ __noinline__ bool bind(u32 level, u32 vertex) {
    __syncwarp();
    if (lane == 0) {
      state.matched[level] = vertex;
      state.small_mark[level] = small_top_;
      state.large_mark[level] = large_top_;
    }
    __syncwarp();
    for (u32 id = first_set(level); id < plan.set_count && byte_of(plan.sets[id], 0) == level; id++) {
      if (!extend(id, level, vertex)) {
        release(level);
        return false;
      }
    }
    worked(2);
    return true;
  }
  __device__ __forceinline__ void release(u32 level) {
    small_top_ = state.small_mark[level];
    large_top_ = state.large_mark[level];
    if (large_ != nullptr && large_top_ == 0) {
      return_large();
    }
  }

  // Lets go of the large stack, whatever is on it.
  __device__ __forceinline__ void abandon() {
    if (large_ != nullptr) {
      return_large();
    }
    small_top_ = large_top_ = 0;
  }

  // Starts at a part of the search: recomputes the sets of its bound vertices.
  __device__ __forceinline__ bool resume(u32 level) {
    for (u32 i = 0; i < level; i++) {
      if (!bind(i, state.matched[i])) {
        for (; i-- > 0;) {
          release(i);
        }
        return false;
      }
    }
    return true;
  }

  // Donation: half of what the outermost level with candidates left has still to do.
  __device__ __noinline__ void donate(u32 base, u32 level) {
    for (u32 l = base; l <= level; l++) {
      const u32 next = state.next[l];
      const u32 left = state.end[l] - next;
      const bool by_batches = l + 1 == plan.enumerated;
      if (left < (by_batches ? 64 : EnumeratePolicy::kLeastDonated)) {
        continue;
      }
      const u32 to = claim(job, number);
      if (to == kNobody) {
        others_idle = false;
        return;
      }
      const u32 middle = next + left / 2;
      __syncwarp();
      if (lane == 0) {
        Part part = {};
        part.level = l;
        part.from = middle;
        part.to = state.end[l];
        for (u32 i = 0; i < l; i++) {
          part.matched[i] = state.matched[i];
        }
        deliver(job, to, part);
        state.end[l] = middle;
      }
      __syncwarp();
      donations++;
      return;
    }
  }

 private:
  u32 small_top_ = 0;
  u32 large_top_ = 0;
  u32* large_ = nullptr;
  u32 large_index_ = 0;

  __device__ __forceinline__ u32 first_set(u32 level) const {
    u32 id = 0;
    while (id < plan.set_count && byte_of(plan.sets[id], 0) < level) {
      id++;
    }
    return id;
  }

  // Extends one set by the vertex just bound: intersection, difference, or the beginning of the vertex's row.
  __device__ __forceinline__ bool extend(u32 id, u32 level, u32 vertex) {
    const u64 step = plan.sets[id];
    const u32 least = limit(byte_of(step, 3));
    const u32 absent = byte_of(step, 2);
    const u32 source = byte_of(step, 4);
    const bool members = byte_of(step, 5) != 0;
    const GraphView& graph = job.graph;
    SetView result = {nullptr, 0, kNobody};
    if (source == 0) {
      const Row row = graph.row(vertex);
      result.members = graph.list(row);
      result.size = least == kUnbounded ? row.degree : lower_bound(result.members, row.degree, least);
      result.owner = vertex;
      if (absent != 0) {
        const auto keep = [&](u32 y) {
          bool good = true;
          for (u32 mask = absent; mask != 0; mask &= mask - 1) {
            good = good && !graph.adjacent(state.matched[__ffs(mask) - 1], y);
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
              (from.owner != kNobody ? graph.adjacent(from.owner, y) : contains(from.members, size, y));
        });
      } else {
        done = materialise(
            result, from.members, size, members, [&](u32 y) { return graph.adjacent(vertex, y) == grows; });
      }
      if (!done) {
        return false;
      }
    }
    if (lane == 0) {
      sets[id] = result;
    }
    __syncwarp();
    return true;
  }

  template <class Keep>
  __device__ __forceinline__ bool materialise(SetView& result, const u32* list, u32 size, bool members, Keep keep) {
    result.owner = kNobody;
    work += size / 32 + 1;
    if (!members) {
      result.members = nullptr;
      result.size = count_kept(list, size, keep);
      return true;
    }
    u32* out = room(size);
    if (out == nullptr) {
      return false;
    }
    result.members = out;
    result.size = filter(list, size, out, keep);
    if (large_ != nullptr) {
      large_top_ -= size - result.size;
    } else {
      small_top_ -= size - result.size;
    }
    return true;
  }

  __device__ __noinline__ bool take_large() {
    for (;;) {
      u32 got = kNobody;
      if (lane == 0) {
        for (u32 i = 0; i < job.large_stacks && got == kNobody; i++) {
          const u32 at = (number + i) % job.large_stacks;
          if (read_volatile(&job.large_taken[at]) == 0 && atomicExch(&job.large_taken[at], 1u) == 0) {
            got = at;
          }
        }
      }
      got = __shfl_sync(kFullWarp, got, 0);
      if (got != kNobody) {
        __threadfence();
        large_index_ = got;
        large_ = job.large + static_cast<u64>(got) * job.large_ids;
        large_top_ = 0;
        return true;
      }
      look();
      if (leaving) {
        return false;
      }
      __nanosleep(EnumeratePolicy::kMostPause);
    }
  }
  __device__ __forceinline__ void return_large() {
    __syncwarp();
    if (lane == 0) {
      __threadfence();
      atomicExch(&job.large_taken[large_index_], 0u);
    }
    large_ = nullptr;
    __syncwarp();
  }
};

}  // namespace cliquestream::enumerate
