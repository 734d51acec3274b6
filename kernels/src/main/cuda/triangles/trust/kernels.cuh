// Vertex-centric hashing with degree-aware resources, as TRUST describes it (S. Pandey et al., TRUST: Triangle Counting
// Reloaded on GPUs, 2021): N+(u) goes into a table once, and every two-hop id is looked up.
//
// Table: bucket = id modulo the number of buckets, slots interleaved (slot s of bucket b at s * buckets + b, so a warp
// reads one row), bucket lengths and the first six slots in shared memory, further slots in global memory. A full bucket
// sends the element on to the next one, and its length keeps growing past the bound: that is the mark by which lookups
// know they have to go on too. The published code leaves such elements out, which loses triangles; this does not.
//
// Two-hop lists of a vertex are one virtual array; thread t of a group of g visits its places t, t + g, ..., and walks
// along the neighbours as the places advance.
#pragma once

#include "common/common.cuh"
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
  __device__ u32 contains(u32 id) const {
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

// Places from, from + stride, ... of the virtual array over the neighbours first, first + step, ...
template <class Table>
__device__ __forceinline__ u64 probe_two_hops(
    const TrustGraph& g, const Table& table, const u32* neighbours, u32 degree, u32 first, u32 step, u64 from,
    u32 stride) {
  u64 found = 0, place = from, before = 0;
  for (u32 j = first; j < degree; j += step) {
    const u64 row = __ldg(g.rows + __ldg(neighbours + j));
    const u64 end = before + row_length(row);
    const u32* list = g.adjacency + row_quad(row) * 4;
    for (; place < end; place += stride) {
      found += table.contains(__ldg(list + (place - before)));
    }
    before = end;
  }
  return found;
}

}  // namespace cliquestream::trust

// vertices[0 .. count) in chunks of `chunk`, one block a vertex. far: a table of global slots for every block.
extern "C" __global__ void __launch_bounds__(cliquestream::trust::TrustPolicy::kBlockThreads) cs_kernel_trust_block(
    cliquestream::trust::TrustGraph g,
    const uint32_t* __restrict__ vertices,
    uint32_t first,
    uint32_t last,
    uint32_t chunk,
    uint32_t* taken,
    uint32_t* far,
    const uint32_t* stop,
    uint64_t* count) {
  using namespace cliquestream;
  using namespace cliquestream::trust;
  constexpr u32 kBuckets = TrustPolicy::kBlockBuckets, kThreads = TrustPolicy::kBlockThreads;
  __shared__ u32 lengths[kBuckets], near[kBuckets * TrustPolicy::kSharedSlots], next;
  const BucketTable<kBuckets> table = {
      lengths, near,
      far + static_cast<u64>(blockIdx.x) * kBuckets * (TrustPolicy::kMostCollisions - TrustPolicy::kSharedSlots)};
  u64 found = 0;
  for (;;) {
    if (threadIdx.x == 0) {
      const bool stopped = stop != nullptr && *reinterpret_cast<const volatile u32*>(stop) != 0;
      next = stopped ? last : first + atomicAdd(taken, chunk);
    }
    __syncthreads();
    const u32 begin = next, end = min(begin + chunk, last);
    if (begin >= last) {
      break;
    }
    for (u32 i = begin; i < end; i++) {
      const u64 row = g.rows[vertices[i]];
      const u32* list = g.adjacency + row_quad(row) * 4;
      const u32 degree = row_length(row);
      table.clear(threadIdx.x, kThreads);
      __syncthreads();
      for (u32 j = threadIdx.x; j < degree; j += kThreads) {
        table.insert(list[j]);
      }
      __syncthreads();
      constexpr u32 kGroups = kThreads / TrustPolicy::kSuperWarp;
      found += probe_two_hops(
          g, table, list, degree, threadIdx.x / TrustPolicy::kSuperWarp, kGroups,
          threadIdx.x % TrustPolicy::kSuperWarp, TrustPolicy::kSuperWarp);
      __syncthreads();
    }
    __syncthreads();
  }
  add_warp_sum(count, found);
}

