// The last part of a peel, by one block with the residual degrees in its shared memory.
//
// Once the remaining vertices fit, a sub-round is a trip to L2 for the neighbours, one for the rows of those that leave
// next, shared atomics on 16-bit halves in between, and one block barrier. A vertex loses at most the neighbours that
// remained when it was loaded, so its half never runs below 0 into the other one. A graph that fits from the start is
// peeled here alone, without the grid; with few enough vertices the row starts lie in shared memory too, which saves the
// second trip. A larger one is first cut down: gather numbers the remaining vertices, compact writes their rows without
// those that have left.
//
// A frontier is a list of rows. Up to kTailTogether rows are dealt out to all warps in windows of 32 edges, so that a hub
// does not hold up the block; of more, every warp takes its own. Four windows are in flight at a time.
#pragma once

#include "degeneracy/state.cuh"

namespace cliquestream::degeneracy {

struct TailSums {
  u32 leaving, least;
};

// The counters of one step in a rotation of three: one is read, one is filled, one is cleared.
struct TailSteps {
  TailSums* sums;
  u32 step;
  __device__ TailSums& current() const { return sums[step % 3]; }
  __device__ void clear_next() const { sums[(step + 1) % 3] = {0, kNoId}; }
};

struct TailRows {  // of one frontier: the first in shared memory, the others where the grid's items are
  uint2* shared;
  uint2* far;
  __device__ void put(u32 i, uint2 row) const {
    if (i < PeelPolicy::kTailRows) {
      shared[i] = row;
    } else {
      far[i] = row;
    }
  }
  __device__ uint2 get(u32 i) const { return i < PeelPolicy::kTailRows ? shared[i] : __ldcg(far + i); }
};

struct TailBlock {  // what a block's threads share in one sub-round
  u32* residual;
  const u32* starts;
  u32* idle;  // a word a lane, for atomics that are not wanted
  u32 level, removed;
  TailRows next;
  TailSums* sums;
};

// Takes one from the residual degree of the vertex, where wanted; what it was before. Without a branch, so that several
// are in flight.
__device__ __forceinline__ u32 take_one_if(const TailBlock& b, u32 vertex, bool wanted) {
  const u32 shift = (vertex & 1) * 16;
  u32* word = wanted ? b.residual + (vertex >> 1) : b.idle + lane_id();
  return atomicAdd(word, wanted ? 0u - (1u << shift) : 0u) >> shift & 0xFFFF;
}

// The chosen vertices leave: their rows join the next frontier.
template <bool kStartsShared, int kCount>
__device__ __forceinline__ void leave(
    const Tail& t, const TailBlock& b, const bool (&chosen)[kCount], const u32 (&vertex)[kCount]) {
  u32 votes[kCount], all = 0;
#pragma unroll
  for (int j = 0; j < kCount; j++) {
    votes[j] = __ballot_sync(kFullWarp, chosen[j]);
    all += __popc(votes[j]);
  }
  if (all == 0) {
    return;
  }
  u32 at = 0;
  if (lane_id() == 0) {
    at = atomicAdd(&b.sums->leaving, all);
  }
  uint2 row[kCount];
#pragma unroll
  for (int j = 0; j < kCount; j++) {
    if (!kStartsShared) {
      row[j] = chosen[j] ? __ldg(t.rows + vertex[j]) : make_uint2(0, 0);
    } else if (chosen[j]) {
      row[j].x = b.starts[vertex[j]];
      row[j].y = b.starts[vertex[j] + 1] - row[j].x;
    }
  }
  at = __shfl_sync(kFullWarp, at, 0);
#pragma unroll
  for (int j = 0; j < kCount; j++) {
    if (chosen[j]) {
      t.result[vertex[j]] = make_uint2(b.level, b.removed);
      b.next.put(at + __popc(votes[j] & lanes_below_mine()), row[j]);
    }
    at += __popc(votes[j]);
  }
}

// Windows of 32 edges: place[j] among the neighbours, where wanted[j].
template <bool kStartsShared, int kWindows>
__device__ __forceinline__ void take_edges(
    const Tail& t, const TailBlock& b, const u32 (&place)[kWindows], const bool (&wanted)[kWindows]) {
  u32 vertex[kWindows], before[kWindows];
  bool crosses[kWindows];
#pragma unroll
  for (int j = 0; j < kWindows; j++) {
    vertex[j] = wanted[j] ? __ldg(t.neighbours + place[j]) : 0;
  }
#pragma unroll
  for (int j = 0; j < kWindows; j++) {
    before[j] = take_one_if(b, vertex[j], wanted[j]);
  }
#pragma unroll
  for (int j = 0; j < kWindows; j++) {
    crosses[j] = wanted[j] && before[j] == b.level + 1;
  }
  leave<kStartsShared, kWindows>(t, b, crosses, vertex);
}

// A row a lane, cut into windows; takes the windows first, first + stride, ... of all of them.
template <bool kStartsShared, int kWindows>
__device__ __forceinline__ void take_windows(const Tail& t, const TailBlock& b, uint2 row, u32 first, u32 stride) {
  const u32 mine = (row.y + 31) / 32;
  const u32 inclusive = warp_inclusive_sum(mine), lane = lane_id();
  const u32 windows = __shfl_sync(kFullWarp, inclusive, 31);
  const u32 offset = inclusive - mine;
  for (u32 w = first; w < windows; w += kWindows * stride) {
    u32 place[kWindows];
    bool wanted[kWindows];
#pragma unroll
    for (int j = 0; j < kWindows; j++) {
      const u32 window = w + j * stride;
      const u32 owner = __popc(__ballot_sync(kFullWarp, inclusive <= window)) & 31;
      const u32 edge = (window - __shfl_sync(kFullWarp, offset, owner)) * 32 + lane;
      wanted[j] = window < windows && edge < __shfl_sync(kFullWarp, row.y, owner);
      place[j] = __shfl_sync(kFullWarp, row.x, owner) + edge;
    }
    take_edges<kStartsShared, kWindows>(t, b, place, wanted);
  }
}

// A row a lane, all edges as one array: for short rows, none of them empty but those of the last lanes.
template <bool kStartsShared, int kWindows>
__device__ __forceinline__ void take_packed(const Tail& t, const TailBlock& b, uint2 row, u32 inclusive, u32 total) {
  const u32 exclusive = inclusive - row.y, displacement = row.x - exclusive, lane = lane_id();
  u32 started = 0;  // rows that start before the window
  for (u32 e0 = 0; e0 < total; e0 += 32 * kWindows) {
    u32 place[kWindows];
    bool wanted[kWindows];
#pragma unroll
    for (int j = 0; j < kWindows; j++) {
      const u32 from = e0 + j * 32, offset = exclusive - from;
      const u32 heads = __reduce_or_sync(kFullWarp, row.y != 0 && offset < 32 ? 1u << offset : 0);
      const u32 owner = (started + __popc(heads & lanes_up_to_mine()) - 1) & 31;
      place[j] = __shfl_sync(kFullWarp, displacement, owner) + from + lane;
      wanted[j] = from + lane < total;
      started += __popc(heads);
    }
    take_edges<kStartsShared, kWindows>(t, b, place, wanted);
  }
}

template <bool kStartsShared>
__device__ __forceinline__ void expand_tail(const Tail& t, const TailBlock& b, const TailRows& rows, u32 count) {
  constexpr int kWindows = 4;
  constexpr u32 kWarps = PeelPolicy::kTailThreads / 32;
  const u32 warp = threadIdx.x / 32, lane = lane_id();
  const uint2 none = make_uint2(0, 0);
  if (count <= PeelPolicy::kTailTogether) {
    for (u32 at = 0; at < count; at += 32) {
      take_windows<kStartsShared, kWindows>(t, b, at + lane < count ? rows.get(at + lane) : none, warp, kWarps);
    }
    return;
  }
  for (u32 at = warp * 32; at < count; at += kWarps * 32) {
    const uint2 row = at + lane < count ? rows.get(at + lane) : none;
    const u32 inclusive = warp_inclusive_sum(row.y), total = __shfl_sync(kFullWarp, inclusive, 31);
    if (total > 32 * 16 || __any_sync(kFullWarp, at + lane < count && row.y == 0)) {
      take_windows<kStartsShared, kWindows>(t, b, row, 0, 1);
    } else {
      take_packed<kStartsShared, kWindows>(t, b, row, inclusive, total);
    }
  }
}

__device__ __forceinline__ u32 both_halves(u32 value) { return value << 16 | value; }

// The least residual degree from `from` on among this thread's quads of words, kNoId where the block's other vertices
// have all left. Subtracting `from` from a half sends those who have left, which hold less, above all others.
__device__ __forceinline__ u32 least_remaining(const u32* residual, u32 quads, u32 from) {
  const u32 minus = both_halves((0u - from) & 0xFFFF);
  u32 least = 0xFFFFFFFF;
  for (u32 q = threadIdx.x; q < quads; q += PeelPolicy::kTailThreads) {
    const uint4 words = reinterpret_cast<const uint4*>(residual)[q];
    least = __viaddmin_u16x2(words.x, minus, least);
    least = __viaddmin_u16x2(words.y, minus, least);
    least = __viaddmin_u16x2(words.z, minus, least);
    least = __viaddmin_u16x2(words.w, minus, least);
  }
  return min(least & 0xFFFF, least >> 16) + from;
}

// The vertices at the level leave. seen: whether this thread's words hold any.
template <bool kStartsShared>
__device__ __forceinline__ void leave_at_level(const Tail& t, const TailBlock& b, u32 quads, bool seen) {
  if (!__any_sync(kFullWarp, seen)) {
    return;
  }
  const u32 level = both_halves(b.level);
  for (u32 base = threadIdx.x & ~31u; base < quads; base += PeelPolicy::kTailThreads) {
    const u32 q = base + lane_id();
    uint4 quad = make_uint4(0, 0, 0, 0);
    if (q < quads) {
      quad = reinterpret_cast<const uint4*>(b.residual)[q];
    }
    const u32 words[4] = {quad.x ^ level, quad.y ^ level, quad.z ^ level, quad.w ^ level};  // 0: a half at the level
    bool chosen[8];
    u32 vertex[8];
#pragma unroll
    for (u32 half = 0; half < 8; half++) {
      vertex[half] = 8 * q + half;
      chosen[half] =
          q < quads && vertex[half] < t.vertices && (words[half / 2] >> 16 * (half & 1) & 0xFFFF) == 0;
    }
    leave<kStartsShared, 8>(t, b, chosen, vertex);
  }
}

template <bool kStartsShared>
__device__ __forceinline__ void peel_tail(
    const Tail& t, Progress& s, u32* residual, const u32* starts, u32* idle, uint2* shared_rows, TailSums* rotation) {
  const u32 quads = tail_quads(t.vertices);
  u32 side = 0, rows_to = s.items_to;
  TailSteps steps = {rotation, 0};
  while (s.removed < t.active) {
    // The next level is the least residual degree; only warps that saw it look again.
    if (threadIdx.x == 0) {
      steps.clear_next();
    }
    const u32 mine = least_remaining(residual, quads, s.level);
    const u32 least = __reduce_min_sync(kFullWarp, mine);
    if (lane_id() == 0) {
      atomicMin(&steps.current().least, least);
    }
    __syncthreads();
    const u32 level = steps.current().least;
    steps.step++;
    s.scans++;
    s.degeneracy = level;
    s.level = level + 1;
    if (threadIdx.x == 0) {
      steps.clear_next();
    }
    TailBlock b = {residual, starts, idle, level, s.removed, {}, &steps.current()};
    b.next = {shared_rows + side * PeelPolicy::kTailRows, t.far_rows + rows_to};
    leave_at_level<kStartsShared>(t, b, quads, mine == level);
    __syncthreads();
    u32 frontier = steps.current().leaving;
    steps.step++;
    if (frontier == 0) {
      s.error = 5;
      return;
    }
    while (frontier != 0) {
      s.removed += frontier;
      if (s.rounds > t.most_rounds) {
        s.error = 6;
        return;
      }
      if (threadIdx.x == 0) {
        steps.clear_next();
      }
      const TailRows rows = b.next;
      side ^= 1;
      rows_to += frontier;
      b.next = {shared_rows + side * PeelPolicy::kTailRows, t.far_rows + rows_to};
      b.removed = s.removed;
      b.sums = &steps.current();
      expand_tail<kStartsShared>(t, b, rows, frontier);
      __syncthreads();
      frontier = steps.current().leaving;
      steps.step++;
      s.rounds++;
      s.block_rounds++;
    }
  }
}

__device__ __forceinline__ u32 remaining_at(const Peel& g, const Progress& s, u64 i) {
  return s.list == 0 ? g.remaining[0][i] : s.list == 1 ? g.remaining[1][i] : static_cast<u32>(i);
}

}  // namespace cliquestream::degeneracy

