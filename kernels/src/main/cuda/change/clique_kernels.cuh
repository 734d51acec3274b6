// k-cliques that appear and vanish: those of a changed edge are the (k - 2)-cliques among its common neighbours, as the
// edge sees them, so each is found at its changed edge with the smallest key.
//
// Common neighbours are collected as triangles are found. Their pairs lie flat, whichever edge they belong to, and every
// warp takes as many, so that a wide neighbourhood is shared by the whole device. Where a warp has many of one edge it
// goes through them by rows: those of one upper vertex side by side, which share its bit row and its place in the matrix;
// what is left has one lane a pair. For k = 4 adjacent pairs are the count; for more they become bits of a lower
// triangular matrix an edge. From there a lane counts a pair's part of k = 5 as bits common to two rows, and one warp a
// pair goes deeper for larger k.
#pragma once

#include "change/common_neighbours.cuh"
#include "change/policy.cuh"
#include "change/tile_sums.cuh"
#include "change/walk.cuh"

namespace cliquestream::change {

struct CliqueControl {
  u64 error;
  u64 pairs;
  u64 words;
  u64 appeared;
  u64 vanished;
  u32 tickets[2];
  u32 finished;
  u32 reserved;
};

struct CliqueJob {
  Graph g;
  CliqueControl* control;
  u64* look_back[2];
  u32* found;       // [entries] common neighbours of a changed edge
  u64* pair_first;  // [entries + 1]
  u64* word_first;  // [entries + 1]
  u32* list;        // an edge's begin at its probe_first
  u64 list_ids;
  u32* matrix;
  u64 matrix_words;
  u32* stacks;
  u32 k;
  cs_change_clique_header* header;
};

// Sizes of what an edge with so many common neighbours takes.
__device__ __forceinline__ u64 pairs_of(const CliqueJob& job, u32 found) {
  return found + 2 < job.k ? 0 : static_cast<u64>(found) * (found - 1) / 2;
}
__device__ __forceinline__ u64 words_for(const CliqueJob& job, u32 found) {
  return found + 2 < job.k ? 0 : static_cast<u64>(found) * words_of(found);
}

// The common neighbours.
__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_collect(CliqueJob job) {
  const Graph& g = job.g;
  const u64 probes = g.control->probes;
  if (g.control->error != 0 || probes > job.list_ids) {
    if (global_thread() == 0 && g.control->error == 0) {
      job.control->error = CS_CHANGE_ERROR_WIDE;
    }
    return;
  }
  const Part part = part_of_warp(probes);
  walk(g.probe_first, g.entries, part.begin, part.end, [&](bool mine, u32 entry, u64 at) {
    bool found = false;
    u32 id = 0;
    if (mine) {
      const ChangedEdge edge = g.edges[entry];
      const u32 tagged_id = g.ids(edge.few_row)[at];
      id = tagged_id & kIdMask;
      found = closing<1>(g, edge, {edge_key(edge.few, edge.many), edge.deletion}, {tagged_id}, 1) != 0;
    }
    // One atomic for the lanes of an edge.
    const u32 hits = __ballot_sync(kFullWarp, found);
    if (hits == 0) {
      return;
    }
    const u32 peers = __match_any_sync(kFullWarp, entry) & hits;
    if (found) {
      const int leader = __ffs(peers) - 1;
      u32 place = 0;
      if (static_cast<int>(lane_id()) == leader) {
        place = atomicAdd(job.found + entry, static_cast<u32>(__popc(peers)));
      }
      place = __shfl_sync(peers, place, leader) + __popc(peers & lanes_below_mine());
      job.list[g.probe_first[entry] + place] = id;
    }
  });
}

// Exclusive sums of pairs or of words of the matrix.
template <bool kWords>
__global__ void __launch_bounds__(ChangePolicy::kTileThreads) cs_kernel_change_clique_sizes(CliqueJob job) {
  constexpr int kItems = ChangePolicy::kTileItems;
  const u32 entries = job.g.entries;
  const u32 tile = take_tile(&job.control->tickets[kWords ? 1 : 0]);
  const u32 first = (tile * ChangePolicy::kTileThreads + threadIdx.x) * kItems;
  u64 size[kItems], own = 0;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 found = first + k < entries && job.control->error == 0 ? job.found[first + k] : 0;
    size[k] = kWords ? words_for(job, found) : pairs_of(job, found);
    own += size[k];
  }
  u64 before = sum_before_thread(job.look_back[kWords ? 1 : 0], tile, own);
  u64* sums = kWords ? job.word_first : job.pair_first;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    const u32 i = first + k;
    if (i < entries) {
      sums[i] = before;
      before += size[k];
      if (i + 1 == entries) {
        sums[entries] = before;
        (kWords ? job.control->words : job.control->pairs) = before;
      }
    }
  }
}

