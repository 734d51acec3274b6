// The induced subgraph of a root's out-neighbours as a bit matrix.
//
// Vertex i is the root's i-th out-neighbour, in ascending rank; bit j < i of row i says that i and j are adjacent, and a
// symmetric matrix also has bit i of row j. Rows of hubs are read from the graph's bits (common/hub_bits.cuh). Any other row i
// comes from the list of vertex i, which is streamed past a filter of a few kilobytes (one shared load rejects nearly every
// id that is not an out-neighbour) and then a hash; or, where the list is much longer than i, is searched for each of the
// i vertices before it. Cost: one load for each two hubs, one probe for each list element of the others.
#pragma once

#include "common/hub_bits.cuh"
#include "common/search.cuh"
#include "cliques/bits.cuh"

namespace cliquestream::cliques {

struct Lookup {
  const u32* ids;  // of the out-neighbours, ascending
  u32 count;
  u32* filter;
  u32 filter_bits;
  u32* slots;      // null: ids are searched
  u32 slot_bits;

  __device__ __forceinline__ u32 slot(u32 id) const { return (id * 2654435769u) >> (32 - slot_bits); }
  __device__ __forceinline__ bool may_hold(u32 id) const {
    return filter[(id & ((1u << filter_bits) - 1)) >> 5] >> (id & 31) & 1;
  }
  __device__ __forceinline__ u32 place(u32 id) const {
    if (slots != nullptr) {
      for (u32 s = slot(id);; s = (s + 1) & ((1u << slot_bits) - 1)) {
        const u32 entry = slots[s];
        if (entry == kNoId || ids[entry] == id) {
          return entry;
        }
      }
    }
    const u32 at = lower_bound(ids, count, id);
    return at < count && ids[at] == id ? at : kNoId;
  }
};

template <bool kBlock>
__device__ __forceinline__ void group_barrier() {
  if constexpr (kBlock) {
    __syncthreads();
  } else {
    __syncwarp();
  }
}

// Copies the ids where the lookup wants them, in shared memory.
__device__ __forceinline__ void copy_ids(
    const Lookup& lookup, const u32* __restrict__ list, u32* ids, u32 thread, u32 threads) {
  if (lookup.slots != nullptr) {
    for (u32 i = thread; i < lookup.count; i += threads) {
      ids[i] = __ldg(list + i);
    }
  }
}

// Fills filter and hash. Ends with a barrier.
template <bool kBlock>
__device__ __forceinline__ void fill_lookup(const Lookup& lookup, const u32* __restrict__ list, u32 thread, u32 threads) {
  for (u32 i = thread; i < 1u << (lookup.filter_bits - 5); i += threads) {
    lookup.filter[i] = 0;
  }
  if (lookup.slots != nullptr) {
    for (u32 i = thread; i < 1u << lookup.slot_bits; i += threads) {
      lookup.slots[i] = kNoId;
    }
  }
  group_barrier<kBlock>();
  for (u32 i = thread; i < lookup.count; i += threads) {
    const u32 id = __ldg(list + i);
    atomicOr(lookup.filter + ((id & ((1u << lookup.filter_bits) - 1)) >> 5), 1u << (id & 31));
    if (lookup.slots != nullptr) {
      u32 s = lookup.slot(id);
      while (atomicCAS(lookup.slots + s, kNoId, i) != kNoId) {
        s = (s + 1) & ((1u << lookup.slot_bits) - 1);
      }
    }
  }
  group_barrier<kBlock>();
}

template <bool kSymmetric>
__device__ __forceinline__ void set_adjacent(u32* matrix, u32 stride, u32 i, u32 j) {
  atomicOr(matrix + static_cast<u64>(i) * stride + (j >> 5), 1u << (j & 31));
  if constexpr (kSymmetric) {
    atomicOr(matrix + static_cast<u64>(j) * stride + (i >> 5), 1u << (i & 31));
  }
}

// Rows from `from` on, from the lists of their vertices; lanes threads work on one row at a time.
template <bool kSymmetric>
__device__ __forceinline__ void stream_rows(
    const Job& job, const Lookup& lookup, u32 from, u32* matrix, u32 stride, u32 lanes, u32 thread, u32 threads) {
  const u32 member = thread & (lanes - 1);
  for (u32 i = from + thread / lanes; i < lookup.count; i += threads / lanes) {
    const u64 row = __ldg(job.rows + lookup.ids[i]);
    const u32 length = row_length(row);
    if (length / CliquePolicy::kSearchRatio > i) {
      const u32* list = job.adjacency + row_quad(row) * 4;
      for (u32 j = member; j < i; j += lanes) {
        if (row_contains(list, length, lookup.ids[j])) {
          set_adjacent<kSymmetric>(matrix, stride, i, j);
        }
      }
      continue;
    }
    // Rows are padded to four ids with kNoId, which the exact lookup rejects.
    const uint4* quads = reinterpret_cast<const uint4*>(job.adjacency) + row_quad(row);
    for (u32 q = member; q * 4 < length; q += lanes) {
      const uint4 four = __ldg(quads + q);
      const u32 id[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
      for (int x = 0; x < 4; x++) {
        if (lookup.may_hold(id[x])) {
          const u32 j = lookup.place(id[x]);
          if (j != kNoId) {
            set_adjacent<kSymmetric>(matrix, stride, i, j);
          }
        }
      }
    }
  }
}

// The whole matrix of the vertices in the list; ids: where the lookup has them in shared memory. Ends with a barrier.
template <bool kSymmetric, bool kBlock>
__device__ __forceinline__ void build_matrix(
    const Job& job, const Lookup& lookup, const u32* __restrict__ list, u32* ids, u32* matrix, u32 stride, u32 lanes,
    u32 thread, u32 threads) {
  const u32 hubs = hubs_among(list, lookup.count, job.hubs);
  copy_ids(lookup, list, ids, thread, threads);
  const u64 words = static_cast<u64>(lookup.count) * stride;
  for (u64 i = thread; i < words; i += threads) {
    matrix[i] = 0;
  }
  group_barrier<kBlock>();
  hub_rows<kSymmetric>(job.hub_bits, lookup.ids, hubs, matrix, stride, thread & 31, thread >> 5, threads >> 5);
  if (hubs < lookup.count) {
    fill_lookup<kBlock>(lookup, list, thread, threads);  // its barriers come between the two kinds of rows
    stream_rows<kSymmetric>(job, lookup, hubs == 0 ? 1 : hubs, matrix, stride, lanes, thread, threads);
  }
  group_barrier<kBlock>();
}

// Rows of the members of a mask with at most kTile of them, renumbered 0, 1, ... in their order, into tile: one Mask a row.
// For a whole warp. members: room for kTile indices.
template <class Mask, bool kSymmetric>
__device__ __forceinline__ void compact(
    const u32* matrix, u32 stride, const u32* mask, u32 words, u32* members, Mask* tile, u32 count, u32 lane) {
  constexpr u32 kHalves = sizeof(Mask) / 4;
  u32 before = 0;
  for (u32 w = 0; w < words; w++) {
    const u32 word = mask[w];
    if (word >> lane & 1) {
      members[before + __popc(word & lanes_below_mine())] = w * 32 + lane;
    }
    before += __popc(word);
  }
  __syncwarp();
  // A row at a time: lane x looks up members x and x + 32, and ballots put the bits side by side.
  const u32 first = lane < count ? members[lane] : 0, first_bit = lane < count ? 1u << (first & 31) : 0;
  const u32 second = lane + 32 < count ? members[lane + 32] : 0, second_bit = lane + 32 < count ? 1u << (second & 31) : 0;
#pragma unroll 4
  for (u32 q = 0; q < count; q++) {
    const u32* row = matrix + static_cast<u64>(members[q]) * stride;
    const u32 low = __ballot_sync(kFullWarp, (row[first >> 5] & first_bit) != 0);
    if constexpr (kHalves == 2) {
      // Without the upper triangle a row of the lower half has no bits there.
      const bool wide = kSymmetric || q >= 32;
      const u32 high = wide ? __ballot_sync(kFullWarp, (row[second >> 5] & second_bit) != 0) : 0;
      if (lane == 0) {
        tile[q] = static_cast<u64>(high) << 32 | low;
      }
    } else if (lane == 0) {
      tile[q] = low;
    }
  }
  __syncwarp();
}

}  // namespace cliquestream::cliques
