// The table of one vertex's neighbours, in buckets, and the graph it is made from.
//
// Bucket = id modulo the number of buckets, slots interleaved (slot s of bucket b at s * buckets + b, so a warp reads one
// row), bucket lengths and the first six slots in shared memory, further slots in global memory. A full bucket sends the
// element on to the next one, and its length keeps growing past the bound: that is the mark by which lookups know they
// have to go on too. The published code leaves such elements out, which loses triangles; this does not.
#pragma once

#include "common/common.cuh"
#include "triangles/trust/policy.cuh"

namespace cliquestream::trust {

struct TrustGraph {
  const u64* rows;
  const u32* adjacency;
};

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

}  // namespace cliquestream::trust
