// Whole rows of the host's graph to arcs of parts, in three passes over a chunk that lies on the device.
//
// Orient: neighbours of smaller rank stay, as keys class * class_size + place, sorted: a row is then cut by class, and
// ascending within each. They overwrite the row's first entries; a step writes only where steps up to it have read. Rows
// up to kWarpRow neighbours are a warp's, longer ones, whose neighbours are mostly smaller, a block's. Counted by part
// meanwhile. First: where each part begins among the chunk's arcs and rows. Place: every row takes room in the parts of
// its class; arcs and rows are counted by one atomic of two halves, so that rows stand in the order of their arcs, and a
// row ends where the next one begins.
#pragma once

#include "common/search.cuh"
#include "graph/row_sort.cuh"
#include "triangles/grid/policy.cuh"

namespace cliquestream::grid {

constexpr u64 kOneRow = u64{1} << 32;  // counts are rows << 32 | arcs

struct ChunkView {
  u32 classes;
  u32 class_size;
  u32 rows;
  u32* entries;
  const u64* offsets;
  const u32* ranks;  // of the chunk's rows
  const u32* rank_by_id;
  u32* kept;         // arcs of each row
  u32* long_rows;    // [0]: how many, then the rows
  u64* counts;

  __device__ __forceinline__ u32 first_entry(u32 row) const { return static_cast<u32>(offsets[row] - offsets[0]); }
  __device__ __forceinline__ u32 length(u32 row) const { return static_cast<u32>(offsets[row + 1] - offsets[row]); }
  __device__ __forceinline__ u32 key(u32 rank) const { return rank % classes * class_size + rank / classes; }
};

// Ascending order of any number of ids in shared memory, by a warp: graph::sort_by_block for one.
__device__ __forceinline__ void sort_by_warp(u32* ids, u32 length) {
  const u32 lane = lane_id();
  for (u32 size_bits = 1; length > 1u << (size_bits - 1); size_bits++) {
    for (u32 bits = size_bits; bits >= 1; bits--) {
      const u32 half = 1u << (bits - 1);
      for (u32 i = lane; i < length / 2 + half; i += 32) {
        const u32 low = i >> (bits - 1) << bits | (i & (half - 1));
        const u32 high = bits == size_bits ? low ^ (2 * half - 1) : low + half;
        if (high < length) {
          const u32 a = ids[low], b = ids[high];
          if (a > b) {
            ids[low] = b;
            ids[high] = a;
          }
        }
      }
      __syncwarp();
    }
  }
}

// The same of one id a lane.
__device__ __forceinline__ u32 sort_lanes(u32 id) {
  const u32 lane = lane_id();
#pragma unroll
  for (u32 width = 2; width <= 32; width *= 2) {
#pragma unroll
    for (u32 distance = width / 2; distance >= 1; distance /= 2) {
      const u32 other = __shfl_xor_sync(kFullWarp, id, distance);
      const bool ascending = (lane & width) == 0, lower = (lane & distance) == 0;
      id = ascending == lower ? min(id, other) : max(id, other);
    }
  }
  return id;
}

// Arcs of a sorted row towards a class.
__device__ __forceinline__ u32 arcs_towards(const u32* row, u32 length, u32 to, u32 class_size) {
  return lower_bound(row, length, (to + 1) * class_size) - lower_bound(row, length, to * class_size);
}

__device__ __forceinline__ void flush_counts(const ChunkView& c, const u64* counts) {
  __syncthreads();
  for (u32 part = threadIdx.x; part < c.classes * c.classes; part += blockDim.x) {
    if (counts[part] != 0) {
      add_to(c.counts + part, counts[part]);
    }
  }
}

__global__ void __launch_bounds__(GridPolicy::kOrientThreads) cs_kernel_grid_orient(ChunkView c) {
  constexpr u32 kWarps = GridPolicy::kOrientThreads / 32;
  __shared__ u32 buffers[kWarps][GridPolicy::kWarpRow];
  __shared__ u64 counts[GridPolicy::kMostParts];
  for (u32 part = threadIdx.x; part < c.classes * c.classes; part += blockDim.x) {
    counts[part] = 0;
  }
  __syncthreads();
  const u32 lane = lane_id();
  u32* buffer = buffers[threadIdx.x / 32];
  for (u64 next = global_thread() / 32; next < c.rows; next += global_threads() / 32) {
    const u32 row = static_cast<u32>(next), length = c.length(row);
    if (length > GridPolicy::kWarpRow) {
      if (lane == 0) {
        c.long_rows[1 + atomicAdd(c.long_rows, 1u)] = row;
      }
      continue;
    }
    u32* entries = c.entries + c.first_entry(row);
    const u32 own = c.ranks[row];
    u32 kept = 0;
    for (u32 at = 0; at < length; at += 32) {
      const u32 rank = at + lane < length ? __ldg(c.rank_by_id + entries[at + lane]) : kNoId;
      const bool keep = rank < own;
      const u32 votes = __ballot_sync(kFullWarp, keep);
      if (keep) {
        buffer[kept + __popc(votes & lanes_below_mine())] = c.key(rank);
      }
      kept += __popc(votes);
    }
    __syncwarp();
    if (kept <= 32) {
      const u32 id = sort_lanes(lane < kept ? buffer[lane] : kNoId);
      __syncwarp();
      buffer[lane] = id;
    } else {
      sort_by_warp(buffer, kept);
    }
    __syncwarp();
    for (u32 i = lane; i < kept; i += 32) {
      entries[i] = buffer[i];
    }
    if (kept != 0 && lane < c.classes) {
      const u32 arcs = arcs_towards(buffer, kept, lane, c.class_size);
      if (arcs != 0) {
        add_to(counts + own % c.classes * c.classes + lane, kOneRow | arcs);
      }
    }
    if (lane == 0) {
      c.kept[row] = kept;
    }
    __syncwarp();
  }
  flush_counts(c, counts);
}

__global__ void __launch_bounds__(GridPolicy::kLongThreads) cs_kernel_grid_orient_long(ChunkView c) {
  constexpr u32 kThreads = GridPolicy::kLongThreads, kInFlight = GridPolicy::kLongInFlight;
  __shared__ u32 ids[GridPolicy::kSharedRow];
  __shared__ u64 counts[GridPolicy::kMostParts];
  __shared__ u32 kept;
  for (u32 part = threadIdx.x; part < c.classes * c.classes; part += blockDim.x) {
    counts[part] = 0;
  }
  const u32 lane = lane_id(), listed = c.long_rows[0];
  for (u32 k = blockIdx.x; k < listed; k += gridDim.x) {
    if (threadIdx.x == 0) {
      kept = 0;
    }
    __syncthreads();
    const u32 row = c.long_rows[1 + k], length = c.length(row), own = c.ranks[row];
    u32* entries = c.entries + c.first_entry(row);
    for (u64 at = 0; at < length; at += kThreads * kInFlight) {
      u32 rank[kInFlight];
#pragma unroll
      for (u32 i = 0; i < kInFlight; i++) {
        const u64 entry = at + i * kThreads + threadIdx.x;
        rank[i] = entry < length ? __ldg(c.rank_by_id + entries[entry]) : kNoId;
      }
      __syncthreads();  // all of the step is read before any of it is written over
#pragma unroll
      for (u32 i = 0; i < kInFlight; i++) {
        const bool keep = rank[i] < own;
        const u32 votes = __ballot_sync(kFullWarp, keep);
        u32 to = 0;
        if (lane == 0 && votes != 0) {
          to = atomicAdd(&kept, __popc(votes));
        }
        to = __shfl_sync(kFullWarp, to, 0) + __popc(votes & lanes_below_mine());
        if (keep) {
          entries[to] = c.key(rank[i]);
        }
      }
    }
    __syncthreads();
    const u32 arcs = kept;
    const bool fits = arcs <= GridPolicy::kSharedRow;
    u32* sorted = fits ? ids : entries;
    for (u32 i = threadIdx.x; fits && i < arcs; i += kThreads) {
      ids[i] = entries[i];
    }
    __syncthreads();
    graph::sort_by_block(sorted, arcs);
    for (u32 i = threadIdx.x; fits && i < arcs; i += kThreads) {
      entries[i] = ids[i];
    }
    if (arcs != 0 && threadIdx.x < c.classes) {
      const u32 towards = arcs_towards(sorted, arcs, threadIdx.x, c.class_size);
      if (towards != 0) {
        add_to(counts + own % c.classes * c.classes + threadIdx.x, kOneRow | towards);
      }
    }
    if (threadIdx.x == 0) {
      c.kept[row] = arcs;
    }
    __syncthreads();
  }
  flush_counts(c, counts);
}

// One block, a thread a part.
__global__ void __launch_bounds__(GridPolicy::kMostParts) cs_kernel_grid_firsts(
    const u64* __restrict__ counts, u32 parts, u64* __restrict__ firsts, u64* __restrict__ before, u64* totals,
    u64* __restrict__ cursors) {
  __shared__ u64 warp_sums[32];
  const u32 part = threadIdx.x, lane = lane_id();
  const u64 mine = part < parts ? counts[part] : 0;
  const u64 inclusive = warp_inclusive_sum(mine);
  if (lane == 31) {
    warp_sums[part / 32] = inclusive;
  }
  __syncthreads();
  u64 sum = inclusive - mine;
  for (u32 warp = 0; warp < part / 32; warp++) {
    sum += warp_sums[warp];
  }
  if (part < parts) {
    firsts[part] = sum;
    cursors[part] = 0;
    before[part] = totals[part];
    totals[part] += mine & (kOneRow - 1);
  }
}

__global__ void __launch_bounds__(GridPolicy::kPlaceRows) cs_kernel_grid_place(
    ChunkView c, const u64* __restrict__ firsts, const u64* __restrict__ before, u64* cursors, u32* __restrict__ arcs,
    uint2* __restrict__ rows) {
  constexpr u32 kRows = GridPolicy::kPlaceRows, kLanes = GridPolicy::kPlaceLanes;
  __shared__ u64 room[GridPolicy::kMostClasses], taken[GridPolicy::kMostClasses];
  __shared__ u32 from[kRows], to[kRows], lengths[kRows];
  const u32 thread = threadIdx.x, classes = c.classes;
  for (u64 tile = u64{blockIdx.x} * kRows; tile < c.rows; tile += u64{gridDim.x} * kRows) {
    const u64 mine = tile + thread;
    u32 kept = 0, source = 0, place = 0, entry = 0;
    if (mine < c.rows) {
      const u32 row = static_cast<u32>(mine), rank = c.ranks[row];
      kept = c.kept[row];
      source = rank % classes;
      place = rank / classes;
      entry = c.first_entry(row);
    }
    const u32* sorted = c.entries + entry;
    u32 begin = 0;
    for (u32 target = 0; target < classes; target++) {
      const u32 bound = (target + 1) * c.class_size;
      const u32 end = first_without(begin, kept, [&](u32 i) { return sorted[i] < bound; });
      const u32 length = end - begin;
      if (thread < classes) {
        room[thread] = 0;
      }
      __syncthreads();
      u64 at = 0;
      if (length != 0) {
        at = atomicAdd(reinterpret_cast<atomic64*>(room + source), static_cast<atomic64>(kOneRow | length));
      }
      __syncthreads();
      if (thread < classes && room[thread] != 0) {
        taken[thread] = atomicAdd(
            reinterpret_cast<atomic64*>(cursors + thread * classes + target), static_cast<atomic64>(room[thread]));
      }
      __syncthreads();
      lengths[thread] = length;
      if (length != 0) {
        const u32 part = source * classes + target;
        at += taken[source];
        const u64 here = firsts[part] + at;
        from[thread] = entry + begin;
        to[thread] = static_cast<u32>(here);
        rows[here >> 32] = make_uint2(place, static_cast<u32>(before[part] + static_cast<u32>(at)));
      }
      __syncthreads();
      const u32 subtract = target * c.class_size;
      for (u32 k = thread / kLanes; k < kRows; k += kRows / kLanes) {
        for (u32 i = thread % kLanes; i < lengths[k]; i += kLanes) {
          arcs[to[k] + i] = c.entries[from[k] + i] - subtract;
        }
      }
      __syncthreads();
      begin = end;
    }
  }
}

}  // namespace cliquestream::grid
