// Preparation in parts: rows are laid out by counting, and filled range by range of their source.
#pragma once

#include "common/search.cuh"
#include "graph/keys.cuh"

namespace cliquestream::graph {

// Out-degrees, repeated edges counted as often as they occur.
__global__ void cs_kernel_partition_accumulate(
    const uint2* __restrict__ pairs, u64 count, const u32* __restrict__ id_to_rank, u32* out_degree) {
  for (u64 i = global_thread(); i < count; i += global_threads()) {
    const uint2 pair = __ldcs(pairs + i);
    if (pair.x != pair.y) {
      atomicAdd(out_degree + max(__ldg(id_to_rank + pair.x), __ldg(id_to_rank + pair.y)), 1u);
    }
  }
}

// Cuts the rows into ranges of at most part_keys keys, as long as they come. One thread: parts are few.
__global__ void cs_kernel_partition_ranges(
    const u64* __restrict__ row_first, u64 active, u64 part_keys, cs_partition* out) {
  u64 rank = 0, parts = 0;
  while (rank < active && parts < CS_PARTITION_MOST_PARTS) {
    out->first_rank[parts] = rank;
    out->first_key[parts] = row_first[rank];
    // The last rank whose rows before it still fit.
    const u64 last =
        first_without(rank + 1, active + 1, [&](u64 r) { return row_first[r] - row_first[rank] <= part_keys; }) - 1;
    if (last == rank) {
      break;  // one row alone is too long
    }
    rank = last;
    parts++;
  }
  out->parts = rank < active ? 0 : parts;
  out->first_rank[parts] = rank;
  out->first_key[parts] = row_first[rank];
}

// Appends the keys of the edges whose source is in [first_rank, end_rank), the source counted from first_rank.
__global__ void cs_kernel_partition_select(
    const uint2* __restrict__ pairs, u64 count, const u32* __restrict__ id_to_rank, u64 first_rank, u64 end_rank,
    u32 bits, u64 capacity, u64* __restrict__ key, u64* selected) {
  constexpr u32 kPairs = 4;  // of one lane, so that their gathers overlap
  const u32 lane = lane_id();
  for (u64 base = (global_thread() - lane) * kPairs; base < count; base += global_threads() * kPairs) {
    u64 mine[kPairs];
    u32 votes[kPairs], total = 0;
#pragma unroll
    for (u32 j = 0; j < kPairs; j++) {
      const u64 i = base + j * 32 + lane;
      const uint2 pair = i < count ? __ldcs(pairs + i) : make_uint2(0, 0);
      bool wanted = pair.x != pair.y;
      if (wanted) {
        const u32 a = __ldg(id_to_rank + pair.x), b = __ldg(id_to_rank + pair.y);
        const u32 source = max(a, b);
        wanted = source >= first_rank && source < end_rank;
        mine[j] = (source - first_rank) << bits | min(a, b);
      }
      votes[j] = __ballot_sync(kFullWarp, wanted);
      total += __popc(votes[j]);
    }
    u64 at = 0;
    if (lane == 0 && total != 0) {
      at = atomicAdd(reinterpret_cast<atomic64*>(selected), static_cast<atomic64>(total));
    }
    at = __shfl_sync(kFullWarp, at, 0);
#pragma unroll
    for (u32 j = 0; j < kPairs; j++) {
      const u64 place = at + __popc(votes[j] & lanes_below_mine());
      if (votes[j] >> lane & 1 && place < capacity) {
        key[place] = mine[j];
      }
      at += __popc(votes[j]);
    }
  }
}

// Writes the rows of one part. key: its sorted keys; first_key: keys of the parts before.
__global__ void cs_kernel_partition_fill(
    const u64* __restrict__ key, u64 count, u64 first_rank, u64 end_rank, u64 first_key, u32 bits,
    const u64* __restrict__ row_first, const u64* __restrict__ rows, u32* __restrict__ adjacency,
    cs_prepare_header* header) {
  const u64 i = global_thread();
  const u64 mine = i < count ? key[i] : 0;
  const u64 source = first_rank + key_source(mine, bits);
  const bool repeated = i < count && i != 0 && key[i - 1] == mine;
  if (i < count && source < end_rank) {
    write_target(rows[source], first_key + i - row_first[source], key_target(mine, bits), adjacency);
  }
  add_warp_sum(&header->duplicates, repeated);
}

}  // namespace cliquestream::graph
