// Keys to their buckets of neighbouring ranks (bucket_map.cuh).
//
// A radix sort ranks its keys stably, digit by digit, and that ranking, not memory, is what bounds it. Rows need no
// stable order, so a key's place comes from one shared atomic here, and two steps over the keys do what six digits do:
// first to groups of buckets, then to buckets. A tile is brought into the order of its places in shared memory, so that
// runs of keys are written together; one atomic a tile and place reserves room. Only the order inside a bucket depends
// on timing. What remains is done inside a bucket, in row_kernels.cuh.
#pragma once

#include "common/multiprocessor.cuh"
#include "graph/bucket_map.cuh"
#include "graph/keys.cuh"

namespace cliquestream::graph {

// Sums over a window of counts by a block: use(i, sum of the counts before i, count i) for each. Synchronises once, after
// all counts are read.
template <u32 kWindow, int kThreads, class Use>
__device__ __forceinline__ void scan_window(const u32* counts, u32* warp_sums, Use use) {
  constexpr u32 kEach = kWindow / kThreads;
  const u32 lane = lane_id(), warp = threadIdx.x / 32;
  u32 mine[kEach], sum = 0;
#pragma unroll
  for (u32 i = 0; i < kEach; i++) {
    mine[i] = counts[threadIdx.x * kEach + i];
    sum += mine[i];
  }
  const u32 inclusive = warp_inclusive_sum(sum);
  if (lane == 31) {
    warp_sums[warp] = inclusive;
  }
  __syncthreads();
  u32 before = inclusive - sum + __reduce_add_sync(kFullWarp, lane < warp ? warp_sums[lane] : 0);
#pragma unroll
  for (u32 i = 0; i < kEach; i++) {
    use(threadIdx.x * kEach + i, before, mine[i]);
    before += mine[i];
  }
}

__device__ __forceinline__ void flush_counts(const u32* counts, u32 length, u32* to) {
  for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
    if (counts[i] != 0) {
      atomicAdd(to + i, counts[i]);
    }
  }
}

// Pairs to oriented keys, loops to kNoKey, and the keys of every group.
__global__ void __launch_bounds__(BucketPolicy::kOrientThreads, resident_blocks(BucketPolicy::kOrientBlocksPerSm, BucketPolicy::kOrientThreads))
    cs_kernel_bucket_orient(
        BucketShape shape, const uint2* __restrict__ pairs, u64 count, const u32* __restrict__ id_to_rank,
        const u32* __restrict__ degrees, u64 ranks, u32 bits, u64* __restrict__ keys, BucketMap* map, u32* groups) {
  constexpr int kInFlight = BucketPolicy::kInFlight, kThreads = BucketPolicy::kOrientThreads;
  __shared__ u32 counts[BucketPolicy::kMostPlaces];
  __shared__ uint2 octaves[32];
  for (u32 i = threadIdx.x; i < BucketPolicy::kMostPlaces; i += kThreads) {
    counts[i] = 0;
  }
  make_bucket_map(shape, degrees, ranks, octaves, map);
  __syncthreads();
  for (u64 base = blockIdx.x * u64{kThreads * kInFlight} + threadIdx.x; base < count;
       base += gridDim.x * u64{kThreads * kInFlight}) {
    uint2 pair[kInFlight];
#pragma unroll
    for (int k = 0; k < kInFlight; k++) {
      const u64 i = base + k * kThreads;
      pair[k] = i < count ? __ldcs(pairs + i) : make_uint2(0, 0);
    }
    uint2 rank[kInFlight];
#pragma unroll
    for (int k = 0; k < kInFlight; k++) {
      rank[k] = make_uint2(__ldg(id_to_rank + pair[k].x), __ldg(id_to_rank + pair[k].y));
    }
#pragma unroll
    for (int k = 0; k < kInFlight; k++) {
      const u64 i = base + k * kThreads;
      const u32 source = max(rank[k].x, rank[k].y), target = min(rank[k].x, rank[k].y);
      if (i < count) {
        const bool loop = source == target;
        __stcs(keys + i, loop ? kNoKey : static_cast<u64>(source) << bits | target);
        if (!loop) {
          atomicAdd(counts + (bucket_of(octaves, source) >> shape.group_bits), 1u);
        }
      }
    }
  }
  __syncthreads();
  flush_counts(counts, BucketPolicy::kMostPlaces, groups);
}

