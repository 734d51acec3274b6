// Preparation in parts: rows are laid out by counting, and filled range by range of their source.
#pragma once

#include "graph/keys.cuh"

// Out-degrees, repeated edges counted as often as they occur.
extern "C" __global__ void cs_kernel_partition_accumulate(
    const uint2* __restrict__ pairs, uint64_t count, const uint32_t* __restrict__ id_to_rank, uint32_t* out_degree) {
  using namespace cliquestream;
  for (u64 i = global_thread(); i < count; i += global_threads()) {
    const uint2 pair = __ldcs(pairs + i);
    if (pair.x != pair.y) {
      atomicAdd(out_degree + max(__ldg(id_to_rank + pair.x), __ldg(id_to_rank + pair.y)), 1u);
    }
  }
}

// Cuts the rows into ranges of at most part_keys keys, as long as they come. One thread: parts are few.
extern "C" __global__ void cs_kernel_partition_ranges(
    const uint64_t* __restrict__ row_first, uint64_t active, uint64_t part_keys, cs_partition* out) {
  using namespace cliquestream;
  u64 rank = 0, parts = 0;
  while (rank < active && parts < CS_PARTITION_MOST_PARTS) {
    out->first_rank[parts] = rank;
    out->first_key[parts] = row_first[rank];
    u64 low = rank, high = active;  // the last rank whose rows before it still fit
    while (low < high) {
      const u64 middle = low + (high - low + 1) / 2;
      if (row_first[middle] - row_first[rank] <= part_keys) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (low == rank) {
      break;  // one row alone is too long
    }
    rank = low;
    parts++;
  }
  out->parts = rank < active ? 0 : parts;
  out->first_rank[parts] = rank;
  out->first_key[parts] = row_first[rank];
}

// Appends the keys of the edges whose source is in [first_rank, end_rank), the source counted from first_rank.
extern "C" __global__ void cs_kernel_partition_select(
    const uint2* __restrict__ pairs,
    uint64_t count,
    const uint32_t* __restrict__ id_to_rank,
    uint64_t first_rank,
    uint64_t end_rank,
    uint32_t bits,
    uint64_t capacity,
    uint64_t* __restrict__ key,
    uint64_t* selected) {
  using namespace cliquestream;
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
extern "C" __global__ void cs_kernel_partition_fill(
    const uint64_t* __restrict__ key,
    uint64_t count,
    uint64_t first_rank,
    uint64_t end_rank,
    uint64_t first_key,
    uint32_t bits,
    const uint64_t* __restrict__ row_first,
    const uint64_t* __restrict__ rows,
    uint32_t* __restrict__ adjacency,
    cs_prepare_header* header) {
  using namespace cliquestream;
  using namespace cliquestream::graph;
  const u64 i = global_thread();
  const u64 mine = i < count ? key[i] : 0;
  const u64 source = first_rank + key_source(mine, bits);
  const bool repeated = i < count && i != 0 && key[i - 1] == mine;
  if (i < count && source < end_rank) {
    write_target(rows[source], first_key + i - row_first[source], key_target(mine, bits), adjacency);
  }
  add_warp_sum(&header->duplicates, repeated);
}
