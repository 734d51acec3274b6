// Matches of a pattern that appear and vanish: from each changed edge, laid on an edge of the pattern, warps go on depth
// first, lanes taking candidates of one vertex. Edges that the changed edge does not see are not there (graph.cuh), so each
// match is found from its changed edge with the smallest key alone.
//
// Candidates of the third vertex of all changed edges lie in one flat array, which warps take in small groups: beneath one
// candidate there may be much.
#pragma once

#include "change/graph.cuh"
#include "change/policy.cuh"
#include "change/tile_sums.cuh"
#include "change/walk.cuh"
#include "common/multiprocessor.cuh"

namespace cliquestream::change {

struct PatternControl {
  u64 appeared;  // embeddings, weighed
  u64 vanished;
  u64 candidates;
  u64 taken;
  u32 tickets;
  u32 finished;
};

struct PatternJob {
  Graph g;
  PatternControl* control;
  u64* look_back;
  u64* candidate_first;  // [entries + 1]
  u32 vertices;
  u32 automorphisms;
  cs_change_seed seed;
};

// Where the third vertex comes from: a row of an end, whose tags are of the view.
__device__ __forceinline__ u32 source_of(const ChangedEdge& edge, u32 source) {
  return source == 0 ? edge.few : source == 1 ? min(edge.few, edge.many) : max(edge.few, edge.many);
}
__device__ __forceinline__ u64 source_row(const ChangedEdge& edge, u32 source) {
  return source_of(edge, source) == edge.few ? edge.few_row : edge.many_row;
}

__global__ void __launch_bounds__(ChangePolicy::kTileThreads) cs_kernel_change_candidates(PatternJob job) {
  constexpr int kItems = ChangePolicy::kTileItems;
  const Graph& g = job.g;
  const u32 tile = take_tile(&job.control->tickets);
  const u32 first = (tile * ChangePolicy::kTileThreads + threadIdx.x) * kItems;
  u32 size[kItems];
  u64 own = 0;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    // Entries with probes are those that hold a changed edge.
    const bool edge = i < g.entries && g.control->error == 0 && g.probe_first[i + 1] != g.probe_first[i];
    size[k] = edge ? row_degree(source_row(g.edges[i], job.seed.source)) : 0;
    own += size[k];
  }
  u64 before = sum_before_thread(job.look_back, tile, own);
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    if (i < g.entries) {
      job.candidate_first[i] = before;
      before += size[k];
      if (i + 1 == g.entries) {
        job.candidate_first[g.entries] = before;
        job.control->candidates = before;
      }
    }
  }
}

struct Match {
  u32 vertex[CS_CHANGE_MOST_PATTERN];
};

// Whether an id, which comes from the row of vertex `from`, can be the vertex of this level.
template <u32 kLevel>
__device__ __forceinline__ bool fits(
    const PatternJob& job, const View& view, const Match& match, u32 from, u32 tagged_id) {
  const u32 id = tagged_id & kIdMask;
#pragma unroll
  for (u32 l = 0; l < kLevel; l++) {
    if (match.vertex[l] == id) {
      return false;
    }
  }
#pragma unroll
  for (u32 l = 0; l < kLevel; l++) {
    if (l == from) {
      if (!sees(view, match.vertex[l], tagged_id)) {
        return false;
      }
    } else if ((job.seed.back[kLevel] >> l & 1) != 0 && !adjacent(job.g, view, match.vertex[l], id)) {
      return false;
    }
  }
  return true;
}