// Counts to first places. One block.
__global__ void __launch_bounds__(512) cs_kernel_bucket_scan_groups(u32* groups) {
  __shared__ u32 warp_sums[32];
  scan_window<BucketPolicy::kMostPlaces, 512>(groups, warp_sums, [&](u32 i, u32 before, u32) { groups[i] = before; });
}

// The keys of every bucket, from keys in groups. A block's keys lie in few groups as a rule: one window of buckets.
__global__ void __launch_bounds__(BucketPolicy::kCountThreads) cs_kernel_bucket_count(
    BucketShape shape, const BucketMap* __restrict__ map, const u32* __restrict__ groups, const u64* __restrict__ keys,
    u32 shift, u32* buckets) {
  constexpr int kInFlight = BucketPolicy::kInFlight, kThreads = BucketPolicy::kCountThreads;
  __shared__ u32 counts[BucketPolicy::kWindow];
  __shared__ uint2 octaves[32];
  if (threadIdx.x < 32) {
    octaves[threadIdx.x] = map->octave[threadIdx.x];
  }
  __syncthreads();
  const u64 count = groups[BucketPolicy::kMostPlaces - 1];  // once all are moved, a group's place is its end
  const u64 first = blockIdx.x * u64{BucketPolicy::kCountKeys};
  const u64 end = min(first + BucketPolicy::kCountKeys, count);
  if (first >= end) {
    return;
  }
  auto bucket = [&](u64 key) { return bucket_of(octaves, static_cast<u32>(key >> shift)); };
  const u32 last = bucket(keys[end - 1]) >> shape.group_bits;
  for (u32 low = bucket(keys[first]) >> shape.group_bits << shape.group_bits; low >> shape.group_bits <= last;
       low += BucketPolicy::kWindow) {
    for (u32 i = threadIdx.x; i < BucketPolicy::kWindow; i += kThreads) {
      counts[i] = 0;
    }
    __syncthreads();
    for (u64 base = first + threadIdx.x; base < end; base += kThreads * kInFlight) {
      u64 key[kInFlight];
#pragma unroll
      for (int k = 0; k < kInFlight; k++) {
        key[k] = base + k * kThreads < end ? __ldg(keys + base + k * kThreads) : kNoKey;
      }
#pragma unroll
      for (int k = 0; k < kInFlight; k++) {
        const u32 at = key[k] != kNoKey ? bucket(key[k]) - low : kNoId;
        if (at < BucketPolicy::kWindow) {
          atomicAdd(counts + at, 1u);
        }
      }
    }
    __syncthreads();
    flush_counts(counts, min(BucketPolicy::kWindow, shape.most_buckets - low), buckets + low);
    __syncthreads();
  }
}

template <u32 kWindow>
struct MoveShared {
  u64 keys[BucketPolicy::kTileKeys];
  u32 counts[kWindow];
  u32 places[kWindow];                // what to add to a key's place in the tile
  uint2 octaves[32];
  u32 warp_sums[32];
  u32 total;                          // keys of the tile in the window
};