// Numbers the remaining vertices and gives each a row as long as its residual degree.
extern "C" __global__ void cs_kernel_core_gather(cliquestream::degeneracy::Peel g) {
  using namespace cliquestream;
  using namespace cliquestream::degeneracy;
  const Progress& s = *g.state;
  if (s.mode != Mode::kTail) {
    return;
  }
  const u32 lane = lane_id();
  for (u64 base = global_thread() - lane; base < s.listed; base += global_threads()) {
    const u64 i = base + lane;
    const u32 vertex = i < s.listed ? remaining_at(g, s, i) : 0;
    const u32 degree = i < s.listed ? g.residual[vertex] : 0;
    const bool remains = i < s.listed && degree >= s.level;
    const u32 votes = __ballot_sync(kFullWarp, remains);
    const u32 inclusive = warp_inclusive_sum(remains ? degree : 0);
    u32 at = 0, start = 0;
    if (lane == 31 && votes != 0) {
      at = atomicAdd(&g.tail->vertices, __popc(votes));
      start = atomicAdd(&g.tail->edges, inclusive);
    }
    at = __shfl_sync(kFullWarp, at, 31) + __popc(votes & lanes_below_mine());
    start = __shfl_sync(kFullWarp, start, 31) + inclusive - degree;
    if (remains) {
      g.tail_names[at] = vertex;
      g.tail_number[vertex] = at;
      g.tail_rows[at] = make_uint2(start, degree);
      if (g.rows[vertex].y > PeelPolicy::kLongRow) {
        g.tail_long[atomicAdd(&g.tail->long_rows, 1u)] = at;
      }
    }
  }
}

