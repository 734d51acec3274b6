// Buckets of neighbouring ranks, each small enough for one block's shared memory.
//
// Ranks descend by degree, so the ranks of an octave, [2^k - 1, 2^(k+1) - 1), have at most the degree of its first. An
// octave is cut into buckets of 2^shift ranks, the most with which that degree allows no more than `words` words for the
// bucket's rows, padding included. So a bucket is found from a rank with a few instructions and one shared load, its
// size is bounded whichever end of an edge the keys are grouped by, and there are few: the octave before has half as
// many ranks of at least the degree d, hence the sum of 2^k (d + 3) over octaves is at most 4 edges + 6 ranks, and a
// bucket is at least half full of it: (8 edges + 12 ranks) / words buckets, and one more an octave. Only a bucket of a
// single rank can be larger than `words`.
//
// An order that is not by degree can give more buckets; then degrees are left out of it, and a bucket's keys have no
// bound.
#pragma once

#include "common/common.cuh"
#include "graph/policy.cuh"

namespace cliquestream::graph {

struct BucketShape {
  u32 words;
  u32 most_buckets;
  u32 group_bits;  // 2^group_bits buckets are a group; 0: keys go to buckets in one step
  u32 piece_words; // neighbouring buckets are put together up to here
};

struct BucketMap {
  uint2 octave[32];  // first bucket, shift
  u32 buckets;
  u32 ranks;
  u32 pieces;        // runs of buckets that one block does at once
  u32 taken;         // pieces taken so far by the last step
  u32 long_rows;     // rows listed so far by the last step
};

#ifdef __CUDACC__
__device__ __forceinline__ u32 bucket_of(const uint2* octaves, u32 rank) {
  const u32 place = rank + 1, k = 31 - __clz(place);
  const uint2 octave = octaves[k];
  return octave.x + ((place ^ (1u << k)) >> octave.y);
}
__device__ __forceinline__ u32 first_rank_of(const uint2* octaves, u32 bucket) {
  u32 k = 0;
#pragma unroll
  for (u32 step = 16; step != 0; step /= 2) {
    if (octaves[k + step].x <= bucket) {
      k += step;
    }
  }
  const uint2 octave = octaves[k];
  return ((1u << k) | (bucket - octave.x) << octave.y) - 1;
}

// By the first warp of a block into shared memory, and by the first block for those that follow; the caller synchronises.
__device__ __forceinline__ void make_bucket_map(
    const BucketShape& shape, const u32* __restrict__ degrees, u64 ranks, uint2* octaves, BucketMap* out) {
  if (threadIdx.x >= 32) {
    return;
  }
  const u32 k = threadIdx.x;
  const u64 first = (u64{1} << k) - 1;
  const u64 in_octave = first >= ranks ? 0 : min(ranks - first, first + 1);
  const u64 degree = first < ranks ? degrees[first] : 0;
  u32 shift = 0, end = 0, buckets = 0;
  for (const bool by_degree : {true, false}) {
    const u64 row_words = by_degree ? degree + 3 : 4;
    shift = 0;
    while (shift < k && row_words << (shift + 1) <= shape.words) {
      shift++;
    }
    buckets = static_cast<u32>((in_octave + (u64{1} << shift) - 1) >> shift);
    end = warp_inclusive_sum(buckets);
    if (__shfl_sync(kFullWarp, end, 31) <= shape.most_buckets) {
      break;
    }
  }
  octaves[k] = make_uint2(first < ranks ? end - buckets : kNoId, shift);
  if (blockIdx.x == 0) {
    out->octave[k] = octaves[k];
    if (k == 31) {
      out->buckets = end;
      out->ranks = static_cast<u32>(ranks);
    }
  }
}
#endif

}  // namespace cliquestream::graph
