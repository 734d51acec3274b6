// A block's task and the subgraph it works on, in memory that belongs to the block.
#pragma once

#include "cliques/leaves.cuh"
#include "cliques/paper/policy.cuh"
#include "cliques/paper/sets.cuh"

namespace cliquestream::cliques::paper {

struct PaperJob {
  const u64* rows;
  const u32* adjacency;
  const u32* sources;  // rank whose row holds a position of adjacency: tasks are edges; null: tasks are vertices
  u64 tasks;
  u64* taken;
  u32 slice_index;
  u32 slice_count;
  u32 spared;   // one in so many multiprocessors is left to others; 0: none is
  u64* leaving; // blocks that found themselves on one of those
  const u32* stop;
  u64* done;
  u32 least;
  u32 most;
  u32 group;
  u32 widest;
  u32 levels;
  u32* memory;
  u64 block_words;
  Histogram histogram;
  u64* total;
  u64* counters;
};

// Words of a block's memory, in its parts.
struct PaperLayout {
  u32 set_words;
  u64 ids, lengths, rows, stacks, stack_words, words;
};
__host__ __device__ inline PaperLayout paper_layout(u32 widest, u32 levels, u32 groups, bool pivot, bool binary) {
  PaperLayout l = {};
  l.set_words = binary ? words_of(widest) : widest;
  l.ids = 0;
  l.lengths = widest;
  l.rows = l.lengths + (binary ? 0 : widest);
  l.stacks = l.rows + static_cast<u64>(widest) * l.set_words;
  // Orientation: a set, its size and a cursor a level, for every group; pivoting: candidates, branches and five numbers.
  l.stack_words = pivot ? static_cast<u64>(levels) * (2ull * l.set_words + 5) : static_cast<u64>(levels) * (l.set_words + 2ull);
  l.words = l.stacks + l.stack_words * (pivot ? 1 : groups);
  l.words = (l.words + 31) & ~31ull;
  return l;
}

__device__ __forceinline__ const u32* list_of(const PaperJob& job, u32 vertex, u32& length) {
  const u64 row = __ldg(job.rows + vertex);
  length = row_length(row);
  return job.adjacency + row_quad(row) * 4;
}

// The task's subgraph. For a whole block; ends with a barrier.
template <bool kPivot, bool kBinary>
__device__ __forceinline__ void build(const PaperJob& job, u32 u, u32 v, Subgraph& s, u32* shared_size) {
  const Group warp = Group::of(32);
  u32 length;
  const u32* list = list_of(job, u, length);
  if (v == kNoId) {
    for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
      s.ids[i] = __ldg(list + i);
    }
    s.vertices = length;
  } else {
    if (threadIdx.x < 32) {
      u32 others;
      const u32* other = list_of(job, v, others);
      const u32 both = Sets<false>::keep(warp, other, others, s.ids, [&](u32 x) { return row_contains(list, length, x); });
      if (threadIdx.x == 0) {
        *shared_size = both;
      }
    }
    __syncthreads();
    s.vertices = *shared_size;
  }
  s.row_words = Sets<kBinary>::words(s.vertices);
  if (kBinary && kPivot) {
    for (u64 i = threadIdx.x; i < static_cast<u64>(s.vertices) * s.row_words; i += blockDim.x) {
      s.rows[i] = 0;
    }
  }
  __syncthreads();
  for (u32 i = threadIdx.x / 32; i < s.vertices; i += blockDim.x / 32) {
    u32 own_length;
    const u32* own = list_of(job, s.ids[i], own_length);
    u32 kept = 0;
    const u32 end = kPivot && !kBinary ? s.vertices : i;
    for (u32 base = 0; base < (kBinary && !kPivot ? s.row_words * 32 : end); base += 32) {
      const u32 j = base + warp.rank;
      bool yes = false;
      if (j < i) {
        yes = row_contains(own, own_length, s.ids[j]);
      } else if (j > i && j < end) {
        u32 other_length;
        const u32* other = list_of(job, s.ids[j], other_length);
        yes = row_contains(other, other_length, s.ids[i]);
      }
      const u32 ballot = warp.ballot(yes);
      if constexpr (!kBinary) {
        if (yes) {
          s.row(i)[kept + warp.below_me(ballot)] = j;
        }
        kept += __popc(ballot);
      } else if constexpr (!kPivot) {
        if (warp.rank == 0) {
          s.row(i)[base >> 5] = ballot;
        }
      } else {
        if (warp.rank == 0 && ballot != 0) {
          atomicOr(s.row(i) + (base >> 5), ballot);
        }
        if (yes) {
          atomicOr(s.row(j) + (i >> 5), 1u << (i & 31));
        }
      }
    }
    if (!kBinary && warp.rank == 0) {
      s.lengths[i] = kept;
    }
  }
  __syncthreads();
}

}  // namespace cliquestream::cliques::paper