// Embeddings that go on from a match of kLevel vertices: all lanes together, each lane's share.
template <u32 kLevel>
__device__ __forceinline__ u64 go_on(const PatternJob& job, const View& view, Match& match) {
  if constexpr (kLevel >= CS_CHANGE_MOST_PATTERN) {
    return 0;
  } else {
    const u64* rows = job.g.rows[view.deletion != 0 ? 0 : 1];
    u64 row = ~u64{0};
    u32 from = 0;
#pragma unroll
    for (u32 l = 0; l < kLevel; l++) {
      if ((job.seed.back[kLevel] >> l & 1) != 0) {
        const u64 other = rows[match.vertex[l]];
        if (row == ~u64{0} || row_degree(other) < row_degree(row)) {
          row = other;
          from = l;
        }
      }
    }
    const u32* ids = job.g.ids(row);
    const u32 degree = row_degree(row);
    u64 sum = 0;
    for (u32 at = 0; at < degree; at += 32) {
      const u32 mine = at + lane_id();
      const u32 tagged_id = mine < degree ? ids[mine] : 0;
      const bool good = mine < degree && fits<kLevel>(job, view, match, from, tagged_id);
      if (kLevel + 1 == job.vertices) {
        sum += good;
        continue;
      }
      for (u32 left = __ballot_sync(kFullWarp, good); left != 0; left &= left - 1) {
        match.vertex[kLevel] = __shfl_sync(kFullWarp, tagged_id & kIdMask, __ffs(left) - 1);
        sum += go_on<kLevel + 1>(job, view, match);
      }
    }
    return sum;
  }
}

__global__ void __launch_bounds__(ChangePolicy::kThreads, resident_blocks(ChangePolicy::kPatternBlocksPerSm, ChangePolicy::kThreads))
    cs_kernel_change_matches(PatternJob job) {
  const Graph& g = job.g;
  const u64 candidates = job.control->candidates;
  const u64 group = job.vertices <= 4 ? 32 : ChangePolicy::kDeepGroup;
  u64 appeared = 0, vanished = 0;
  for (;;) {
    u64 begin = 0;
    if (lane_id() == 0) {
      begin = atomicAdd(reinterpret_cast<atomic64*>(&job.control->taken), static_cast<atomic64>(group));
    }
    begin = __shfl_sync(kFullWarp, begin, 0);
    if (begin >= candidates) {
      break;
    }
    const u64 end = begin + group < candidates ? begin + group : candidates;
    walk(job.candidate_first, g.entries, begin, end, [&](bool mine, u32 entry, u64 at) {
      const ChangedEdge edge = g.edges[entry];
      const View view = {edge_key(edge.few, edge.many), edge.deletion};
      Match match;
      match.vertex[0] = min(edge.few, edge.many);
      match.vertex[1] = max(edge.few, edge.many);
      const u32 tagged_id = g.ids(source_row(edge, job.seed.source))[at];
      const u32 from = source_of(edge, job.seed.source) == match.vertex[0] ? 0 : 1;
      const bool good = mine && fits<2>(job, view, match, from, tagged_id);
      u64 sum = good;
      if (job.vertices > 3) {
        sum = 0;
        for (u32 left = __ballot_sync(kFullWarp, good); left != 0; left &= left - 1) {
          const int owner = __ffs(left) - 1;
          Match next;
          next.vertex[0] = __shfl_sync(kFullWarp, match.vertex[0], owner);
          next.vertex[1] = __shfl_sync(kFullWarp, match.vertex[1], owner);
          next.vertex[2] = __shfl_sync(kFullWarp, tagged_id & kIdMask, owner);
          const View of = {__shfl_sync(kFullWarp, view.key, owner), __shfl_sync(kFullWarp, view.deletion, owner)};
          const u64 found = go_on<3>(job, of, next);
          if (of.deletion != 0) {
            vanished += found;
          } else {
            appeared += found;
          }
        }
      } else if (edge.deletion != 0) {
        vanished += sum;
      } else {
        appeared += sum;
      }
    });
  }
  u64* const targets[2] = {&job.control->appeared, &job.control->vanished};
  const u64 values[2] = {appeared * job.seed.weight, vanished * job.seed.weight};
  block_add(targets, values);
}

// Makes ready for the next seed.
__global__ void cs_kernel_change_next_seed(PatternJob job, u32 states) {
  for (u32 i = threadIdx.x; i < states; i += blockDim.x) {
    job.look_back[i] = 0;
  }
  if (threadIdx.x == 0) {
    job.control->taken = 0;
    job.control->tickets = 0;
  }
}

__global__ void cs_kernel_change_pattern_header(PatternJob job, cs_change_pattern_header* header) {
  cs_change_pattern_header h = {};
  h.error = job.g.control->error;
  h.appeared = job.control->appeared / job.automorphisms;
  h.vanished = job.control->vanished / job.automorphisms;
  *header = h;
}

}  // namespace cliquestream::change