// Their rows in the new numbers: a warp a short row, a block a long one. The order inside a row is of no importance.
extern "C" __global__ void cs_kernel_core_compact(cliquestream::degeneracy::Peel g) {
  using namespace cliquestream;
  using namespace cliquestream::degeneracy;
  if (g.state->mode != Mode::kTail) {
    return;
  }
  __shared__ u32 filled;
  const u32 level = g.state->level, vertices = g.tail->vertices, long_rows = g.tail->long_rows;
  const u32 lane = lane_id(), warp = threadIdx.x / 32, warps = blockDim.x / 32;
  // Takes the neighbours of row `at` from, from + step, ...; place(n): where n more go.
  auto filter = [&](u32 at, u32 from, u32 step, auto place) {
    const uint2 row = g.rows[g.tail_names[at]];
    const u32 start = g.tail_rows[at].x;
    for (u32 base = from; base < row.y; base += step) {
      const u32 e = base + lane;
      const u32 other = e < row.y ? __ldg(g.neighbours + row.x + e) : 0;
      const bool remains = e < row.y && __ldg(g.residual + other) >= level;
      const u32 votes = __ballot_sync(kFullWarp, remains);
      const u32 before = place(__popc(votes));
      if (remains) {
        g.tail_neighbours[start + before + __popc(votes & lanes_below_mine())] = __ldg(g.tail_number + other);
      }
    }
  };
  for (u32 at = blockIdx.x * warps + warp; at < vertices; at += gridDim.x * warps) {
    if (g.rows[g.tail_names[at]].y <= PeelPolicy::kLongRow) {
      u32 used = 0;
      filter(at, 0, 32, [&](u32 more) {
        used += more;
        return used - more;
      });
    }
  }
  for (u32 i = blockIdx.x; i < long_rows; i += gridDim.x) {
    __syncthreads();
    if (threadIdx.x == 0) {
      filled = 0;
    }
    __syncthreads();
    filter(g.tail_long[i], warp * 32, blockDim.x, [&](u32 more) {
      const u32 before = lane == 0 ? atomicAdd(&filled, more) : 0;
      return __shfl_sync(kFullWarp, before, 0);
    });
  }
}

