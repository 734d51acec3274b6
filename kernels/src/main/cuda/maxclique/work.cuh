// What the kernels of the maximum clique search share: the device's view of a job, its bound, and found cliques.
#pragma once

#include "cliquestream_maximum.h"
#include "common/clock.cuh"
#include "maxclique/policy.cuh"
#include "maxclique/word_set.cuh"

namespace cliquestream::maxclique {

// A subproblem that is left of a root: `count` vertices, those to branch on last and by colour, in the pool at `at`:
// their ranks, their colours, and the rows of their bit matrix, `words` words each.
struct Survivor {
  u32 root;
  u32 count;
  u32 words;
  u32 unused;
  u64 at;
};

// What a warp of the search was doing when its launch ended.
struct Slot {
  u32 depth;     // frames on its stack
  u32 survivor;
  u32 nodes;     // of the task so far
  u32 waiting;   // 1: frame `depth` holds a clique that did not fit the list
};

struct State {
  u32 end[CS_MAXIMUM_CLASSES];         // past the last root of each class
  u32 taken[CS_MAXIMUM_CLASSES];       // roots taken in this round, deferred ones first
  u32 greedy_taken[CS_MAXIMUM_CLASSES];
  u32 deferred_count[2][CS_MAXIMUM_CLASSES];
  u32 deferred_side;                   // which half of the deferred roots is read in this round
  u32 pool_full;
  u32 survivors;
  u32 tasks;
  u32 task_limit;                      // tasks at or past it were not written
  u32 most_colors;                     // of the subproblems of this round
  u32 most_words;                      // of a row of theirs
  u32 search_warps;                    // that search in this round
  u64 stack_words;                     // of each of them
  u64 pool_used;
  u32 queue_items;                     // 0: the queue is the tasks, 1: split subtrees
  u32 queue_side;                      // which item buffer is read
  u32 queue_size;
  u32 queue_head;
  u32 split_size;
  u32 paused;
  u64 best;                            // the largest clique found: its size, and below 32 bits the slot of its witness
};

struct View {
  const u64* rows;
  const u32* adjacency;
  const u32* rank_to_id;
  u32 active;
  u32 max_out_degree;
  const u32* roots;
  u32* begin;
  u32* deferred;
  u32 root_blocks;
  State* state;
  cs_maximum_header* header;
  u32* root_witness;
  u32* search_witness;
  u32 root_slots;                      // of witnesses; those of the search follow
  u32 witness_words;
  u32 hubs;                            // vertices of smallest rank
  const u32* hub_bits;                 // edges among them
  u32* outside;                        // of shared memory: what a block of the reduction has no room for
  u64 outside_words;                   // of each block
  u32* pool;
  u64 pool_words;
  Survivor* survivors;
  u64* tasks;
  u32 task_capacity;
  u32* items[2];
  u32 item_capacity;
  u32 item_words;
  u32* stacks;
  u64 stack_capacity;                  // words of all stacks together
  u32 search_warps;                    // of a launch
  Slot* slots;
  u32* list;
  u32 list_capacity;
  u32 enumerate;
  u32 split_nodes;
  u64 slice_nanoseconds;
  const u32* stop;
};

// Words of the stack of a warp. A frame has a clique of one vertex more than the one below, and a candidate besides; so
// subproblems of so many colours need no more frames than that.
__host__ __device__ constexpr u64 stack_words(u32 colors, u32 words) { return (u64{colors} + 3) * (3 * words + 1); }

__device__ __forceinline__ bool stopped(const View& v) { return is_up(v.stop); }

// The bound as one lane sees it now, given to all.
__device__ __forceinline__ u32 warp_bound(const View& v) {
  u32 bound = 0;
  if (lane_id() == 0) {
    bound = read_volatile(&v.header->bound);
  }
  return __shfl_sync(kFullWarp, bound, 0);
}

// Writes the ids of root and of the members of `set` to out, size words in all.
template <int N>
__device__ __forceinline__ void write_ids(
    const View& v, const WordSet<N>& set, const u32* ranks, u32 root, u32* out) {
  u32 mine = 0;
#pragma unroll
  for (int q = 0; q < N; q++) {
    mine += __popc(set.word[q]);
  }
  u32 at = warp_inclusive_sum(mine) - mine + 1;
#pragma unroll
  for (int q = 0; q < N; q++) {
    for (u32 bits = set.word[q]; bits != 0; bits &= bits - 1) {
      out[at++] = v.rank_to_id[ranks[(q * 32 + lane_id()) * 32 + __ffs(bits) - 1]];
    }
  }
  if (lane_id() == 0) {
    out[0] = v.rank_to_id[root];
  }
}

// Where a warp keeps the last clique it recorded: its ids.
__device__ __forceinline__ u32* witness_of(const View& v, u32 slot) {
  return slot < v.root_slots ? v.root_witness + static_cast<u64>(slot) * v.witness_words
                             : v.search_witness + static_cast<u64>(slot - v.root_slots) * v.witness_words;
}

// Raises the bound to `size` and keeps the clique as the witness of this warp's slot if that was news. Returns the bound.
template <int N>
__device__ __forceinline__ u32 record_clique(
    const View& v, u32 slot, u32 size, const WordSet<N>& set, const u32* ranks, u32 root) {
  u32 before = 0;
  if (lane_id() == 0) {
    before = atomicMax(&v.header->bound, size);
  }
  before = __shfl_sync(kFullWarp, before, 0);
  if (size > before) {
    write_ids(v, set, ranks, root, witness_of(v, slot));
    if (lane_id() == 0) {
      atomicMax(reinterpret_cast<atomic64*>(&v.state->best), static_cast<atomic64>(size) << 32 | slot);
    }
  }
  return max(before, size);
}

// Counts a clique of an enumeration and lists it; false when the list has no room for it.
template <int N>
__device__ __forceinline__ bool list_clique(
    const View& v, u32 size, const WordSet<N>& set, const u32* ranks, u32 root) {
  if (v.list_capacity != 0) {
    u32 at = 0;
    if (lane_id() == 0) {
      at = atomicAdd(&v.header->listed, 1u);
    }
    at = __shfl_sync(kFullWarp, at, 0);
    if (at >= v.list_capacity) {
      return false;
    }
    write_ids(v, set, ranks, root, v.list + static_cast<u64>(at) * size);
  }
  if (lane_id() == 0) {
    add_to(&v.header->found, 1);
  }
  return true;
}

}  // namespace cliquestream::maxclique
