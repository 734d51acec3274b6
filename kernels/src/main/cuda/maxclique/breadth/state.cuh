// What the kernels of the breadth-first search share: the device's view of a job, and what a team keeps of its window
// between two launches.
//
// A clique list has a level for every size k: entries (vertex, parent), those of one parent side by side, a sub-list. An
// entry of level k stands for the clique of its vertex and those of its ancestors; on level 2 the parent is the source
// itself. The entries after it in its sub-list are all that can still extend it in this order. Level 1 is no list but
// the sources of a claim.
#pragma once

#include "common/search.cuh"
#include "cliquestream_maximum.h"
#include "common/clock.cuh"
#include "maxclique/breadth/policy.cuh"

namespace cliquestream::breadth {

// A level of the clique list. Levels lie one after the other in their team's entries.
struct Level {
  u64 begin;
  u32 size;     // entries; on level 1 the end of the claim
  u32 next;     // first entry not expanded yet
  u32 longest;  // no sub-list is longer
  u32 growth;   // entries written for 256 expanded, when last measured
};

struct Team {
  Level level;   // the deepest one
  u32 depth;     // its level; 0: nothing claimed
  u32 claim_begin;
  u32 claim_end;
  u32 bound;     // as its first thread saw it last
  u32 pause;
  u32 longest[2];
  u32 list_base;
  u32 list_granted;
  u64 peak;
};

struct State {
  u32 next_source;
  u32 next_seed;
  u32 long_count;
  u32 long_taken;
  u32 grid;      // 1: the grid works on the large window, then on what block teams have left
};

struct View {
  const u64* rows;  // of the graph by degree: where edges are looked up
  const u32* adjacency;
  const u64* list_rows;
  const u32* list_adjacency;
  const u32* degrees;
  const u32* bounds;  // core numbers or degrees: a vertex is in no clique of more than this and one
  const u32* rank_to_id;
  const uint2* neighbour_rows;
  const u32* neighbours;
  const u32* greedy_keys;
  u32 active;
  u32 max_list;
  u32 teams;
  u32 team_entries;
  u32 team_list;
  u32 team_window;
  u32 large_window;
  u64 large_entries;
  u32 greedy_blocks;
  State* state;
  Team* team;
  Level* levels;
  u32* entries;
  u64* offsets;
  u64* partials;
  u64* found;
  u32* witness;
  u32* list;
  u32* sources;
  const u32* seeds;
  u32* long_sources;
  cs_breadth_header* header;
  u32 given;      // the bound of the options
  u32 enumerate;
  u32 ascending;
  u32 window;
  u32 color_from;
  u32 unpruned;
  u32 list_capacity;
  u32 seed_count;
  u64 slice_nanoseconds;
  const u32* stop;

  __host__ __device__ u32 slot_words() const { return max_list + 2; }
};

// Entries that a sub-list of this length can need on the way down: its children, theirs, and so on.
__host__ __device__ __forceinline__ u64 entries_below(u64 length) { return length * (length == 0 ? 0 : length - 1) / 2; }
// The same with the sub-list itself.
__host__ __device__ __forceinline__ u64 entries_with(u64 length) { return length * (length + 1) / 2; }

// The part of the arrays that is a team's own. Team `teams` is the one of the large window.
struct Arena {
  u32* vertices;
  u32* parents;
  Level* levels;
  u64* offsets;
  u64 capacity;
  u32 window;

  __device__ __forceinline__ Arena(const View& v, u32 team) {
    const bool large = team == v.teams;
    capacity = large ? v.large_entries : v.team_entries;
    window = large ? v.large_window : v.team_window;
    vertices = v.entries + 2ull * v.team_entries * team;
    parents = vertices + capacity;
    levels = v.levels + static_cast<u64>(v.team_list + 3) * team;
    offsets = v.offsets + (v.team_window + 1ull) * team;
  }
};

// Marks an entry of the clique list that color bounds keep from being expanded; ranks are below it.
constexpr u32 kBarren = 1u << 31;
__device__ __forceinline__ u32 rank_of(u32 entry) { return entry & ~kBarren; }

// The size from which on a clique counts, where the best one known has `bound` vertices.
__device__ __forceinline__ u32 size_wanted(const View& v, u32 bound) {
  return v.enumerate != 0 && bound > v.given ? bound : bound + 1;
}

// Whether a bound says that no clique that counts has so many vertices; never where nothing is to be pruned.
__device__ __forceinline__ bool is_too_few(const View& v, u32 vertices, u32 wanted) {
  return vertices < wanted && v.unpruned == 0;
}

__device__ __forceinline__ bool adjacent(const View& v, u32 a, u32 b) {
  const u32 low_rank = min(a, b);
  const u64 row = __ldg(v.rows + max(a, b));
  return row_contains(v.adjacency + row_quad(row) * 4, row_length(row), low_rank);
}

}  // namespace cliquestream::breadth