__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_clique_clear(CliqueJob job) {
  const u64 words = job.control->words;
  if (words > job.matrix_words) {
    if (global_thread() == 0) {
      job.control->error = CS_CHANGE_ERROR_WIDE;
    }
    return;
  }
  for (u64 i = global_thread(); i < words; i += global_threads()) {
    job.matrix[i] = 0;
  }
}

// The pair number p of (0, 1), (0, 2), (1, 2), (0, 3) ...: lower < upper.
__device__ __forceinline__ void pair_of(u64 p, u32& lower, u32& upper) {
  u64 j = static_cast<u64>((1.0 + sqrt(8.0 * static_cast<double>(p) + 1.0)) / 2);
  while (j * (j - 1) / 2 > p) {
    j--;
  }
  while ((j + 1) * j / 2 <= p) {
    j++;
  }
  upper = static_cast<u32>(j);
  lower = static_cast<u32>(p - j * (j - 1) / 2);
}

// Adds what a block found and, by the last block, tells it.
__device__ __forceinline__ void finish_cliques(const CliqueJob& job, u64 appeared, u64 vanished) {
  u64* const targets[2] = {&job.control->appeared, &job.control->vanished};
  const u64 values[2] = {appeared, vanished};
  block_add(targets, values);
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&job.control->finished, 1u) == gridDim.x - 1) {
      __threadfence();
      const volatile CliqueControl* c = job.control;
      cs_change_clique_header h = {};
      h.error = c->error | job.g.control->error;
      h.list_ids = job.g.control->probes;
      h.matrix_words = c->words;
      h.appeared = c->appeared;
      h.vanished = c->vanished;
      *job.header = h;
    }
  }
}

// By a whole warp: the pairs [first, last) of an edge by rows. row(upper, from, to) gets those with lower in [from, to).
template <class Row>
__device__ __forceinline__ void by_rows(u64 first, u64 last, Row row) {
  u32 lower, upper;
  pair_of(first, lower, upper);
  for (u64 left = last - first; left > 0; upper++) {
    const u32 count = static_cast<u32>(min(left, static_cast<u64>(upper - lower)));
    row(upper, lower, lower + count);
    left -= count;
    lower = 0;
  }
}

// What a row of pairs shares, of up to 32 upper vertices at a time, one a lane.
struct UpperRows {
  u32 begin = 0, end = 0;
  u32 vertex, hub, changed;

  __device__ __forceinline__ void have(const Graph& g, const u32* list, u32 found, u32 upper) {
    if (upper >= begin && upper < end) {
      return;
    }
    begin = upper;
    end = min(upper + 32, found);
    const u32 own = upper + lane_id();
    vertex = own < end ? list[own] : 0;
    hub = own < end ? g.hub_of[vertex] : kNoId;
    changed = own < end ? g.changed[vertex] : kNoId;
  }
  __device__ __forceinline__ u32 of(u32 values, u32 upper) const { return __shfl_sync(kFullWarp, values, upper - begin); }
};

// Whether a hub's vertex and another are adjacent for the view; `first` is where the hub's run begins, or kNoId.
__device__ __forceinline__ bool adjacent_to_hub(const Graph& g, const View& view, u32 a, u32 hub, u32 first, u32 b) {
  return Graph::bit(g.bits_of(hub), b) &&
      (first == kNoId || g.changed[b] == kNoId || !Graph::bit(g.tags_of(hub), b) ||
       sees_changed(g, view, first, g.records[first].last, a, b));
}