// whole: the graph itself is the tail. starts_shared: there is room for the row starts.
extern "C" __global__ void __launch_bounds__(cliquestream::degeneracy::PeelPolicy::kTailThreads) cs_kernel_core_tail(
    cliquestream::degeneracy::Peel g, uint32_t whole, uint32_t starts_shared, cs_core_header* header) {
  using namespace cliquestream;
  using namespace cliquestream::degeneracy;
  extern __shared__ uint4 tail_memory[];  // rows of two frontiers, residual degrees, row starts
  uint2* shared_rows = reinterpret_cast<uint2*>(tail_memory);
  __shared__ TailSums rotation[3];
  __shared__ u32 idle[32];
  Progress s = {};
  if (!whole) {
    if (g.state->mode != Mode::kTail) {
      return;
    }
    s = *g.state;
  }
  Tail t = {};
  t.active = g.active;
  t.vertices = whole ? g.active : g.tail->vertices;
  t.rows = whole ? g.rows : g.tail_rows;
  t.neighbours = whole ? g.neighbours : g.tail_neighbours;
  t.result = whole ? g.result : g.tail_result;
  t.far_rows = g.items;
  t.most_rounds = g.most_rounds;
  u32* residual = reinterpret_cast<u32*>(shared_rows + 2 * PeelPolicy::kTailRows);
  const u32 words = 4 * tail_quads(t.vertices);
  u32* starts = residual + words;
  for (u32 i = threadIdx.x; i < words; i += blockDim.x) {  // no vertex past the last ever leaves
    const u32 low = 2 * i < t.vertices ? t.rows[2 * i].y : 0xFFFF;
    const u32 high = 2 * i + 1 < t.vertices ? t.rows[2 * i + 1].y : 0xFFFF;
    residual[i] = high << 16 | low;
  }
  if (starts_shared) {
    for (u32 i = threadIdx.x; i < t.vertices; i += blockDim.x) {
      const uint2 row = t.rows[i];
      starts[i] = row.x;
      if (i + 1 == t.vertices) {
        starts[i + 1] = row.x + row.y;
      }
    }
  }
  if (threadIdx.x < 32) {
    idle[threadIdx.x] = 0;
  }
  if (threadIdx.x < 3) {
    rotation[threadIdx.x] = {0, kNoId};
  }
  __syncthreads();
  if (starts_shared) {
    peel_tail<true>(t, s, residual, starts, idle, shared_rows, rotation);
  } else {
    peel_tail<false>(t, s, residual, starts, idle, shared_rows, rotation);
  }
  if (!whole) {
    __syncthreads();
    for (u32 i = threadIdx.x; i < t.vertices; i += blockDim.x) {
      g.result[g.tail_names[i]] = t.result[i];
    }
  }
  if (threadIdx.x == 0) {
    *header = {s.degeneracy, s.removed, s.error, s.rounds, s.block_rounds, s.scans};
  }
}