// The same with one warp a vertex.
extern "C" __global__ void __launch_bounds__(cliquestream::trust::TrustPolicy::kWarpThreads) cs_kernel_trust_warp(
    cliquestream::trust::TrustGraph g,
    const uint32_t* __restrict__ vertices,
    uint32_t first,
    uint32_t last,
    uint32_t chunk,
    uint32_t* taken,
    uint32_t* far,
    const uint32_t* stop,
    uint64_t* count) {
  using namespace cliquestream;
  using namespace cliquestream::trust;
  constexpr u32 kBuckets = TrustPolicy::kWarpBuckets, kWarps = TrustPolicy::kWarpThreads / 32;
  __shared__ u32 lengths[kWarps][kBuckets], near[kWarps][kBuckets * TrustPolicy::kSharedSlots];
  const u32 lane = lane_id(), warp = threadIdx.x / 32;
  const BucketTable<kBuckets> table = {
      lengths[warp], near[warp],
      far + (static_cast<u64>(blockIdx.x) * kWarps + warp) * kBuckets *
              (TrustPolicy::kMostCollisions - TrustPolicy::kSharedSlots)};
  u64 found = 0;
  for (;;) {
    u32 begin = 0;
    if (lane == 0) {
      const bool stopped = stop != nullptr && *reinterpret_cast<const volatile u32*>(stop) != 0;
      begin = stopped ? last : first + atomicAdd(taken, chunk);
    }
    begin = __shfl_sync(kFullWarp, begin, 0);
    if (begin >= last) {
      break;
    }
    for (u32 i = begin; i < min(begin + chunk, last); i++) {
      const u64 row = g.rows[vertices[i]];
      const u32* list = g.adjacency + row_quad(row) * 4;
      const u32 degree = row_length(row);
      table.clear(lane, 32);
      __syncwarp();
      for (u32 j = lane; j < degree; j += 32) {
        table.insert(list[j]);
      }
      __syncwarp();
      found += probe_two_hops(g, table, list, degree, 0, 1, lane, 32);
      __syncwarp();
    }
  }
  add_warp_sum(count, found);
}

// Vertices of both classes; the lists may be in any order. state[0], state[1]: their lengths.
extern "C" __global__ void cs_kernel_trust_classes(
    const uint64_t* __restrict__ rows, uint64_t active, uint32_t* blocks, uint32_t* warps, uint32_t* state) {
  using namespace cliquestream;
  using namespace cliquestream::trust;
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
extern "C" __global__ void cs_kernel_trust_in_degree_keys(
    const uint64_t* __restrict__ rows, const uint32_t* __restrict__ degrees, uint64_t active, uint64_t* key,
    uint32_t* vertex) {
  using namespace cliquestream;
  const u64 u = global_thread();
  if (u < active) {
    key[u] = 0xFFFFFFFFull - (degrees[u] - row_length(rows[u]));
    vertex[u] = static_cast<u32>(u);
  }
}

// Reordering by collective degree, first half: sum of the neighbours' degrees, largest first.
extern "C" __global__ void cs_kernel_trust_collective_keys(
    const uint64_t* __restrict__ rows, const uint32_t* __restrict__ adjacency, const uint32_t* __restrict__ degrees,
    uint64_t active, uint64_t* key, uint32_t* vertex) {
  using namespace cliquestream;
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
extern "C" __global__ void cs_kernel_trust_first_lists(
    const uint32_t* __restrict__ ordered, const uint64_t* __restrict__ rows, const uint32_t* __restrict__ adjacency,
    uint64_t active, uint64_t* first, uint32_t* vertex) {
  using namespace cliquestream;
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
extern "C" __global__ void cs_kernel_trust_labels(
    const uint32_t* __restrict__ ordered, const uint64_t* __restrict__ rows, uint64_t active, uint32_t* label,
    uint64_t* new_rows) {
  using namespace cliquestream;
  const u64 i = global_thread();
  if (i < active) {
    label[ordered[i]] = static_cast<u32>(i);
    new_rows[i] = rows[ordered[i]];  // rows keep their place in the adjacency
  }
}
extern "C" __global__ void cs_kernel_trust_relabel(
    const uint32_t* __restrict__ adjacency, const uint64_t* __restrict__ offsets, uint64_t active,
    const uint32_t* __restrict__ label, uint32_t* out) {
  using namespace cliquestream;
  const u64 ids = offsets[active];
  for (u64 i = global_thread(); i < ids; i += global_threads()) {
    const u32 id = adjacency[i];
    out[i] = id == kNoId ? kNoId : label[id];
  }
}