// Tests all pairs; for k = 4 counts the adjacent ones, else marks them.
template <bool kCount>
__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_pairs_of(CliqueJob job) {
  const Graph& g = job.g;
  u64 appeared = 0, vanished = 0;
  if (job.control->error == 0) {
    const Part part = part_of_warp(job.control->pairs);
    const auto several = [&](u32 entry, u64 begin, u64 end) {
      const ChangedEdge edge = g.edges[entry];
      const View view = {edge_key(edge.few, edge.many), edge.deletion};
      const u32* list = job.list + g.probe_first[entry];
      const u32 found = job.found[entry];
      u32* const matrix = kCount ? nullptr : job.matrix + job.word_first[entry];
      UpperRows rows;
      u32 adjacent_pairs = 0;
      by_rows(begin, end, [&](u32 upper, u32 from, u32 to) {
        rows.have(g, list, found, upper);
        const u32 a = rows.of(rows.vertex, upper), hub = rows.of(rows.hub, upper), first = rows.of(rows.changed, upper);
        for (u32 word = from / 32; word * 32 < to; word++) {
          const u32 lower = word * 32 + lane_id();
          bool hit = lower >= from && lower < to;
          if (hit) {
            const u32 b = list[lower];
            hit = hub != kNoId ? adjacent_to_hub(g, view, a, hub, first, b) : adjacent(g, view, a, b);
          }
          if constexpr (kCount) {
            adjacent_pairs += hit;
          } else {
            const u32 bits = __ballot_sync(kFullWarp, hit);
            if (bits != 0 && lane_id() == 0) {
              atomicOr(matrix + static_cast<u64>(upper) * words_of(found) + word, bits);
            }
          }
        }
      });
      (edge.deletion != 0 ? vanished : appeared) += adjacent_pairs;
    };
    walk(job.pair_first, g.entries, part.begin, part.end, several, [&](bool mine, u32 entry, u64 p) {
      if (!mine) {
        return;
      }
      u32 lower, upper;
      pair_of(p, lower, upper);
      const ChangedEdge edge = g.edges[entry];
      const u32* list = job.list + g.probe_first[entry];
      if (adjacent(g, {edge_key(edge.few, edge.many), edge.deletion}, list[lower], list[upper])) {
        if constexpr (kCount) {
          if (edge.deletion != 0) {
            vanished++;
          } else {
            appeared++;
          }
        } else {
          const u32 words = words_of(job.found[entry]);
          atomicOr(job.matrix + job.word_first[entry] + static_cast<u64>(upper) * words + lower / 32, 1u << (lower & 31));
        }
      }
    });
  }
  if constexpr (kCount) {
    finish_cliques(job, appeared, vanished);
  }
}

__device__ __forceinline__ bool has_pair(const u32* matrix, u32 words, u32 lower, u32 upper) {
  return (matrix[static_cast<u64>(upper) * words + lower / 32] >> (lower & 31) & 1) != 0;
}

// k = 5: triangles among the common neighbours, at their two upper ones.
__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_triples(CliqueJob job) {
  const Graph& g = job.g;
  u64 appeared = 0, vanished = 0;
  if (job.control->error == 0) {
    const Part part = part_of_warp(job.control->pairs);
    const auto several = [&](u32 entry, u64 begin, u64 end) {
      const u32 words = words_of(job.found[entry]);
      const u32* matrix = job.matrix + job.word_first[entry];
      u64 sum = 0;
      by_rows(begin, end, [&](u32 upper, u32 from, u32 to) {
        const u32* row = matrix + static_cast<u64>(upper) * words;
        for (u32 word = from / 32; word * 32 < to; word++) {
          const u32 lower = word * 32 + lane_id();
          if ((row[word] >> lane_id() & 1) == 0 || lower < from || lower >= to) {
            continue;
          }
          const u32* other = matrix + static_cast<u64>(lower) * words;
          for (u32 w = 0; w <= word; w++) {
            sum += __popc(other[w] & row[w]);
          }
        }
      });
      (job.g.edges[entry].deletion != 0 ? vanished : appeared) += sum;
    };
    walk(job.pair_first, g.entries, part.begin, part.end, several, [&](bool mine, u32 entry, u64 p) {
      if (!mine) {
        return;
      }
      u32 lower, upper;
      pair_of(p, lower, upper);
      const u32 words = words_of(job.found[entry]);
      const u32* matrix = job.matrix + job.word_first[entry];
      if (!has_pair(matrix, words, lower, upper)) {
        return;
      }
      u64 sum = 0;
      for (u32 w = 0; w <= lower / 32; w++) {
        sum += __popc(matrix[static_cast<u64>(lower) * words + w] & matrix[static_cast<u64>(upper) * words + w]);
      }
      if (g.edges[entry].deletion != 0) {
        vanished += sum;
      } else {
        appeared += sum;
      }
    });
  }
  finish_cliques(job, appeared, vanished);
}

