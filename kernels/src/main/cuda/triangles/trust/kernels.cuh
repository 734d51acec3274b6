// Vertex-centric hashing with degree-aware resources, as TRUST describes it (S. Pandey et al., TRUST: Triangle Counting
// Reloaded on GPUs, 2021): N+(u) goes into a table once, and every two-hop id is looked up.
//
// Table: bucket = id modulo the number of buckets, slots interleaved (slot s of bucket b at s * buckets + b, so a warp
// reads one row), bucket lengths and the first six slots in shared memory, further slots in global memory. A full bucket
// sends the element on to the next one, and its length keeps growing past the bound: that is the mark by which lookups
// know they have to go on too. The published code leaves such elements out, which loses triangles; this does not.
//
// Two-hop lists of a vertex are one virtual array: a warp takes up to 32 neighbours, one a lane, adds up their lengths, and
// looks up the ids of all of them in windows of 32. A block deals the neighbours out to its warps.
#pragma once

#include "common/launch.cuh"
#include "common/units.cuh"
#include "triangles/trust/policy.cuh"

namespace cliquestream::trust {

template <u32 kBuckets>
struct BucketTable {
  u32* lengths;  // shared
  u32* near;     // shared: the first slots
  u32* far;      // global: the others

  __device__ u32& slot(u32 bucket, u32 s) const {
    return s < TrustPolicy::kSharedSlots ? near[s * kBuckets + bucket]
                                         : far[(s - TrustPolicy::kSharedSlots) * kBuckets + bucket];
  }
  __device__ void clear(u32 from, u32 stride) const {
    for (u32 b = from; b < kBuckets; b += stride) {
      lengths[b] = 0;
    }
  }
  __device__ void insert(u32 id) const {
    for (u32 bucket = id % kBuckets;; bucket = (bucket + 1) % kBuckets) {
      const u32 s = atomicAdd(lengths + bucket, 1u);
      if (s < TrustPolicy::kMostCollisions) {
        slot(bucket, s) = id;
        return;
      }
    }
  }
  // Most buckets hold no more than their shared slots.
  __device__ u32 contains(u32 id) const {
    const u32 bucket = id % kBuckets, length = lengths[bucket];
    for (u32 s = 0; s < min(length, TrustPolicy::kSharedSlots); s++) {
      if (near[s * kBuckets + bucket] == id) {
        return 1;
      }
    }
    return length <= TrustPolicy::kSharedSlots ? 0 : contains_far(id);
  }
  __device__ __noinline__ u32 contains_far(u32 id) const {
    for (u32 bucket = id % kBuckets, tries = 0; tries < kBuckets; bucket = (bucket + 1) % kBuckets, tries++) {
      const u32 length = lengths[bucket];
      const u32 filled = min(length, TrustPolicy::kMostCollisions);
      for (u32 s = 0; s < filled; s++) {
        if (slot(bucket, s) == id) {
          return 1;
        }
      }
      if (length <= TrustPolicy::kMostCollisions) {
        return 0;
      }
    }
    return 0;
  }
};

struct TrustGraph {
  const u64* rows;
  const u32* adjacency;
};

// The threads that work on one vertex.
struct WarpGroup {
  static constexpr u32 kThreads = 32, kWarps = 1, kPrefetched = 32;
  static __device__ u32 rank() { return lane_id(); }
  static __device__ u32 warp() { return 0; }
  static __device__ void sync() { __syncwarp(); }
  static __device__ u32 broadcast(u32 value, u32*) { return __shfl_sync(kFullWarp, value, 0); }
};
struct BlockGroup {
  static constexpr u32 kThreads = TrustPolicy::kBlockThreads, kWarps = kThreads / 32, kPrefetched = 1;
  static __device__ u32 rank() { return threadIdx.x; }
  static __device__ u32 warp() { return threadIdx.x / 32; }
  static __device__ void sync() { __syncthreads(); }
  static __device__ u32 broadcast(u32 value, u32* shared) {
    if (threadIdx.x == 0) {
      *shared = value;
    }
    __syncthreads();
    const u32 result = *shared;
    __syncthreads();
    return result;
  }
};

// A neighbour's row a lane: how many of their ids are in the table.
template <class Table>
__device__ __forceinline__ u32 probe_rows(const TrustGraph& g, const Table& table, u64 row) {
  constexpr u32 kWindows = TrustPolicy::kWindows;
  const u32 lane = lane_id();
  const u32 filled = __ballot_sync(kFullWarp, row_length(row) != 0);
  if (filled & (filled + 1)) {  // empty rows between: close the gaps
    row = __shfl_sync(kFullWarp, row, __fns(filled, 0, static_cast<int>(lane) + 1) & 31);
    row = lane < __popc(filled) ? row : 0;
  }
  const u32 inclusive = warp_inclusive_sum(row_length(row)), total = __shfl_sync(kFullWarp, inclusive, 31);
  const u32 exclusive = inclusive - row_length(row);
  const u64 displacement = row_quad(row) * 4 - exclusive;
  u32 found = 0, started = 0;  // rows that start before the window
  for (u32 e0 = 0; e0 < total; e0 += 32 * kWindows) {
    u32 id[kWindows];
    bool wanted[kWindows];
#pragma unroll
    for (u32 j = 0; j < kWindows; j++) {
      const u32 from = e0 + j * 32, offset = exclusive - from;
      const u32 heads = __reduce_or_sync(kFullWarp, row_length(row) != 0 && offset < 32 ? 1u << offset : 0);
      const u32 owner = (started + __popc(heads & lanes_up_to_mine()) - 1) & 31;
      const u64 place = __shfl_sync(kFullWarp, displacement, owner) + from + lane;
      wanted[j] = from + lane < total;
      id[j] = wanted[j] ? __ldg(g.adjacency + place) : 0;
      started += __popc(heads);
    }
#pragma unroll
    for (u32 j = 0; j < kWindows; j++) {
      if (wanted[j]) {
        found += table.contains(id[j]);
      }
    }
  }
  return found;
}

// Both classes: vertices[first .. last) in chunks of `chunk`, a group a vertex.
template <class Group, class Table>
__device__ __forceinline__ void count_class(
    const TrustGraph& g, const Table& table, const u32* __restrict__ vertices, u32 first, u32 last, u32 chunk,
    u32* taken, u32* shared, const u32* stop, u64* done, u64* count) {
  u64 found = 0, finished = 0;
  for (;;) {
    u32 begin = 0;
    if (Group::rank() == 0) {
      const bool stopped = is_up(stop);
      begin = stopped ? last : first + atomicAdd(taken, chunk);
    }
    begin = Group::broadcast(begin, shared);
    if (begin >= last) {
      break;
    }
    const u32 end = min(begin + chunk, last);
    for (u32 base = begin; base < end; base += Group::kPrefetched) {
      const u32 mine = base + (Group::kPrefetched == 1 ? 0 : lane_id());
      const u64 ahead = mine < end ? g.rows[vertices[mine]] : 0;
      for (u32 k = 0; k < min(Group::kPrefetched, end - base); k++) {
        const u64 row = Group::kPrefetched == 1 ? ahead : __shfl_sync(kFullWarp, ahead, k);
        const u32* list = g.adjacency + row_quad(row) * 4;
        const u32 degree = row_length(row);
        table.clear(Group::rank(), Group::kThreads);
        Group::sync();
        for (u32 j = Group::rank(); j < degree; j += Group::kThreads) {
          table.insert(list[j]);
        }
        Group::sync();
        // Dealt out one by one: rows grow along the list, and every warp should get short and long ones.
        for (u32 dealt = 0; dealt < degree; dealt += Group::kThreads) {
          const u32 j = dealt + lane_id() * Group::kWarps + Group::warp();
          found += probe_rows(g, table, j < degree ? __ldg(g.rows + __ldg(list + j)) : 0);
        }
        Group::sync();
      }
    }
    finished += end - begin;
  }
  add_warp_sum(count, found);
  report(done, Group::rank() == 0 ? finished : 0);
}

// One block a vertex. far: a table of global slots for every block.
__global__ void __launch_bounds__(TrustPolicy::kBlockThreads, TrustPolicy::kBlocksPerSm) cs_kernel_trust_block(
    TrustGraph g, const u32* __restrict__ vertices, u32 first, u32 last, u32 chunk, u32* taken, u32* far,
    const u32* stop, u64* done, u64* count) {
  constexpr u32 kBuckets = TrustPolicy::kBlockBuckets;
  let_next_launch_begin();
  __shared__ u32 lengths[kBuckets], near[kBuckets * TrustPolicy::kSharedSlots], shared;
  const BucketTable<kBuckets> table = {
      lengths, near, far + static_cast<u64>(blockIdx.x) * kBuckets * TrustPolicy::kFarSlots};
  count_class<BlockGroup>(g, table, vertices, first, last, chunk, taken, &shared, stop, done, count);
}

// One warp a vertex. It reads nothing that the block kernel writes, and fills the processors that kernel's last blocks
// leave idle.
__global__ void __launch_bounds__(TrustPolicy::kWarpThreads, TrustPolicy::kWarpBlocksPerSm) cs_kernel_trust_warp(
    TrustGraph g, const u32* __restrict__ vertices, u32 first, u32 last, u32 chunk, u32* taken, u32* far,
    const u32* stop, u64* done, u64* count) {
  constexpr u32 kBuckets = TrustPolicy::kWarpBuckets, kWarps = TrustPolicy::kWarpThreads / 32;
  __shared__ u32 lengths[kWarps][kBuckets], near[kWarps][kBuckets * TrustPolicy::kSharedSlots];
  const u32 warp = threadIdx.x / 32;
  const BucketTable<kBuckets> table = {
      lengths[warp], near[warp],
      far + (static_cast<u64>(blockIdx.x) * kWarps + warp) * kBuckets * TrustPolicy::kFarSlots};
  count_class<WarpGroup>(g, table, vertices, first, last, chunk, taken, nullptr, stop, done, count);
  wait_for_launch_before();  // whoever waits for this launch waits for both
}

// Vertices of both classes; the lists may be in any order. state[0], state[1]: their lengths.
__global__ void cs_kernel_trust_classes(const u64* __restrict__ rows, u64 active, u32* blocks, u32* warps, u32* state) {
  const u64 u = global_thread();
  const u32 length = u < active ? row_length(rows[u]) : 0;
  const bool block = length > TrustPolicy::kBlockDegree, warp = length >= 2 && !block;
  for (u32 c = 0; c < 2; c++) {
    const u32 votes = __ballot_sync(kFullWarp, c == 0 ? block : warp);
    u32 at = 0;
    if (lane_id() == 0 && votes != 0) {
      at = atomicAdd(state + c, __popc(votes));
    }
    at = __shfl_sync(kFullWarp, at, 0) + __popc(votes & lanes_below_mine());
    if (c == 0 ? block : warp) {
      (c == 0 ? blocks : warps)[at] = static_cast<u32>(u);
    }
  }
}

// Reordering by in-degree: sort keys, the smaller the larger the in-degree.
__global__ void cs_kernel_trust_in_degree_keys(
    const u64* __restrict__ rows, const u32* __restrict__ degrees, u64 active, u64* key, u32* vertex) {
  const u64 u = global_thread();
  if (u < active) {
    key[u] = 0xFFFFFFFFull - (degrees[u] - row_length(rows[u]));
    vertex[u] = static_cast<u32>(u);
  }
}

// Reordering by collective degree, first half: sum of the neighbours' degrees, largest first.
__global__ void cs_kernel_trust_collective_keys(
    const u64* __restrict__ rows, const u32* __restrict__ adjacency, const u32* __restrict__ degrees, u64 active,
    u64* key, u32* vertex) {
  const u64 u = global_thread();
  if (u >= active) {
    return;
  }
  const u64 row = rows[u];
  u64 sum = 0;
  for (u32 p = 0; p < row_length(row); p++) {
    sum += degrees[adjacency[row_quad(row) * 4 + p]];
  }
  key[u] = ~sum;
  vertex[u] = static_cast<u32>(u);
}
// Second half: a vertex is numbered by the first list it occurs in, and its place there. first must be all ones.
__global__ void cs_kernel_trust_first_lists(
    const u32* __restrict__ ordered, const u64* __restrict__ rows, const u32* __restrict__ adjacency, u64 active,
    u64* first, u32* vertex) {
  const u64 place = global_thread();
  if (place >= active) {
    return;
  }
  vertex[place] = static_cast<u32>(place);
  const u64 row = rows[ordered[place]];
  for (u32 p = 0; p < row_length(row); p++) {
    atomicMin(
        reinterpret_cast<atomic64*>(first + adjacency[row_quad(row) * 4 + p]),
        static_cast<atomic64>(place << kRowLengthBits | p));
  }
}
__global__ void cs_kernel_trust_labels(
    const u32* __restrict__ ordered, const u64* __restrict__ rows, u64 active, u32* label, u64* new_rows) {
  const u64 i = global_thread();
  if (i < active) {
    label[ordered[i]] = static_cast<u32>(i);
    new_rows[i] = rows[ordered[i]];  // rows keep their place in the adjacency
  }
}
__global__ void cs_kernel_trust_relabel(
    const u32* __restrict__ adjacency, const u64* __restrict__ offsets, u64 active, const u32* __restrict__ label,
    u32* out) {
  const u64 ids = offsets[active];
  for (u64 i = global_thread(); i < ids; i += global_threads()) {
    const u32 id = adjacency[i];
    out[i] = id == kNoId ? kNoId : label[id];
  }
}

}  // namespace cliquestream::trust
