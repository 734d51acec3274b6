// What one launch works on: plain data, passed by value to the kernel.
#pragma once

#include "enumerate/graph_view.cuh"
#include "enumerate/policy.cuh"

namespace cliquestream::enumerate {

constexpr u32 kPositions = CS_ENUMERATE_POSITIONS;
constexpr u32 kUnbounded = 0xFFFFFFFFu;
constexpr u32 kNobody = 0xFFFFFFFFu;

// A part of the search: the vertices bound before `level` and a range of that position's candidates. Candidates are a
// function of the bound vertices, so that any warp can take a part over.
struct Part {
  u32 level;
  u32 from;
  u32 to;
  u32 matched[kPositions];
};

// What a worker has left when a launch ends: the rest of its chunk of roots, and of every level it is in.
struct alignas(32) Slot {
  u64 chunk;
  u64 chunk_end;
  u32 busy;   // 1: levels base .. level are meaningful
  u32 base;
  u32 level;
  u32 matched[kPositions];
  u32 next[kPositions];
  u32 end[kPositions];
};

enum MailState : u32 { kEmpty, kFull };
struct alignas(64) Mail {
  u32 state;
  Part part;
};

// In device memory; all but next_root and next_edge is 0 when a launch begins: the last block of a launch clears it for the next
// one.
struct Control {
  u64 next_root;
  u64 next_edge;  // of houses: edges before it have been taken, and their triangles counted
  u32 pause;     // not 0: leave, keeping what is left
  u32 idle;      // warps without work
  u32 working;   // warps that have work or may give some
  u32 begun;     // blocks
  u32 ended;     // blocks
  u32 listed;
  u32 busy;      // slots with work left
  u32 hungry[1]; // [warps / 32] a bit for every warp that waits for mail
};

// What the workers of a block add up before it goes to the header, in shared memory.
struct BlockSums {
  u64 low, high, extensions, elements, donations, cycles, idle_cycles;
  u64 half_low, half_high;  // of cycles: to be halved and added
  u32 busy;
  u32 ended;  // warps
};

struct Job {
  GraphView graph;
  const cs_enumerate_plan* plan;
  Control* control;
  Slot* slots;
  Mail* mail;
  cs_enumerate_header* header;
  const u32* stop;
  const u32* rank_to_id;
  u32* list;
  u32 list_capacity;
  u32 balance;
  u32 idle_warps;  // so many end the launch, under policies that stop
  u32 slice_microseconds;
  u32 warps;       // workers: warps, or threads under plain DFS
  u32 blocks;
  u64 roots;       // arcs, edges, or vertices where one position is enumerated: those before it are handed out
  u32 chunk;
  u32* arenas;
  u32 arena_ids;
  u32* large;
  u64 large_ids;
  u32 large_stacks;
  u32* large_taken;
  u32 warp_bytes;  // of shared memory, a worker's
  const uint16_t* dictionary;  // class of every adjacency bitmap
  u64* class_counts;
  u32 classes;
  u64 tile_bases;  // byte p: the set + 1 that positions from p on live in (tile.cuh), 0 where there is none
  u32 tile_simple; // the closing formula is one size times a coefficient
  const u8* labels;  // of every vertex the plan's labels that it has, a bit each; null where the plan asks for none
  const u32* smaller_ends;  // [edges] of every edge, ascending
  const u32* larger_ends;
  const u64* edge_starts;   // [vertices + 1] edges whose smaller end is before a vertex
  u32* triangles;           // of houses and sums: [arcs] at every edge, beside either end of it in the rows
  u32 matrix_degree;        // of sums: roots of larger degree are taken pair by pair
};

// A worker's part of shared memory; what its way of searching keeps follows it.
struct alignas(8) WarpState {
  u32 matched[kPositions];
  u32 next[kPositions];
  u32 end[kPositions];
  u32 mark[kPositions];        // of every level, to be restored: where the small stack ended
  u32 other_mark[kPositions];  // and where the large one did, or what the way of searching keeps besides
};
static_assert(sizeof(WarpState) % 16 == 0, "what follows it may want 16 bytes");
// The plan and the block's sums lead a block's shared memory.
__host__ __device__ constexpr u32 plan_bytes() {
  return (static_cast<u32>(sizeof(cs_enumerate_plan)) + 15) / 16 * 16;
}
__host__ __device__ constexpr u32 block_bytes() {
  return plan_bytes() + (static_cast<u32>(sizeof(BlockSums)) + 15) / 16 * 16;
}

__device__ __forceinline__ u32 byte_of(u64 word, u32 which) { return static_cast<u32>(word >> (8 * which)) & 0xFF; }

}  // namespace cliquestream::enumerate
