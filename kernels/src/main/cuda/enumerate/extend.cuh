// The primitives a warp extends with: filtering a sorted set by the neighbours of a vertex, and counting common members for 32
// candidates at once.
//
// Counting is flat: the lists of all 32 lanes lie one after the other, and lane l of step s looks at element 32 s + l of them,
// whosever it is. Short lists therefore cost what they hold and nothing more, and a long one is shared by all lanes (what
// other systems do with sub-warps of several sizes).
#pragma once

#include "enumerate/graph_view.cuh"
#include "enumerate/group.cuh"
#include "enumerate/job.cuh"

namespace cliquestream::enumerate {

// A candidate set: sorted ranks. Where it is the beginning of a row, `owner` is the row's vertex, else kNobody.
struct SetView {
  const u32* members;
  u32 size;
  u32 owner;
};

__device__ __forceinline__ u32 below(const SetView& set, u32 limit) {
  return limit == kUnbounded ? set.size : lower_bound(set.members, set.size, limit);
}

// Writes the elements of list[0 .. size) that keep() accepts to out, in order; returns how many. out may be list.
template <class Group, class Keep>
__device__ __forceinline__ u32 filter(const u32* list, u32 size, u32* out, Keep keep) {
  u32 kept = 0;
  for (u32 at = 0; at < size; at += Group::kLanes) {
    const u32 i = at + Group::lane();
    const u32 y = i < size ? list[i] : 0;
    const bool good = i < size && keep(y);
    const u32 mask = Group::ballot(good);
    if (good) {
      out[kept + __popc(mask & Group::lanes_below())] = y;
    }
    kept += __popc(mask);
  }
  Group::sync();
  return kept;
}
template <class Group, class Keep>
__device__ __forceinline__ u32 count_kept(const u32* list, u32 size, Keep keep) {
  u32 kept = 0;
  for (u32 at = 0; at < size; at += Group::kLanes) {
    const u32 i = at + Group::lane();
    kept += __popc(Group::ballot(i < size && keep(list[i])));
  }
  return kept;
}

// For every lane: how many elements y of its list[0 .. length), y < limit, has(lane that owns y, its x, y) accepts. Adds the
// steps taken to work. Lists that are long on average are gone through one after the other, which saves finding out whose an
// element is.
template <
    class Group, u32 kLong = EnumeratePolicy::kLongList, u32 kSteps = EnumeratePolicy::kFlatSteps, class Has>
__device__ __forceinline__ u32 count_flat(const u32* list, u32 length, u32 x, u32 limit, u32& work, Has has) {
  if constexpr (Group::kLanes == 1) {
    work += length;
    return count_kept<Group>(list, length, [&](u32 y) { return y < limit && has(0, x, y); });
  }
  const u32 end = warp_inclusive_sum(length);
  const u32 total = __shfl_sync(kFullWarp, end, 31);
  u32 holders = __ballot_sync(kFullWarp, length != 0);
  work += (total + 31) / 32;
  u32 found = 0;
  if (total >= kLong * __popc(holders)) {
    for (; holders != 0; holders &= holders - 1) {
      const u32 owner = __ffs(holders) - 1;
      const u32* from = reinterpret_cast<const u32*>(__shfl_sync(kFullWarp, reinterpret_cast<u64>(list), owner));
      const u32 its_length = __shfl_sync(kFullWarp, length, owner);
      const u32 its_x = __shfl_sync(kFullWarp, x, owner);
      const u32 its_limit = __shfl_sync(kFullWarp, limit, owner);
      u32 mine = 0;
      for (u32 at = lane_id(); at < its_length; at += 128) {
        u32 y[4];
#pragma unroll
        for (u32 i = 0; i < 4; i++) {
          y[i] = at + 32 * i < its_length ? from[at + 32 * i] : kNoId;
        }
#pragma unroll
        for (u32 i = 0; i < 4; i++) {
          mine += y[i] < its_limit && has(owner, its_x, y[i]) ? 1 : 0;
        }
      }
      mine = __reduce_add_sync(kFullWarp, mine);
      found = lane_id() == owner ? mine : found;
    }
    return found;
  }
  const u32 start = end - length;
  const u64 base = reinterpret_cast<u64>(list) - u64{4} * start;
  for (u32 at = 0; at < total; at += 32 * kSteps) {
    u32 owners[kSteps], y[kSteps];
#pragma unroll
    for (u32 i = 0; i < kSteps; i++) {
      const u32 t = at + 32 * i + lane_id();
      u32 owner = 0;  // the first lane whose list ends past t
#pragma unroll
      for (u32 step = 16; step != 0; step >>= 1) {
        owner += __shfl_sync(kFullWarp, end, owner + step - 1) <= t ? step : 0;
      }
      owners[i] = owner & 31;
      const u64 from = __shfl_sync(kFullWarp, base, owners[i]);
      y[i] = t < total ? reinterpret_cast<const u32*>(from)[t] : kNoId;
    }
#pragma unroll
    for (u32 i = 0; i < kSteps; i++) {
      const u32 its_x = __shfl_sync(kFullWarp, x, owners[i]);
      const u32 its_limit = __shfl_sync(kFullWarp, limit, owners[i]);
      const u32 hits = __ballot_sync(kFullWarp, y[i] < its_limit && has(owners[i], its_x, y[i]));
      const u32 first = at + 32 * i, low = max(start, first), high = min(end, first + 32);
      if (low < high) {
        found += __popc(hits >> (low - first) & (kFullWarp >> (32 - (high - low))));
      }
    }
  }
  return found;
}

// Members below its limit that a set has in common with the neighbours of each lane's x. Goes through the shorter of the two.
// A lane without a question passes active = false.
template <class Group, bool kAllBits>
__device__ __forceinline__ u32 count_common(
    const GraphView& graph, const SetView& set, u32 x, u32 limit, bool active, u32& work) {
  const Row row = active ? graph.row(x) : Row{0, 0, 0};
  const u32 of_row = limit == kUnbounded || limit > x ? row.degree : row.out_degree;
  const u32 of_set = active ? below(set, limit) : 0;
  const bool by_row = of_row < of_set;
  const u32 modes = Group::ballot(by_row);
  // A row's beginning ends with its last member; what is adjacent to its owner and past that is no member.
  const u32 past = set.size == 0 ? 0 : set.members[set.size - 1] + 1;
  const u32 bound = active ? (limit < past ? limit : past) : 0;
  return count_flat<Group>(
      by_row ? graph.list(row) : set.members, by_row ? of_row : of_set, x, bound, work,
      [&](u32 owner, u32 its_x, u32 y) {
        if (modes >> owner & 1) {
          return set.owner != kNobody ? graph.adjacent<kAllBits>(set.owner, y) : contains(set.members, set.size, y);
        }
        return graph.adjacent<kAllBits>(its_x, y);
      });
}

}  // namespace cliquestream::enumerate