// Cliques of `more` vertices, 2 at least, in the set on level 0 of a warp's stack: all lanes together. Each lane's share.
__device__ __forceinline__ u64 cliques_within(const u32* matrix, u32 words, u32* stack, u32 more) {
  const u32 lane = lane_id();
  u64 sum = 0;
  u32 level = 0;
  u32 cursor[ChangePolicy::kMostSize];
  cursor[0] = 0;
  for (;;) {
    u32* set = stack + level * ChangePolicy::kMostWords;
    if (more - level == 2) {  // a lane takes a vertex, the rest are bits below it
      for (u32 w = 0; w < words; w++) {
        const u32 bits = set[w];
        if (bits >> lane & 1) {
          const u32* row = matrix + static_cast<u64>(w * 32 + lane) * words;
          for (u32 x = 0; x <= w; x++) {
            sum += __popc(set[x] & row[x]);
          }
        }
      }
      if (level == 0) {
        return sum;
      }
      level--;
      continue;
    }
    // The next vertex of this level.
    u32 at = cursor[level];
    u32 bits = 0;
    while (at / 32 < words) {
      bits = set[at / 32] >> (at & 31);
      if (bits != 0) {
        break;
      }
      at = (at / 32 + 1) * 32;
    }
    if (bits == 0) {
      if (level == 0) {
        return sum;
      }
      level--;
      continue;
    }
    at += __ffs(bits) - 1;
    cursor[level] = at + 1;
    u32* next = set + ChangePolicy::kMostWords;
    const u32* row = matrix + static_cast<u64>(at) * words;
    __syncwarp();
    for (u32 w = lane; w < words; w += 32) {
      next[w] = set[w] & row[w];
    }
    __syncwarp();
    level++;
    cursor[level] = 0;
  }
}

// k > 5: a warp takes an adjacent pair and what is adjacent to both.
__global__ void __launch_bounds__(ChangePolicy::kThreads) cs_kernel_change_deep(CliqueJob job) {
  const Graph& g = job.g;
  u64 appeared = 0, vanished = 0;
  if (job.control->error == 0) {
    u32* stack = job.stacks + global_thread() / 32 * (job.k - 5) * ChangePolicy::kMostWords;
    const Part part = part_of_warp(job.control->pairs);
    walk(job.pair_first, g.entries, part.begin, part.end, [&](bool mine, u32 entry, u64 p) {
      u32 lower = 0, upper = 0;
      if (mine) {
        pair_of(p, lower, upper);
        mine = has_pair(job.matrix + job.word_first[entry], words_of(job.found[entry]), lower, upper);
      }
      for (u32 left = __ballot_sync(kFullWarp, mine); left != 0; left &= left - 1) {
        const int owner = __ffs(left) - 1;
        const u32 of = __shfl_sync(kFullWarp, entry, owner);
        const u32 low = __shfl_sync(kFullWarp, lower, owner), high = __shfl_sync(kFullWarp, upper, owner);
        const u32 words = words_of(job.found[of]);
        if (words > ChangePolicy::kMostWords) {
          job.control->error = CS_CHANGE_ERROR_WIDE;
          continue;
        }
        const u32* matrix = job.matrix + job.word_first[of];
        __syncwarp();
        for (u32 w = lane_id(); w < words; w += 32) {
          stack[w] = matrix[static_cast<u64>(low) * words + w] & matrix[static_cast<u64>(high) * words + w];
        }
        __syncwarp();
        const u64 sum = cliques_within(matrix, words, stack, job.k - 4);
        if (g.edges[of].deletion != 0) {
          vanished += sum;
        } else {
          appeared += sum;
        }
      }
    });
  }
  finish_cliques(job, appeared, vanished);
}

}  // namespace cliquestream::change
