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

// What a warp has left when a launch ends: the rest of its chunk of roots, and of every level it is in.
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

// In device memory; all but next_root is 0 when a launch begins.
struct Control {
  u64 next_root;
  u32 pause;     // not 0: leave, keeping what is left
  u32 idle;      // warps without work
  u32 working;   // warps that have work or may give some
  u32 begun;     // blocks
  u32 listed;
  u32 busy;      // slots with work left, counted after a launch
  u32 hungry[1]; // [warps / 32] a bit for every warp that waits for mail
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
  u32 warps;
  u32 blocks;
  u64 roots;       // arcs, or vertices where one position is enumerated
  u32 chunk;
  u32* arenas;
  u32 arena_ids;
  u32* large;
  u64 large_ids;
  u32 large_stacks;
  u32* large_taken;
  u32 warp_bytes;  // of shared memory
  const uint16_t* dictionary;  // class of every adjacency bitmap
  u64* class_counts;
  u32 classes;
};

// A warp's part of shared memory; what its way of searching keeps follows it.
struct alignas(16) WarpState {
  u32 matched[kPositions];
  u32 next[kPositions];
  u32 end[kPositions];
  u32 mark[kPositions];        // of every level, to be restored: where the small stack ended
  u32 other_mark[kPositions];  // and where the large one did, or what the way of searching keeps besides
};
__host__ __device__ __forceinline__ u32 plan_bytes() {
  return (static_cast<u32>(sizeof(cs_enumerate_plan)) + 15) / 16 * 16;
}

template <class T>
__device__ __forceinline__ T read_volatile(const T* word) {
  return *reinterpret_cast<const volatile T*>(word);
}
__device__ __forceinline__ u32 byte_of(u64 word, u32 which) { return static_cast<u32>(word >> (8 * which)) & 0xFF; }

}  // namespace cliquestream::enumerate
