// What the kernels of the maximal clique enumeration share: the device's view of a job, and found cliques.
#pragma once

#include "cliquestream_maximal.h"
#include "maxclique/work.cuh"
#include "maximalclique/policy.cuh"

namespace cliquestream::maximalclique {

using maxclique::WordSet;

// The cliques whose largest rank is `root`. In the pool at `at`: the ranks of its `count` candidates N+(root), their
// rows of `words` words, and the rows of the `excluded` neighbours of larger rank that matter. count 0: no clique.
struct Subproblem {
  u32 root;
  u32 count;
  u32 words;
  u32 excluded;
  u64 at;
};

// What a warp was doing when its launch ended.
struct Slot {
  u32 active;     // 0: nothing
  u32 subproblem;
  u32 depth;      // frames of the wide search
  u32 narrow;     // frames of the narrow search
  u32 nodes;      // since the task was last split
  u32 number;     // of the next clique listed
  u32 again;      // 1: the task begins anew
  u32 masks;      // excluded rows of the narrow search
};

struct State {
  u32 first;
  u32 end;
  u32 build_head;   // roots looked at for the narrow build
  u32 warps;        // that search in this round
  u32 queue_items;  // 0: the queue is the roots of the round, 1: subtrees handed over in an earlier launch
  u32 queue_side;   // which item buffer is read
  u32 queue_size;
  u32 queue_head;
  u32 split_size;   // places claimed of the other item buffer
  u32 taken_items;  // of these, taken
  u32 buffer_use;   // number of the buffer's use
  u32 busy;         // see queue.cuh
  u32 paused;
  u32 list_full;
  u32 listed;       // words claimed
  u32 list_end;     // first word that no record could take
  u64 most_words;   // of a warp's area, for the subproblems of this round
  u64 warp_words;
  u64 round_found;
  u64 kept_found;
};

struct View {
  const u64* rows;
  const u32* adjacency;
  const u32* rank_to_id;
  u32 active;
  const u32* roots;
  const u64* later_begin;
  const u32* later;
  const u64* needs;
  State* state;
  cs_maximal_header* header;
  u64* histogram;
  Subproblem* subproblems;
  u32 subproblem_capacity;
  u32* pool;
  u64 pool_words;
  u32* items[2];
  u32* published;
  u32 item_capacity;
  u32 item_words;
  u32* areas;
  u64 area_words;
  Slot* slots;
  u32 slot_count;
  u32* list;
  u32 list_words;
  u32 minimum_size;
  u32 split_nodes;
  u64 slice_nanoseconds;
  const u32* stop;
};

// Words of a frame of the wide search: candidates, branches, common neighbours, how many excluded rows, the branch.
__host__ __device__ constexpr u32 frame_words(u32 words) { return 3 * words + 2; }
// Frames of the wide search: each has more than kNarrow candidates, and fewer than the one below.
__host__ __device__ constexpr u32 most_frames(u32 count) {
  return count > MaximalPolicy::kNarrow ? count - MaximalPolicy::kNarrow + 1 : 0;
}
// Words in which a paused warp keeps its registers: chosen vertices, the narrow search, its masks and nodes.
constexpr u32 kLaneWords = 8;
__host__ __device__ constexpr u32 saved_words(u32 set_words) {
  return set_words + 32 * kLaneWords + MaximalPolicy::kSharedMasks + 4 * MaximalPolicy::kNodeFrames;
}
__host__ __device__ constexpr u64 area_of(u32 set_words, u32 count, u32 excluded) {
  return saved_words(set_words) + 2ull * excluded + count +
      static_cast<u64>(most_frames(count)) * frame_words(words_of(count));
}

__device__ __forceinline__ bool stopped(const View& v) { return is_up(v.stop); }

}  // namespace cliquestream::maximalclique
