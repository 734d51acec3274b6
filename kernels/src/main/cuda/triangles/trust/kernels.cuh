// Vertex-centric hashing with degree-aware resources, as TRUST describes it (S. Pandey et al., TRUST: Triangle Counting
// Reloaded on GPUs, 2021): N+(u) goes into a table once, and every two-hop id is looked up.
//
// A block deals the neighbours out to its warps; how a warp reads the two-hop lists of up to 32 of them, one a lane, is a
// choice: as one virtual array, a list after the other by all lanes or by groups of them, or copied together.
#pragma once

#include "common/launch.cuh"
#include "common/units.cuh"
#include "triangles/trust/lists_by_lanes.cuh"
#include "triangles/trust/physical_lists.cuh"
#include "triangles/trust/virtual_lists.cuh"

namespace cliquestream::trust {

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

// Both classes: vertices[first .. last) in chunks of `chunk`, a group a vertex. copied: the warp's buffer.
template <class Group, class Lists, class Table>
__device__ __forceinline__ void count_class(
    const TrustGraph& g, const Table& table, const u32* __restrict__ vertices, u32 first, u32 last, u32 chunk,
    u32* taken, u32* shared, u32* copied, const u32* stop, u64* done, u64* count) {
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
          found += Lists::count(g, table, j < degree ? __ldg(g.rows + __ldg(list + j)) : 0, copied);
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
template <class Lists>
__global__ void __launch_bounds__(TrustPolicy::kBlockThreads, TrustPolicy::kBlocksPerSm) cs_kernel_trust_block(
    TrustGraph g, const u32* __restrict__ vertices, u32 first, u32 last, u32 chunk, u32* taken, u32* far,
    const u32* stop, u64* done, u64* count) {
  constexpr u32 kBuckets = TrustPolicy::kBlockBuckets;
  let_next_launch_begin();
  __shared__ u32 lengths[kBuckets], near[kBuckets * TrustPolicy::kSharedSlots], shared;
  __shared__ u32 copied[Lists::kCopied == 0 ? 1 : BlockGroup::kWarps * Lists::kCopied];
  const BucketTable<kBuckets> table = {
      lengths, near, far + static_cast<u64>(blockIdx.x) * kBuckets * TrustPolicy::kFarSlots};
  count_class<BlockGroup, Lists>(
      g, table, vertices, first, last, chunk, taken, &shared, copied + BlockGroup::warp() * Lists::kCopied, stop, done,
      count);
}

// One warp a vertex. It reads nothing that the block kernel writes, and fills the processors that kernel's last blocks
// leave idle.
template <class Lists>
__global__ void __launch_bounds__(TrustPolicy::kWarpThreads, TrustPolicy::kWarpBlocksPerSm) cs_kernel_trust_warp(
    TrustGraph g, const u32* __restrict__ vertices, u32 first, u32 last, u32 chunk, u32* taken, u32* far,
    const u32* stop, u64* done, u64* count) {
  constexpr u32 kBuckets = TrustPolicy::kWarpBuckets, kWarps = TrustPolicy::kWarpThreads / 32;
  __shared__ u32 lengths[kWarps][kBuckets], near[kWarps][kBuckets * TrustPolicy::kSharedSlots];
  __shared__ u32 copied[Lists::kCopied == 0 ? 1 : kWarps * Lists::kCopied];
  const u32 warp = threadIdx.x / 32;
  const BucketTable<kBuckets> table = {
      lengths[warp], near[warp],
      far + (static_cast<u64>(blockIdx.x) * kWarps + warp) * kBuckets * TrustPolicy::kFarSlots};
  count_class<WarpGroup, Lists>(
      g, table, vertices, first, last, chunk, taken, nullptr, copied + warp * Lists::kCopied, stop, done, count);
  wait_for_launch_before();  // whoever waits for this launch waits for both
}

// Whether a vertex is of a class.
struct OfDegree {
  const u64* rows;
  u32 least, most;
  __device__ bool operator()(u32 vertex) const {
    const u32 length = row_length(rows[vertex]);
    return length >= least && length <= most;
  }
};

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