// One tile after the other. kGrouped: keys lie in groups and go to buckets; else they go to groups.
template <bool kGrouped, u32 kWindow>
__device__ __forceinline__ void move_tiles(
    const BucketShape& shape, const BucketMap* __restrict__ map, const u64* __restrict__ keys, u64 count, u32 shift,
    u32* places, u64* __restrict__ out) {
  extern __shared__ __align__(16) char raw[];
  auto& s = *reinterpret_cast<MoveShared<kWindow>*>(raw);
  constexpr int kThreads = BucketPolicy::kMoveThreads, kEach = BucketPolicy::kKeysPerThread;
  if (threadIdx.x < 32) {
    s.octaves[threadIdx.x] = map->octave[threadIdx.x];
  }
  __syncthreads();
  const u32 group_bits = shape.group_bits;
  auto place_of = [&](u64 key) {
    const u32 bucket = bucket_of(s.octaves, static_cast<u32>(key >> shift));
    return kGrouped ? bucket : bucket >> group_bits;
  };
  for (u64 base = blockIdx.x * u64{BucketPolicy::kTileKeys}; base < count;
       base += gridDim.x * u64{BucketPolicy::kTileKeys}) {
    u64 key[kEach];
#pragma unroll
    for (int k = 0; k < kEach; k++) {
      const u64 i = base + k * kThreads + threadIdx.x;
      key[k] = i < count ? __ldcs(keys + i) : kNoKey;
    }
    u32 low = 0, last = 0;
    if (kGrouped) {
      const u64 end = min(base + BucketPolicy::kTileKeys, count);
      low = place_of(__ldg(keys + base)) >> group_bits << group_bits;
      last = place_of(__ldg(keys + end - 1)) >> group_bits;
    }
    for (; low >> group_bits <= last; low += kWindow) {
      for (u32 i = threadIdx.x; i < kWindow / 4; i += kThreads) {
        reinterpret_cast<uint4*>(s.counts)[i] = make_uint4(0, 0, 0, 0);
      }
      __syncthreads();
      constexpr u32 kNotHere = 0xFFFF;
      static_assert(BucketPolicy::kTileKeys < kNotHere, "two ranks to a register");
      u32 ranks[kEach / 2];
#pragma unroll
      for (int k = 0; k < kEach; k++) {
        const u32 at = key[k] != kNoKey ? place_of(key[k]) - low : kNoId;
        const u32 rank = at < kWindow ? atomicAdd(s.counts + at, 1u) : kNotHere;
        ranks[k / 2] = k % 2 == 0 ? rank : ranks[k / 2] | rank << 16;
      }
      __syncthreads();
      u32 total = 0;
      scan_window<kWindow, kThreads>(s.counts, s.warp_sums, [&](u32 i, u32 before, u32 mine) {
        s.counts[i] = before;
        if (mine != 0) {
          s.places[i] = atomicAdd(places + low + i, mine) - before;
        }
        total = before + mine;
      });
      if (threadIdx.x == kThreads - 1) {
        s.total = total;
      }
      __syncthreads();
#pragma unroll
      for (int k = 0; k < kEach; k++) {
        const u32 rank = k % 2 == 0 ? ranks[k / 2] & kNotHere : ranks[k / 2] >> 16;
        if (rank != kNotHere) {
          s.keys[s.counts[place_of(key[k]) - low] + rank] = key[k];
        }
      }
      __syncthreads();
      total = s.total;
      for (u32 i = threadIdx.x; i < total; i += kThreads) {
        const u64 mine = s.keys[i];
        out[s.places[place_of(mine) - low] + i] = mine;
      }
      __syncthreads();
      if (!kGrouped) {
        break;
      }
    }
  }
}

// Keys to their groups; places: first places in, ends out.
__global__ void __launch_bounds__(BucketPolicy::kMoveThreads, BucketPolicy::kMoveBlocksPerSm)
    cs_kernel_bucket_move_to_groups(
        BucketShape shape, const BucketMap* __restrict__ map, const u64* __restrict__ keys, u64 count, u32 shift,
        u32* places, u64* __restrict__ out) {
  move_tiles<false, BucketPolicy::kGroupWindow>(shape, map, keys, count, shift, places, out);
}

// The same where a group is a bucket.
__global__ void __launch_bounds__(BucketPolicy::kMoveThreads, BucketPolicy::kMoveBlocksPerSm)
    cs_kernel_bucket_move_at_once(
        BucketShape shape, const BucketMap* __restrict__ map, const u64* __restrict__ keys, u64 count, u32 shift,
        u32* places, u64* __restrict__ out) {
  move_tiles<false, BucketPolicy::kMostPlaces>(shape, map, keys, count, shift, places, out);
}

// Keys in groups to their buckets.
__global__ void __launch_bounds__(BucketPolicy::kMoveThreads, BucketPolicy::kMoveBlocksPerSm) cs_kernel_bucket_move(
    BucketShape shape, const BucketMap* __restrict__ map, const u32* __restrict__ groups, const u64* __restrict__ keys,
    u32 shift, u32* places, u64* __restrict__ out) {
  move_tiles<true, BucketPolicy::kWindow>(shape, map, keys, groups[BucketPolicy::kMostPlaces - 1], shift, places, out);
}

}  // namespace cliquestream::graph
