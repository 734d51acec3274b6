// The subproblems of roots of at most 32 candidates: a warp holds a row a lane. What is kept of the later neighbours:
// build_kernels.cuh.
//
// A warp looks at the rows of 32 neighbours together, as most are short. The vertices of largest degree are such roots,
// with thousands of later neighbours: a block shares those of a root.
#pragma once

#include "common/search.cuh"
#include "maximalclique/work.cuh"

namespace cliquestream::maximalclique {

__device__ __forceinline__ void note_area(const View& v, u32 set_words, u32 count, u32 excluded) {
  const u64 area = area_of(set_words, count, excluded);
  if (area > read_volatile(&v.state->most_words)) {
    atomicMax(reinterpret_cast<atomic64*>(&v.state->most_words), static_cast<atomic64>(area));
  }
}

// The bit of an id among ascending ids (32 places, padded with kNoId), or 0.
__device__ __forceinline__ u32 bit_of(const u32* ids, u32 id) {
  u32 at = 0;
#pragma unroll
  for (u32 step = 16; step != 0; step >>= 1) {
    at += ids[at + step - 1] < id ? step : 0;
  }
  return id != kNoId && ids[at] == id ? 1u << at : 0;
}

// Which of `count` ascending ids lie in a row from its member `begin` on. The same for all lanes.
__device__ __forceinline__ u32 members_in_row(const View& v, const u32* ids, u32 count, u64 row, u32 begin) {
  const u32 lane = lane_id();
  const u32* list = v.adjacency + row_quad(row) * 4;
  const u32 length = row_length(row);
  u32 mask = 0;
  if (length > MaximalPolicy::kStreamed) {
    if (lane < count) {
      mask = contains(list, length, ids[lane]) ? 1u << lane : 0;
    }
    return __reduce_or_sync(kFullWarp, mask);
  }
  const u32 last = ids[count - 1];
  for (; begin < length; begin += 32) {
    const u32 id = begin + lane < length ? list[begin + lane] : kNoId;
    mask |= bit_of(ids, id);
    if (__shfl_sync(kFullWarp, id, 31) > last) {
      break;
    }
  }
  return __reduce_or_sync(kFullWarp, mask);
}

// Shared memory of a warp that looks at rows side by side.
struct RowsScratch {
  u32 sets[32];
  u32 order[32];  // the lanes that have a row with members
};

// Which of the ids lie in row i, for lane i < rows and its row. The first 32 members of all rows are looked at one
// after another, by all lanes side by side: most rows are shorter.
__device__ __forceinline__ u32 members_in_rows(
    const View& v, const u32* ids, u32 count, u64 row, u32 rows, RowsScratch& own) {
  const u32 lane = lane_id(), length = lane < rows ? row_length(row) : 0, head = min(length, 32u);
  const u32 sum = warp_inclusive_sum(head), begin = sum - head, total = __shfl_sync(kFullWarp, sum, 31);
  const u64 quad = row_quad(row);
  const u32 last = ids[count - 1];
  own.sets[lane] = 0;
  const u32 having = __ballot_sync(kFullWarp, head != 0);
  if (head != 0) {
    own.order[__popc(having & lanes_below_mine())] = lane;
  }
  __syncwarp();
  u32 passed = 0;  // rows that began before
  for (u32 at = 0; at < total; at += 32) {
    const u32 begins = __reduce_or_sync(kFullWarp, head != 0 && begin - at < 32 ? 1u << (begin - at) : 0);
    const u32 owner = own.order[passed + __popc(begins & lanes_up_to_mine()) - 1];
    passed += __popc(begins);
    const u32 from = __shfl_sync(kFullWarp, begin, owner);
    const u64 quads = __shfl_sync(kFullWarp, quad, owner);
    const u32 id = at + lane < total ? v.adjacency[quads * 4 + (at + lane - from)] : kNoId;
    const u32 bit = bit_of(ids, id);
    if (bit != 0) {
      atomicOr(&own.sets[owner], bit);
    }
  }
  __syncwarp();
  u32 set = own.sets[lane];
  const bool long_row = length > 32 && v.adjacency[quad * 4 + 31] < last;
  for (u32 rest = __ballot_sync(kFullWarp, long_row); rest != 0; rest &= rest - 1) {
    const u32 i = __ffs(rest) - 1;
    const u32 more = members_in_row(v, ids, count, __shfl_sync(kFullWarp, row, i), 32);
    set |= lane == i ? more : 0;
  }
  __syncwarp();
  return set;
}

// Shared memory of the team that builds a narrow root: a warp, or the block where there are many later neighbours.
struct NarrowScratch {
  u32 ids[32];
  u32 smaller[32];  // of each candidate, the candidates of smaller rank next to it
  u32 rows[32];
  u32 kept;
  u32 covered;
};

template <bool kBlock>
__device__ __forceinline__ void build_narrow_root(
    const View& v, u32 set_words, u32 at, NarrowScratch& team, RowsScratch& own) {
  const u32 lane = lane_id(), warp = kBlock ? threadIdx.x >> 5 : 0, warps = kBlock ? blockDim.x >> 5 : 1;
  const auto wait = [] {
    if (kBlock) {
      __syncthreads();
    } else {
      __syncwarp();
    }
  };
  const State& s = *v.state;
  const u32 root = v.roots[at];
  const u64 row = v.rows[root];
  const u32 count = row_length(row);
  Subproblem p = {root, 0, 1, 0, v.needs[at] - v.needs[s.first]};
  Subproblem& out = v.subproblems[at - s.first];
  if (count == 0 || count + 1 < v.minimum_size) {
    if (warp == 0 && lane == 0) {
      out = p;
    }
    return;
  }
  const u32 all = count == 32 ? ~0u : (1u << count) - 1;
  u32* pool = v.pool + p.at;
  wait();
  if (warp == 0) {
    team.ids[lane] = lane < count ? v.adjacency[row_quad(row) * 4 + lane] : kNoId;
    if (lane == 0) {
      team.kept = 0;
      team.covered = 0;
    }
  }
  wait();
  {
    // Lane l has the row of the warp's candidate l.
    const u32 candidate = warp + lane * warps;
    const u64 own_row = candidate < count ? v.rows[team.ids[candidate]] : 0;
    const u32 own_rows = warp < count ? (count - warp - 1) / warps + 1 : 0;
    const u32 smaller = members_in_rows(v, team.ids, count, own_row, own_rows, own);
    if (lane < own_rows) {
      team.smaller[candidate] = smaller;
    }
  }
  wait();
  u32 mine = lane < count ? team.smaller[lane] : 0;
  for (u32 i = 0; i < count; i++) {
    mine |= (team.smaller[i] >> lane & 1) << i;
  }
  mine = lane < count ? mine : 0;
  if (warp == 0) {
    team.rows[lane] = mine;
  }
  wait();
  const u64 end = v.later_begin[root + 1];
  for (u64 x = v.later_begin[root] + 32 * warp; x < end; x += 32 * warps) {
    if (__any_sync(kFullWarp, read_volatile(&team.covered) != 0)) {
      break;
    }
    const u32 here = static_cast<u32>(min(end - x, u64{32}));
    const u64 own_row = lane < here ? v.rows[v.later[x + lane]] : 0;
    const u32 set = members_in_rows(v, team.ids, count, own_row, here, own);
    u32 common = all;
    for (u32 bits = set; bits != 0 && common != 0; bits &= bits - 1) {
      common &= team.rows[__ffs(bits) - 1];
    }
    const bool keep = set != 0 && common == 0;
    const u32 keeping = __ballot_sync(kFullWarp, keep);
    const bool covered = __any_sync(kFullWarp, set == all);
    u32 place = 0;
    if (lane == 0) {
      place = atomicAdd(&team.kept, __popc(keeping));
      if (covered) {
        *static_cast<volatile u32*>(&team.covered) = 1;
      }
    }
    place = __shfl_sync(kFullWarp, place, 0);
    if (keep) {
      pool[2 * count + place + __popc(keeping & lanes_below_mine())] = set;
    }
    __syncwarp();
  }
  wait();
  if (warp == 0) {
    const bool free = team.covered == 0;
    if (free) {
      p.count = count;
      p.excluded = team.kept;
      if (lane < count) {
        pool[lane] = team.ids[lane];
        pool[count + lane] = mine;
      }
    }
    if (lane == 0) {
      out = p;
      if (free) {
        note_area(v, set_words, count, p.excluded);
      }
    }
  }
  wait();
}

// A block takes as many roots as it has warps: those of many later neighbours together, the others a warp each.
__device__ __forceinline__ void build_narrow(const View& v, u32 set_words) {
  constexpr u32 kWarps = MaximalPolicy::kBuildThreads / 32;
  __shared__ NarrowScratch teams[kWarps];
  __shared__ RowsScratch own[kWarps];
  __shared__ u32 ticket;
  State& s = *v.state;
  const u32 lane = lane_id(), warp = threadIdx.x >> 5, roots = s.end - s.first;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) {
      ticket = stopped(v) ? kNoId : atomicAdd(&s.build_head, kWarps);
    }
    __syncthreads();
    const u32 begin = ticket;
    if (begin >= roots) {
      return;
    }
    bool narrow = false, many = false;
    if (lane < kWarps && begin + lane < roots) {
      const u32 root = v.roots[s.first + begin + lane];
      narrow = row_length(v.rows[root]) <= MaximalPolicy::kNarrow;
      many = narrow && v.later_begin[root + 1] - v.later_begin[root] > MaximalPolicy::kManyLater;
    }
    const u32 together = __ballot_sync(kFullWarp, many), alone = __ballot_sync(kFullWarp, narrow && !many);
    for (u32 rest = together; rest != 0; rest &= rest - 1) {
      build_narrow_root<true>(v, set_words, s.first + begin + __ffs(rest) - 1, teams[0], own[warp]);
    }
    if (alone >> warp & 1) {
      build_narrow_root<false>(v, set_words, s.first + begin + warp, teams[warp], own[warp]);
    }
  }
}

}  // namespace cliquestream::maximalclique
