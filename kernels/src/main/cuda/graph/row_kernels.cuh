// From keys in buckets to the rows of a graph: one block a bucket, everything in shared memory.
//
//   count    the keys of each row, and from them where each row lies in the bucket
//   place    the ids into their rows, in no order
//   sort     rows of up to 32 ids by a thread each, longer ones by a warp, the longest by the block
//   write    offsets, descriptors and ids, in their final place
//
// Buckets are bounded by degrees, and out-degrees are about half of those, so neighbouring buckets are put together to
// pieces as far as they fit; what is said of buckets above is true of pieces.
//
// Where a bucket's rows begin in the adjacency is the sum over all buckets before. Blocks take buckets in order, publish
// their own sum, and look back over those before them until one knows its whole (decoupled look-back, Merrill and
// Garland 2016), while the other warps place and sort. Keys are read twice, the second time from the cache; ids are
// written once.
//
// A row that is longer than the shared memory is alone in its bucket. Its ids are written as they come and the row is
// listed; cs_kernel_row_sort_long sorts it.
#pragma once

#include "common/look_back.cuh"
#include "graph/bucket_map.cuh"
#include "graph/keys.cuh"
#include "graph/row_sort.cuh"

namespace cliquestream::graph {

// One row of at most N ids in one thread, padding included; returns how many of them stand twice.
template <int N>
__device__ __forceinline__ u32 sort_thread_row(u32* ids, u32 length) {
  uint4* quads = reinterpret_cast<uint4*>(ids);
  u32 v[N];
#pragma unroll
  for (u32 q = 0; q < N / 4; q++) {
    const uint4 four = q * 4 < length ? quads[q] : make_uint4(0, 0, 0, 0);
    v[q * 4] = q * 4 < length ? four.x : kNoId;
    v[q * 4 + 1] = q * 4 + 1 < length ? four.y : kNoId;
    v[q * 4 + 2] = q * 4 + 2 < length ? four.z : kNoId;
    v[q * 4 + 3] = q * 4 + 3 < length ? four.w : kNoId;
  }
  sort_registers(v);
  u32 twice = 0;
#pragma unroll
  for (int i = 1; i < N; i++) {
    twice += v[i] == v[i - 1] && v[i] != kNoId;
  }
#pragma unroll
  for (u32 q = 0; q < N / 4; q++) {
    if (q * 4 < length) {
      quads[q] = make_uint4(v[q * 4], v[q * 4 + 1], v[q * 4 + 2], v[q * 4 + 3]);
    }
  }
  return twice;
}

// One row of at most 32 * N ids by a warp, padding included; what the lanes return adds up to the ids that stand twice.
template <int N>
__device__ __forceinline__ u32 sort_warp_row(u32* ids, u32 length, u32 lane) {
  u32 v[N];
#pragma unroll
  for (int e = 0; e < N; e++) {
    const u32 i = e * 32 + lane;
    v[e] = i < length ? ids[i] : kNoId;
  }
  sort_warp(v, lane);
  __syncwarp();
  const u32 next = __shfl_down_sync(kFullWarp, v[0], 1);
  u32 twice = lane < 31 && v[N - 1] == next && next != kNoId;
  const u32 end = (length + 3) & ~3u;
#pragma unroll
  for (int e = 0; e < N; e++) {
    twice += e != 0 && v[e] == v[e == 0 ? 0 : e - 1] && v[e] != kNoId;
    if (lane * N + e < end) {
      ids[lane * N + e] = v[e];
    }
  }
  return twice;
}

__device__ __forceinline__ u32 sort_row_by_warp(u32* ids, u32 length, u32 lane) {
  static_assert(RowSortPolicy::kWarpRow == 32 * 32, "the longest row of a warp");
  return length <= 64 ? sort_warp_row<2>(ids, length, lane)
      : length <= 128 ? sort_warp_row<4>(ids, length, lane)
      : length <= 256 ? sort_warp_row<8>(ids, length, lane)
      : length <= 512 ? sort_warp_row<16>(ids, length, lane)
                      : sort_warp_row<32>(ids, length, lane);
}

__device__ __forceinline__ u32 sort_row_by_thread(u32* ids, u32 length) {
  return length <= 4  ? sort_thread_row<4>(ids, length)
      : length <= 8   ? sort_thread_row<8>(ids, length)
      : length <= 16  ? sort_thread_row<16>(ids, length)
                      : sort_thread_row<RowSortPolicy::kThreadRow>(ids, length);
}

struct RowTarget {
  u64* offsets;
  u64* rows;
  u32* adjacency;
  const u32* degrees;
};

// Dynamic shared memory: ids, then the length and the place of each row, then the rows that a warp or the block sorts.
struct RowShared {
  u32* ids;
  u32* counts;
  u32* places;
  unsigned short* listed;
  __device__ RowShared(u32* memory, u32 words)
      : ids(memory), counts(memory + words), places(memory + words + words / 4),
        listed(reinterpret_cast<unsigned short*>(memory + words + words / 2)) {}
};
inline size_t row_shared_bytes(u32 words) { return (words + words / 2) * sizeof(u32) + words / 32 * 2; }
constexpr size_t kOwnRowShared = 512;  // of the kernel itself, at most

// What one thread adds to the header.
struct RowSums {
  u64 hub_targets;
  u32 twice, longest;
};

// Neighbouring buckets that fit together: ranks [first_rank, first_rank + rows), keys [first, end).
struct Piece {
  u32 index;
  u32 first_rank, rows;
  u64 first, end;
};

// A row of more ids than fit, alone in its bucket.
__device__ __forceinline__ void write_outside(
    const Piece& piece, const u64* __restrict__ keys, u32 bits, u64* states, u32* long_rows, BucketMap* map,
    const RowTarget& target, cs_prepare_header* header, u64& origin_shared, RowSums& sums) {
  const u64 length = piece.end - piece.first, quads = (length + 3) / 4;
  if (threadIdx.x < 32) {
    const u64 before = sum_before(states, piece.index, quads);
    if (threadIdx.x == 0) {
      origin_shared = before;
    }
  }
  __syncthreads();
  const u64 origin = origin_shared;
  u32* out = target.adjacency + origin * 4;
  for (u64 i = threadIdx.x; i < length; i += blockDim.x) {
    out[i] = key_target(keys[piece.first + i], bits);
  }
  if (length + threadIdx.x < quads * 4) {
    out[length + threadIdx.x] = kNoId;
  }
  if (threadIdx.x == 0) {
    const u32 u = piece.first_rank;
    target.offsets[u] = origin * 4;
    if (u + 1 == map->ranks) {
      target.offsets[u + 1] = (origin + quads) * 4;
      header->adjacency_ids = (origin + quads) * 4;
    }
    // A longer row shows in the header; cut here, it cannot reach past its descriptor.
    target.rows[u] = origin << kRowLengthBits | min(length, kRowLengthMask);
    sums.hub_targets += u < kHubWindow ? target.degrees[u] - length : 0;
    sums.longest = max(sums.longest, static_cast<u32>(length));
    if (length <= RowSortPolicy::kMostRow) {
      long_rows[atomicAdd(&map->long_rows, 1u)] = u;
    } else {
      sums.twice++;  // no simple graph has such a row
    }
  }
  __syncthreads();
}

template <class Use>
__device__ __forceinline__ void each_key(const Piece& piece, const u64* __restrict__ keys, u32 bits, Use use) {
  constexpr u32 kThreads = BucketPolicy::kFinishThreads, kInFlight = BucketPolicy::kInFlight;
  for (u64 base = piece.first + threadIdx.x; base < piece.end; base += kThreads * kInFlight) {
    u64 key[kInFlight];
#pragma unroll
    for (u32 k = 0; k < kInFlight; k++) {
      key[k] = base + k * kThreads < piece.end ? __ldg(keys + base + k * kThreads) : kNoKey;
    }
#pragma unroll
    for (u32 k = 0; k < kInFlight; k++) {
      if (key[k] != kNoKey) {
        use(static_cast<u32>(key_source(key[k], bits)) - piece.first_rank, key_target(key[k], bits));
      }
    }
  }
}

// Turns lengths into places, in words from the piece's first row; returns the piece's quads.
__device__ __forceinline__ u32 place_rows(const RowShared& shared, u32 rows, u32* warp_sums, u32& longest) {
  constexpr u32 kThreads = BucketPolicy::kFinishThreads;
  const u32 lane = lane_id(), warp = threadIdx.x / 32;
  const u32 each = (rows + kThreads - 1) / kThreads;
  const u32 first = threadIdx.x * each, end = min(first + each, rows);
  u32 quads = 0;
  for (u32 i = first; i < end; i++) {
    quads += (shared.counts[i] + 3) / 4;
  }
  const u32 inclusive = warp_inclusive_sum(quads);
  if (lane == 31) {
    warp_sums[warp] = inclusive;
  }
  __syncthreads();
  const u32 warp_total = lane < kThreads / 32 ? warp_sums[lane] : 0;
  u32 at = inclusive - quads + __reduce_add_sync(kFullWarp, lane < warp ? warp_total : 0);
  for (u32 i = first; i < end; i++) {
    const u32 length = shared.counts[i];
    shared.places[i] = at * 4;
    at += (length + 3) / 4;
    longest = max(longest, length);
  }
  return __reduce_add_sync(kFullWarp, warp_total);
}

// Sorts the rows in shared memory; leaves in places where each begins. Lists: rows for warps, rows for the block.
__device__ __forceinline__ void sort_rows(const RowShared& shared, u32 words, u32 rows, u32* lists, RowSums& sums) {
  constexpr u32 kThreads = BucketPolicy::kFinishThreads;
  const u32 last = words / 32 - 1;
  for (u32 i = threadIdx.x; i < rows; i += kThreads) {
    const u32 length = shared.counts[i];
    const u32 place = shared.places[i] - length;
    shared.places[i] = place;
    if (length > RowSortPolicy::kThreadRow) {
      // Those for warps from the front of the list, those for the block from its end.
      const bool by_warp = length <= RowSortPolicy::kWarpRow;
      const u32 at = atomicAdd(lists + !by_warp, 1u);
      shared.listed[by_warp ? at : last - at] = static_cast<unsigned short>(i);
    } else if (length != 0) {
      sums.twice += sort_row_by_thread(shared.ids + place, length);
    }
  }
  __syncthreads();
  for (u32 k = threadIdx.x / 32; k < lists[0]; k += kThreads / 32) {
    const u32 i = shared.listed[k];
    sums.twice += sort_row_by_warp(shared.ids + shared.places[i], shared.counts[i], lane_id());
  }
  for (u32 k = 0; k < lists[1]; k++) {
    const u32 i = shared.listed[last - k], length = shared.counts[i];
    u32* ids = shared.ids + shared.places[i];
    sort_by_block(ids, length);
    for (u32 j = threadIdx.x + 1; j < length; j += kThreads) {
      sums.twice += ids[j] == ids[j - 1];
    }
    if (length + threadIdx.x < ((length + 3) & ~3u)) {
      ids[length + threadIdx.x] = kNoId;
    }
  }
}

// Puts neighbouring buckets together while they fit. One block; a thread does kPieceBuckets of them.
__global__ void __launch_bounds__(BucketPolicy::kPieceThreads) cs_kernel_bucket_pieces(
    BucketShape shape, BucketMap* map, const u32* __restrict__ ends, u32* __restrict__ pieces) {
  constexpr u32 kThreads = BucketPolicy::kPieceThreads, kEach = BucketPolicy::kPieceBuckets;
  __shared__ uint2 octaves[32];
  __shared__ u32 warp_sums[kThreads / 32];
  const u32 lane = lane_id(), warp = threadIdx.x / 32, buckets = map->buckets;
  if (threadIdx.x < 32) {
    octaves[threadIdx.x] = map->octave[threadIdx.x];
  }
  u32 found = 0;
  for (u32 base = 0; base < buckets; base += kThreads * kEach) {
    __syncthreads();  // the map stands, and the sums of the round before have been read
    const u32 first = base + threadIdx.x * kEach, end = min(first + kEach, buckets);
    u32 starts = 0, piece_key = 0, piece_rank = 0;
    u32 key = first == 0 || first >= buckets ? 0 : ends[first - 1];
    u32 rank = first < buckets ? first_rank_of(octaves, first) : 0;
    u32 next_keys[kEach];
#pragma unroll
    for (u32 i = 0; i < kEach; i++) {
      next_keys[i] = first + i < end ? ends[first + i] : 0;
    }
#pragma unroll
    for (u32 i = 0; i < kEach; i++) {
      const u32 b = first + i;
      if (b >= end) {
        break;
      }
      const u32 next_key = next_keys[i], next_rank = b + 1 == buckets ? map->ranks : first_rank_of(octaves, b + 1);
      const u32 rows = next_rank - piece_rank;
      if (b == first || rows > shape.words / 4 || next_key - piece_key + 3 * rows > shape.piece_words) {
        starts |= 1u << (b - first);
        piece_key = key;
        piece_rank = rank;
      }
      key = next_key;
      rank = next_rank;
    }
    const u32 inclusive = warp_inclusive_sum(__popc(starts));
    if (lane == 31) {
      warp_sums[warp] = inclusive;
    }
    __syncthreads();
    u32 at = found + inclusive - __popc(starts) + __reduce_add_sync(kFullWarp, lane < warp ? warp_sums[lane] : 0);
    for (; starts != 0; starts &= starts - 1) {
      pieces[at++] = first + __ffs(starts) - 1;
    }
    found += __reduce_add_sync(kFullWarp, warp_sums[lane]);
  }
  if (threadIdx.x == 0) {
    pieces[found] = buckets;
    map->pieces = found;
  }
}

__global__ void __launch_bounds__(BucketPolicy::kFinishThreads, BucketPolicy::kFinishBlocksPerSm)
    cs_kernel_bucket_rows(
        BucketShape shape, BucketMap* map, const u32* __restrict__ ends, const u32* __restrict__ pieces,
        const u64* __restrict__ keys, u32 bits, u64* states, u32* long_rows, RowTarget target,
        cs_prepare_header* header) {
  constexpr u32 kThreads = BucketPolicy::kFinishThreads;
  extern __shared__ __align__(16) u32 memory[];
  const RowShared shared(memory, shape.words);
  __shared__ uint2 octaves[32];
  __shared__ Piece piece_shared;
  __shared__ u32 warp_sums[kThreads / 32], lists[2];
  __shared__ u64 origin_shared;
  const u32 thread = threadIdx.x, all_pieces = map->pieces;
  if (thread < 32) {
    octaves[thread] = map->octave[thread];
  }
  RowSums sums = {0, 0, 0};
  for (;;) {
    __syncwarp();
    if (thread == 0) {
      const u32 index = atomicAdd(&map->taken, 1u);
      if (index < all_pieces) {
        const u32 from = pieces[index], to = pieces[index + 1];
        const u32 first = first_rank_of(octaves, from);
        const u32 end = to == map->buckets ? map->ranks : first_rank_of(octaves, to);
        piece_shared = {index, first, end - first, from == 0 ? 0 : ends[from - 1], ends[to - 1]};
      } else {
        piece_shared.index = index;
      }
      lists[0] = lists[1] = 0;
    }
    __syncthreads();
    const Piece piece = piece_shared;
    if (piece.index >= all_pieces) {
      break;
    }
    if (piece.rows == 1 && piece.end - piece.first + 3 > shape.words) {
      write_outside(piece, keys, bits, states, long_rows, map, target, header, origin_shared, sums);
      continue;
    }
    for (u32 i = thread; i < piece.rows; i += kThreads) {
      shared.counts[i] = 0;
    }
    __syncthreads();
    each_key(piece, keys, bits, [&](u32 row, u32) { atomicAdd(shared.counts + row, 1u); });
    __syncthreads();
    const u32 quads = place_rows(shared, piece.rows, warp_sums, sums.longest);
    __syncthreads();
    if (thread < 32) {
      const u64 before = sum_before(states, piece.index, quads);
      if (thread == 0) {
        origin_shared = before;
      }
    }
    each_key(piece, keys, bits, [&](u32 row, u32 id) { shared.ids[atomicAdd(shared.places + row, 1u)] = id; });
    __syncthreads();
    sort_rows(shared, shape.words, piece.rows, lists, sums);
    __syncthreads();
    const u64 origin = origin_shared;
    for (u32 i = thread; i < piece.rows; i += kThreads) {
      const u32 u = piece.first_rank + i, length = shared.counts[i];
      const u64 quad = origin + shared.places[i] / 4;
      target.offsets[u] = quad * 4;
      target.rows[u] = quad << kRowLengthBits | length;
      if (u < kHubWindow) {
        sums.hub_targets += target.degrees[u] - length;  // the edges towards u
      }
    }
    if (piece.index + 1 == all_pieces && thread == 0) {
      target.offsets[map->ranks] = (origin + quads) * 4;
      header->adjacency_ids = (origin + quads) * 4;
    }
    uint4* out = reinterpret_cast<uint4*>(target.adjacency) + origin;
    for (u32 i = thread; i < quads; i += kThreads) {
      out[i] = reinterpret_cast<const uint4*>(shared.ids)[i];
    }
  }
  add_warp_sum(&header->duplicates, static_cast<u64>(sums.twice));
  add_warp_sum(&header->hub_targets, sums.hub_targets);
  const u32 longest = __reduce_max_sync(kFullWarp, sums.longest);
  // Reading first spares the atomic to all but a handful of warps.
  if (lane_id() == 0 && longest > *reinterpret_cast<volatile u64*>(&header->max_out_degree)) {
    atomicMax(reinterpret_cast<atomic64*>(&header->max_out_degree), static_cast<atomic64>(longest));
  }
}

// One block a row of the list: in shared memory where it fits, else where it lies.
__global__ void __launch_bounds__(RowSortPolicy::kLongThreads, RowSortPolicy::kLongBlocksPerSm)
    cs_kernel_row_sort_long(
        const u64* __restrict__ rows, u32* adjacency, const u32* __restrict__ long_rows, u32 shared_row,
        const BucketMap* __restrict__ map, cs_prepare_header* header) {
  extern __shared__ __align__(16) u32 memory[];
  const u32 listed = map->long_rows;
  u64 twice = 0;
  for (u32 k = blockIdx.x; k < listed; k += gridDim.x) {
    const u64 descriptor = rows[long_rows[k]];
    const u32 length = row_length(descriptor);
    u32* row = adjacency + row_quad(descriptor) * 4;
    const bool fits = length <= shared_row;
    u32* ids = fits ? memory : row;
    if (fits) {
      for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
        ids[i] = row[i];
      }
      __syncthreads();
    }
    sort_by_block(ids, length);
    for (u32 i = threadIdx.x; i < length; i += blockDim.x) {
      twice += i != 0 && ids[i] == ids[i - 1];
      if (fits) {
        row[i] = ids[i];
      }
    }
    __syncthreads();
  }
  add_warp_sum(&header->duplicates, twice);
}

}  // namespace cliquestream::graph
